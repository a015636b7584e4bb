// The tree that is displayed: what is below an element in its shadow root, and in a slot of it what fills the slot.
(() => {
  const KEY = Symbol.for('replywright.tree');
  if (window[KEY]) return;

  const parent = node => node.assignedSlot || node.parentElement || node.getRootNode().host || null;
  const chain = element => { const all = []; for (let e = element; e; e = parent(e)) all.push(e); return all; };
  const holds = (outer, inner) => { for (let e = inner; e; e = parent(e)) if (e === outer) return true; return false; };
  const nodes = element => (element.localName === 'slot' ? element.assignedNodes({ flatten: true }) : (element.shadowRoot || element).childNodes);
  const children = element => (element.localName === 'slot' ? element.assignedElements({ flatten: true }) : (element.shadowRoot || element).children);
  const below = (element, selector) => {
    const found = [];
    const walk = inner => { for (const e of children(inner)) { if (e.matches(selector)) found.push(e); walk(e); } };
    walk(element);
    return found;
  };

  Object.defineProperty(window, KEY, { value: { parent, chain, holds, nodes, children, below } });
})();
