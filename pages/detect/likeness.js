// Whether two elements are messages of the same kind: by where they stand in the tree, by what they and what is in them
// are called, by the side of the page their words keep to and by the colour of those. Values of attributes that tell one message from another
// (ids, numbers, times) are no likeness.
(() => {
  const KEY = Symbol.for('replywright.likeness');
  if (window[KEY]) return;
  const { chain, box, query, direct } = window[Symbol.for('replywright.nodes')];
  const { below } = window[Symbol.for('replywright.tree')];
  const DEEP = 6;              // levels of the tree that are compared
  const WIDE = 60;             // elements in a message that are compared
  const SAID = 'p, ul, ol, pre, table, blockquote, h1, h2, h3, h4, h5, h6';   // what is in those is no likeness
  const LEAST = 0.5;           // share of the names in common
  const WORD = /^[a-z][a-z_-]{1,30}$/i;
  const LEFT_OUT = new Set(['id', 'class', 'style', 'href', 'src', 'title', 'tabindex', 'aria-label', 'aria-labelledby', 'aria-describedby']);
  const NAME = 30;             // letters

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
  // What else stands in it, where that may be a name.
  const said = (element, words) => [...new Set(inner(element).filter(e => e !== words).map(e => direct(e).trim()))].filter(text => text && text.length < NAME && !/\d/.test(text));
  const features = element => {
    const words = body(element), names = [...named(element), ...said(element, words).map(text => `says ${text}`)];
    return { tag: element.nodeName, path: path(element), names, side: side(words), paint: paint(words) };
  };

  // ---- which side's ------------------------------------------------------------------------------------------
  const share = (a, b) => {
    const names = new Set(a), both = b.filter(name => names.has(name)).length, all = new Set([...a, ...b]).size;
    return all ? both / all : 1;
  };
  const nearest = (kinds, seen) => Math.max(0, ...kinds.map(kind => share(kind.names, seen.names)));
  // What all messages of the person have, and none of the others.
  const telling = (users, replies) => {
    const theirs = new Set(replies.flatMap(kind => kind.names)), own = users.map(kind => new Set(kind.names));
    return (users[0]?.names ?? []).filter(name => !theirs.has(name) && own.every(names => names.has(name)));
  };
  const part = (wanted, seen) => { const names = new Set(seen.names); return wanted.filter(name => names.has(name)).length / wanted.length; };
  const looks = (kinds, seen) => (kinds.some(kind => kind.side === seen.side) ? 1 : 0) + (kinds.some(kind => kind.paint === seen.paint) ? 1 : 0);
  // The messages of the person are all alike; those of the assistant may hold anything.
  const isUser = (seen, users, replies) => {
    const marks = telling(users, replies), marked = marks.length ? 2 * part(marks, seen) - 1 : 0;
    return (marked + looks(users, seen) - looks(replies, seen) || nearest(users, seen) - nearest(replies, seen)) > 0;
  };

  // All elements that are messages of the person, or of the assistant.
  const alike = ({ user, reply }, whose) => {
    const kinds = { user, reply }[whose], others = { user: reply, reply: user }[whose];
    const tags = [...new Set(kinds.map(kind => kind.tag.toLowerCase()))].join(', ');
    const [own, theirs] = [kinds, others].map(all => new Set(all.map(kind => kind.path)));
    return (tags ? query(tags) : []).filter(element => {
      const at = path(element);
      if (!own.has(at)) return false;
      const seen = features(element), both = theirs.has(at);
      if (nearest(both ? [...kinds, ...others] : kinds, seen) < LEAST) return false;
      return !both || isUser(seen, user, reply) === (whose === 'user');
    });
  };

  const isAlike = (kinds, element) => kinds.some(kind => kind.tag === element.nodeName && kind.path === path(element)) && nearest(kinds, features(element)) >= LEAST;

  Object.defineProperty(window, KEY, { value: { features, alike, isAlike } });
})();
