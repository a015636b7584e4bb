// Notes when anything that can be seen changed, so that a test can tell how long after the last change a reply was
// taken for finished. Independent of what it measures.
(() => {
  const KEY = Symbol.for('replywright.tests.changes');
  if (window[KEY]) return;
  const KEPT = 2000;
  const times = [];
  const visible = node => { const element = node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement; return Boolean(element?.getClientRects().length); };
  const observer = new MutationObserver(records => {
    const at = performance.now();
    if (records.some(record => visible(record.target))) times.push(at);
    if (times.length > KEPT) times.shift();
  });
  const observe = root => observer.observe(root, { subtree: true, childList: true, characterData: true });
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function (...args) { const root = attachShadow.apply(this, args); observe(root); return root; };
  observe(document);
  // The last one until `at`, both in milliseconds since 1970.
  window[KEY] = at => performance.timeOrigin + (times.findLast(time => performance.timeOrigin + time <= at) ?? NaN);
})();
