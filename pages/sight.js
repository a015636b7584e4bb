// Whether a text that is displayed can be read: not cut off where nobody can scroll, not covered by what scrolls with
// it, of a size and a colour of its own. In doubt it can: what is meant for screen readers, drawn, moving, folded up,
// or told in whole by a `title` is left alone.
(() => {
  const KEY = Symbol.for('replywright.sight');
  if (window[KEY]) return;
  const { parent, chain } = window[Symbol.for('replywright.tree')];
  const { offstage } = window[Symbol.for('replywright.text')];
  const FAR = 1000;          // px; text moved that far out of the way is meant for screen readers
  const LEAST = 0.5;         // of a line's height must be seen, and all of its width but for so many em
  const SAMPLES = [0.15, 0.5, 0.85];
  const DRAWN = 'svg, math, [aria-hidden=true]';
  const REPLACED = 'img, video, canvas, iframe, picture, object, embed';
  const AXES = [
    { from: 'left', to: 'right', size: 'width', border: 'clientLeft', client: 'clientWidth', outer: 'offsetWidth', at: 'scrollLeft', all: 'scrollWidth', overflow: 'overflowX' },
    { from: 'top', to: 'bottom', size: 'height', border: 'clientTop', client: 'clientHeight', outer: 'offsetHeight', at: 'scrollTop', all: 'scrollHeight', overflow: 'overflowY' },
  ];
  const [ACROSS] = AXES;

  // ---- cut off -------------------------------------------------------------------------------------------
  const holds = style => style.position !== 'static' || style.transform !== 'none' || style.filter !== 'none' || style.contain !== 'none';
  const scrolls = overflow => overflow === 'auto' || overflow === 'scroll';
  const clips = overflow => overflow === 'hidden' || overflow === 'clip';
  const isBackwards = (axis, style) => (axis === ACROSS ? style.direction === 'rtl' : style.display.endsWith('flex') && style.flexDirection === 'column-reverse');

  // The ancestors whose overflow bears on the element: what is positioned escapes those below its containing block.
  const frames = element => {
    const found = [];
    let escaped = false;
    for (const e of chain(element)) {
      if (e === document.body || e === document.documentElement) break;
      const style = getComputedStyle(e);
      if (escaped && holds(style)) escaped = false;
      if (!escaped && !/^(inline|contents)$/.test(style.display)) found.push([e, style]);
      if (style.position === 'fixed') return found;
      if (style.position === 'absolute') escaped = true;
    }
    const whole = [document.documentElement, document.body].map(e => getComputedStyle(e));   // what the viewport takes over
    return [...found, [document.scrollingElement || document.documentElement, whole.find(style => style.overflowY !== 'visible') ?? whole[0]]];
  };

  // From where to where the element shows its content along the axis, and could show it after scrolling. They stay
  // as they are while a turn is judged.
  let extents = new WeakMap();
  const begin = () => { extents = new WeakMap(); };
  const extent = (axis, e, style) => {
    if (!extents.has(e)) extents.set(e, new Map(AXES.map(each => [each, measured(each, e, style)])));
    return extents.get(e).get(axis);
  };
  const measured = (axis, e, style) => {
    const page = e === document.scrollingElement, rect = e.getBoundingClientRect();
    const from = page ? 0 : rect[axis.from] + e[axis.border], size = e[axis.client], backwards = isBackwards(axis, style);
    const start = from - e[axis.at] - (backwards ? e[axis.all] - size : 0);
    const scaled = !page && Math.abs(rect[axis.size] - e[axis.outer]) > 1;
    return { shows: [from, from + size], reaches: [start, start + e[axis.all]], scaled, scrolls: scrolls(style[axis.overflow]) || (page && !clips(style[axis.overflow])) };
  };

  const isCutOff = (element, boxes, em) => {
    const around = frames(element);
    if (around.some(([e, style]) => style.clip !== 'auto' || e.getAnimations().length)) return false;   // for screen readers, or moving
    return boxes.some(box => AXES.some(axis => isCutBy(around, axis, [box[axis.from], box[axis.to]], em)));
  };
  const isCutBy = (around, axis, seen, em) => {
    const whole = seen[1] - seen[0];
    for (const [e, style] of around) {
      const { shows, reaches, scaled, scrolls: free } = extent(axis, e, style);
      if (!free && !clips(style[axis.overflow])) continue;
      const [from, to] = free ? reaches : shows;
      if (scaled || seen[1] < from - FAR) return false;
      if (free) return seen[1] <= from || seen[0] >= to;
      [seen[0], seen[1]] = [Math.max(seen[0], from), Math.min(seen[1], to)];
      const left = Math.max(0, seen[1] - seen[0]);
      if (axis === ACROSS ? whole - left > LEAST * em : left < LEAST * whole) return true;
    }
    return false;
  };

  // ---- covered, or of the colour of what is behind ---------------------------------------------------------
  const rgba = text => {
    const numbers = /^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/.exec(text)?.slice(1);
    return numbers && [...numbers.slice(0, 3).map(Number), Number(numbers[3] ?? 1)];
  };
  const isPainted = e => ['', '::before', '::after'].some(pseudo => {
    const style = getComputedStyle(e, pseudo || null);
    return style.backgroundImage !== 'none' || (pseudo && style.content !== 'none' && rgba(style.backgroundColor)?.[3] !== 0);
  });
  const isOpaque = e => e.matches(REPLACED) || rgba(getComputedStyle(e).backgroundColor)?.[3] === 1;
  const scroller = element => chain(element).find(e => scrolls(getComputedStyle(e).overflowY));
  const stays = element => { const end = scroller(element); return chain(element).some(e => (!end || end.contains(e)) && /fixed|sticky/.test(getComputedStyle(e).position)); };
  const stack = (element, x, y) => {
    const all = element.getRootNode().elementsFromPoint(x, y), at = all.indexOf(element);
    return at < 0 ? null : { above: all.slice(0, at).filter(e => !element.contains(e) && !e.contains(element)), behind: all.slice(at) };
  };

  const isCovered = (element, boxes) => boxes.every(box => SAMPLES.every(share => {
    const { above } = stack(element, box.left + share * box.width, box.top + box.height / 2) ?? { above: [] };
    return above.some(e => isOpaque(e) && !offstage(e) && scroller(e) === scroller(element) && !stays(e));
  }));

  const backdrop = behind => {
    for (const e of behind) {
      const colour = rgba(getComputedStyle(e).backgroundColor);
      if (!colour || e.matches(REPLACED) || isPainted(e) || (colour[3] > 0 && colour[3] < 1)) return null;
      if (colour[3] === 1) return colour;
    }
    return getComputedStyle(document.documentElement).colorScheme.includes('dark') ? null : [255, 255, 255, 1];
  };
  const isCamouflaged = (element, [box]) => {
    const style = getComputedStyle(element), ink = rgba(style.webkitTextFillColor);
    const dressed = style.textShadow !== 'none' || parseFloat(style.webkitTextStrokeWidth) > 0 || style.mixBlendMode !== 'normal' || element.getAnimations().length;
    if (!ink || dressed) return false;
    const { behind } = stack(element, box.left + box.width / 2, box.top + box.height / 2) ?? {};
    const paper = behind && backdrop(behind);
    return Boolean(paper) && (ink[3] === 0 || (ink[3] === 1 && ink.every((part, i) => Math.abs(part - paper[i]) < 2)));
  };

  // `folded` says that something beside the text unfolds it.
  const isUnreadable = (node, { folded = false } = {}) => {
    const element = parent(node);
    if (!/[\p{L}\p{N}]/u.test(node.data) || element.closest(DRAWN) || !element.checkVisibility()) return false;
    if (chain(element).some(e => e.title?.includes(node.data.trim()))) return false;
    const em = parseFloat(getComputedStyle(element).fontSize);
    if (em < 1) return !element.closest('button, a, [role=button]');   // whose icon tells what they are
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter(box => box.width && box.height);
    if (!boxes.length) return false;
    return (!folded && isCutOff(element, boxes, em)) || isCovered(element, boxes) || isCamouflaged(element, boxes);
  };

  Object.defineProperty(window, KEY, { value: { begin, isUnreadable } });
})();
