// Whether two elements are messages of the same kind: by where they stand in the tree, by what they and what is in them
// are called, by the side of the page their words keep to and by the colour of those. Values of attributes that tell one message from another
// (ids, numbers, times) are no likeness.
(() => {
  const KEY = Symbol.for('replywright.likeness');
  if (window[KEY]) return;
  const { chain, box, query, direct } = window[Symbol.for('replywright.nodes')];
  const { below } = window[Symbol.for('replywright.text')];
  const DEEP = 6;              // levels of the tree that are compared
  const WIDE = 60;             // elements in a message that are compared
  const SAID = 'p, ul, ol, pre, table, blockquote, h1, h2, h3, h4, h5, h6';   // what is in those is no likeness
  const LEAST = 0.5;           // share of the names in common
  const WORD = /^[a-z][a-z_-]{1,30}$/i;
  const LEFT_OUT = new Set(['id', 'class', 'style', 'href', 'src', 'title', 'tabindex', 'aria-label', 'aria-labelledby', 'aria-describedby']);
  const SIDE = 0.5, PAINT = 0.5;

  const names = (element, level) => [
    ...[...element.classList].map(name => `${level}.${name}`),
    ...[...element.attributes].filter(({ name, value }) => !LEFT_OUT.has(name) && (WORD.test(value) || !value)).map(({ name, value }) => `${level}[${name}=${value}]`),
  ];
  const inner = element => below(element, '*').filter(e => !e.parentElement?.closest(SAID)).slice(0, WIDE);
  const named = element => [...chain(element).slice(0, DEEP).flatMap(names), ...new Set(inner(element).flatMap(e => names(e, 'in')))];
  // Of all in it the element with the most words.
  const body = element => inner(element).reduce((most, e) => (direct(e).trim().length > direct(most).trim().length ? e : most), element);
  const path = element => chain(element).slice(0, DEEP).map(e => e.nodeName).join('<');
  const side = element => {
    const column = chain(element).slice(1).find(e => box(e).width > box(element).width + 40);
    if (!column) return 'middle';
    const left = box(element).left - box(column).left, right = box(column).right - box(element).right;
    return Math.abs(left - right) < 16 ? 'middle' : left < right ? 'left' : 'right';
  };
  const paint = element => {
    const painted = chain(element).slice(0, 4).map(e => getComputedStyle(e).backgroundColor).find(colour => colour !== 'rgba(0, 0, 0, 0)');
    return `${painted ?? ''} ${getComputedStyle(element).color}`;
  };
  const features = element => {
    const words = body(element);
    return { tag: element.nodeName, path: path(element), names: named(element), side: side(words), paint: paint(words) };
  };

  const common = (a, b) => {
    const names = new Set(a);
    const both = b.filter(name => names.has(name)).length, all = new Set([...a, ...b]).size;
    return all ? both / all : 1;
  };
  // From 0, or null where it is of another kind.
  const likeness = (kind, seen) => {
    if (kind.path !== seen.path) return null;
    const share = common(kind.names, seen.names);
    return share < LEAST ? null : share + (kind.side === seen.side ? SIDE : 0) + (kind.paint === seen.paint ? PAINT : 0);
  };
  // All elements that are more like one of `kinds` than like any of `others`.
  const alike = (kinds, others) => {
    const tags = [...new Set(kinds.map(kind => kind.tag.toLowerCase()))].join(', ');
    const paths = new Set(kinds.map(kind => kind.path));
    return (tags ? query(tags) : []).filter(element => {
      if (!paths.has(path(element))) return false;
      const seen = features(element), best = list => Math.max(-1, ...list.map(kind => likeness(kind, seen) ?? -1));
      return best(kinds) > best(others);
    });
  };

  const isAlike = (kinds, element) => kinds.some(kind => kind.tag === element.nodeName && kind.path === path(element) && likeness(kind, features(element)) !== null);

  Object.defineProperty(window, KEY, { value: { features, alike, isAlike } });
})();
