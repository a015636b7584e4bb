// What live regions give a screen reader to read (WAI-ARIA 1.2: roles log, status and alert, aria-live, aria-atomic,
// aria-relevant, aria-busy). `begin` starts a turn, `heard` ends it. Each changed node is one announcement; a text node
// that grew announces what was added. A region that comes with its first content is heard only where it is an alert:
// others must be there before.
(() => {
  const KEY = Symbol.for('replywright.announcements');
  if (window[KEY]) return;
  const { roots } = window[Symbol.for('replywright')];
  const { visibleText } = window[Symbol.for('replywright.text')];
  const REGION = '[aria-live], [role=log], [role=status], [role=alert], output';
  const WHOLE = '[aria-atomic=true], [role=status]:not([aria-atomic=false]), [role=alert]:not([aria-atomic=false]), output:not([aria-atomic=false])';
  const WATCHED = { subtree: true, childList: true, characterData: true, characterDataOldValue: true, attributes: true, attributeFilter: ['aria-busy'] };

  let said = [], held = new Map();   // changed node -> what a text node said before

  const up = (node, selector) => {
    for (let e = node; e; e = e.parentNode || e.host) if (e.nodeType === Node.ELEMENT_NODE && e.matches(selector)) return e;
    return null;
  };
  // The live region that tells of changes in the node, or null.
  const region = (node, kinds) => {
    const found = up(node, REGION);
    if (!found || found.getAttribute('aria-live') === 'off') return null;
    const relevant = found.getAttribute('aria-relevant') ?? 'additions text';
    return kinds.some(kind => relevant.includes(kind)) || relevant.includes('all') ? found : null;
  };
  const hold = (node, before = '') => { if (!held.has(node)) held.set(node, before); };
  const added = (node, place) => {
    const isText = node.nodeType === Node.TEXT_NODE;
    if (region(place, isText ? ['additions', 'text'] : ['additions'])) hold(node);
    else if (node.nodeType === Node.ELEMENT_NODE && !up(place, REGION)) {
      for (const alert of [node, ...node.querySelectorAll('*')].filter(e => e.matches('[role=alert]'))) hold(alert);
    }
  };

  const unheard = element => element.getAttribute('aria-hidden') === 'true' || getComputedStyle(element).display === 'none';
  const spoken = node => {
    const element = node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement;
    if (!element?.checkVisibility() || up(element, '[aria-hidden=true]')) return '';
    const text = node === element ? visibleText(node, undefined, unheard) : node.data, before = held.get(node) || '';
    return (text.startsWith(before) ? text.slice(before.length) : text).trim();
  };
  const follows = (a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1);
  const take = records => {
    for (const record of records) {
      if (record.type === 'characterData' && region(record.target, ['text'])) hold(record.target, record.oldValue);
      for (const node of record.addedNodes) added(node, record.target);
    }
    for (const node of held.keys()) if (!node.isConnected) held.delete(node);
    const ready = [...held.keys()].filter(node => !up(node, '[aria-busy=true]'));
    const whole = new Set(ready.map(node => up(node, WHOLE) ?? node));
    const outer = [...whole].filter(node => ![...whole].some(other => other !== node && other.contains(node)));
    said.push(...outer.sort(follows).map(spoken).filter(Boolean));
    ready.forEach(node => held.delete(node));
  };
  const observer = new MutationObserver(take);

  const begin = () => {
    observer.disconnect();
    [said, held] = [[], new Map()];
    roots().forEach(root => observer.observe(root, WATCHED));
  };
  const heard = () => { take(observer.takeRecords()); observer.disconnect(); return said; };

  Object.defineProperty(window, KEY, { value: { begin, heard } });
})();
