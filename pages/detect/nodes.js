// What the detector knows of any page: its elements through shadow roots, their own text, and their order on the screen.
(() => {
  const KEY = Symbol.for('replywright.nodes');
  if (window[KEY]) return;
  const tree = window[Symbol.for('replywright.tree')], { parent, chain } = tree;
  const { roots, moves } = window[Symbol.for('replywright')];
  const { folded } = window[Symbol.for('replywright.names')];
  const { shown } = window[Symbol.for('replywright.text')];
  const UNSAID = new Set(['SCRIPT', 'STYLE', 'TEMPLATE', 'NOSCRIPT', 'TEXTAREA', 'INPUT', 'SELECT', 'OPTION']);
  const EVERYDAY = /^(|\d{1,2}[:.]\d{2}(\s*[ap]\.?m\.?)?|just now|now|(\d+ )?(new|unread) messages?|today|yesterday|(a|an|\d+) (second|minute|hour|day)s? ago|(sent|delivered|read|seen|sending)\b.{0,20}|[✓✔]+|you|me)$/i;

  const within = (inner, outer) => tree.holds(outer, inner);
  const meet = (a, b) => { const around = new Set(chain(a)); return chain(b).find(e => around.has(e)) ?? document.documentElement; };
  const children = element => [...tree.children(element)].filter(e => !UNSAID.has(e.nodeName.toUpperCase()));
  const query = selector => roots().flatMap(root => [...root.querySelectorAll(selector)]);

  // Letters and digits alone: the same words, whatever a page does to spaces, marks and markdown.
  const plain = text => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '') || folded(text);
  const direct = element => [...element.childNodes].map(node => (node.nodeType === Node.TEXT_NODE ? node.data : '')).join('');
  // Does any text in it pass, through shadow roots, hidden or not? Those after it are not looked at.
  const anyText = (node, passes) => {
    if (node.nodeType === Node.TEXT_NODE) return passes(node.data);
    if (node.nodeType !== Node.ELEMENT_NODE || UNSAID.has(node.nodeName.toUpperCase())) return false;
    for (const inner of tree.nodes(node)) if (anyText(inner, passes)) return true;
    return false;
  };
  // All text in it; where it is much, no more than `most` letters and a few.
  const raw = (element, most = Infinity) => {
    let text = '';
    anyText(element, data => { text += ` ${data}`; return text.length > most; });
    return text;
  };
  const LINE = 120;   // letters
  const brief = element => raw(element, LINE);   // all of it, or more than a line
  const says = element => anyText(element, data => /\S/.test(data));

  // ---- on the screen -------------------------------------------------------------------------------------
  const box = element => {
    const rect = element.getBoundingClientRect();
    if (rect.width || rect.height || !element.firstChild) return rect;
    const range = document.createRange();      // display: contents
    range.selectNodeContents(element);
    return range.getBoundingClientRect();
  };
  const TOLERANCE = 4;     // px
  const SAME_LINE = 0.5;   // of the lower one's height; what moves into its place overlaps its neighbour for a while
  const above = (a, b) => box(a).bottom <= box(b).top + TOLERANCE;
  // In the order of the tree, through shadow roots.
  const precedes = (a, b) => {
    const around = meet(a, b), [one, other] = [a, b].map(e => chain(e).find(up => parent(up) === around) ?? e);
    return Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
  };
  // Does a person read `b` after `a`?
  const follows = (a, b) => {
    const one = box(a), other = box(b), both = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    if (both < Math.min(one.height, other.height) * SAME_LINE) return one.top < other.top;
    return precedes(a, b);
  };
  const inReadingOrder = elements => [...elements].sort((a, b) => (a === b ? 0 : follows(a, b) ? -1 : 1));

  // A function of the page as it is: the page is looked through once a change.
  let epoch = 0;
  const renew = () => { epoch++; };
  const once = look => {
    let seen, at = '';
    return () => {
      const here = `${epoch} ${moves()}`;
      if (at !== here) [seen, at] = [look(), here];
      return seen;
    };
  };

  const everyday = text => EVERYDAY.test(folded(text));

  Object.defineProperty(window, KEY, { value: {
    UNSAID, parent, chain, within, meet, children, query, plain, direct, raw, brief, LINE, says, box, above, follows, inReadingOrder, everyday, once, renew, shown, folded,
  } });
})();
