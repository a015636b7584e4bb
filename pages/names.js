// What things are called: the label that a person hears or reads beside them, or else the text on them. And which of
// them stand there to be seen and used.
(() => {
  const KEY = Symbol.for('replywright.names');
  if (window[KEY]) return;
  const { chain, below } = window[Symbol.for('replywright.tree')];
  const { shown } = window[Symbol.for('replywright.text')];
  const UNSAID = 'select, textarea, button, script, style, [aria-hidden=true]';   // in a label, without being its text

  const folded = text => text.replace(/\s+/g, ' ').trim();
  const said = node => [...node.childNodes].map(n => (n.nodeType === Node.TEXT_NODE ? n.data : n.matches?.(UNSAID) ? '' : said(n))).join('');
  const label = element => {
    const ids = (element.getAttribute('aria-labelledby') || '').split(/\s+/).filter(Boolean);
    const labelled = ids.map(id => element.getRootNode().getElementById(id)?.textContent || '').join(' ');
    const labels = element.matches('fieldset') ? element.querySelectorAll(':scope > legend') : element.labels ?? [];
    return folded(labelled || element.getAttribute('aria-label') || [...labels].map(said).join(' '));
  };
  const name = element => label(element)
    || folded(element.innerText || element.value || element.querySelector('img[alt]')?.alt || element.title || '');

  const enabled = element => !element.matches(':disabled') && !element.closest('[aria-disabled=true]');
  // A styled radio or checkbox is often hidden below its label, which is then what a person sees and clicks.
  const hand = element => (shown(element) ? element : [...(element.labels ?? [])].find(shown) ?? element);
  const inside = (node, selector, apart = new Set()) =>
    [...(node.matches(selector) ? [node] : []), ...below(node, selector)].filter(e => shown(hand(e)) && !chain(e).some(one => apart.has(one)));

  Object.defineProperty(window, KEY, { value: { folded, label, name, enabled, hand, inside } });
})();
