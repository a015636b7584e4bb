// Draws the conversation another way: the clinic writes it into a log out of sight, and `draw` puts copies of what
// stands there into the page. What is clicked or filled in a copy happens to the original.

import { $, drawn, isNearEnd, scroll, seen } from "../view.js";

const originals = new WeakMap();

// How a copy looks: a variant may give it another tag and other attributes.
export const ALIKE = {
  tag: (original) => original.localName,
  attributes: (original) => [...original.attributes].map(({ name, value }) => [name, value]),
};

// `draw(rows, place)` is called with all that stands in the log and the element that is seen in its place, after each
// change, then `follow` is told whether the end was in view; `redraw` does both at any other time.
export function mirror(draw, follow = scroll) {
  const log = $("log"), place = log.cloneNode(false);
  place.classList.add("drawn");
  log.replaceWith(place);
  tie(log, place);
  const redraw = () => {
    const near = isNearEnd(), focused = originals.get(place.getRootNode().activeElement);
    if (place.hasAttribute("aria-busy")) place.setAttribute("aria-busy", log.getAttribute("aria-busy"));
    draw([...log.children], place);
    if (focused) seen(focused).focus({ preventScroll: true });
    follow(near);
  };
  new MutationObserver(redraw).observe(log, { subtree: true, childList: true, characterData: true, attributes: true });
  place.addEventListener("click", ({ target }) => originals.get(target.closest("button"))?.click());
  for (const kind of ["input", "change"]) place.addEventListener(kind, ({ target }) => { originals.get(target).value = target.value; });
  redraw();
  return { place, redraw };
}

function tie(original, made) {
  originals.set(made, original);
  drawn(original, made);
}

// A new copy.
export function copy(original, look = ALIKE) {
  if (original.nodeType !== Node.ELEMENT_NODE) return original.cloneNode();
  return repeat(document.createElementNS(original.namespaceURI, look.tag(original)), original, look);
}

// The row's copy of before, brought up to date: what has not changed keeps its nodes. It may stand for something else,
// `as`, for the time being.
export function kept(row, { look = ALIKE, as = row } = {}) {
  const before = seen(row), fits = before !== row && before.localName === look.tag(as);
  const made = fits ? repeat(before, as, look) : copy(as, look);
  tie(row, made);
  return made;
}

// A row that left the page has no copy any more.
export function forget(row) {
  drawn(row, row);
}

// Make a node say what its original says.
export function repeat(made, original, look = ALIKE) {
  tie(original, made);
  dress(made, look.attributes(original));
  original.childNodes.forEach((child, at) => children(made, child, at, look));
  while (made.childNodes.length > original.childNodes.length) made.lastChild.remove();
  if (made.matches("input, select") && made.value !== original.value) made.value = original.value;
  return made;
}

function children(made, child, at, look) {
  const there = made.childNodes[at], isElement = child.nodeType === Node.ELEMENT_NODE;
  if (isElement && there?.localName === look.tag(child)) repeat(there, child, look);
  else if (!isElement && there?.nodeType === child.nodeType) say(there, child.data);
  else if (there) there.replaceWith(copy(child, look));
  else made.append(copy(child, look));
}

function say(text, data) {
  if (text.data !== data) text.data = data;
}

// Give an element just these attributes.
export function dress(made, wanted) {
  const names = new Set(wanted.map(([name]) => name));
  for (const { name } of [...made.attributes]) if (!names.has(name)) made.removeAttribute(name);
  for (const [name, value] of wanted) if (made.getAttribute(name) !== value) made.setAttribute(name, value);
}

// Let just these nodes stand in the place, in this order; those that do already are not touched.
export function arrange(place, nodes) {
  const wanted = new Set(nodes);
  for (const node of [...place.childNodes]) if (!wanted.has(node)) node.remove();
  nodes.forEach((node, at) => { if (place.childNodes[at] !== node) place.insertBefore(node, place.childNodes[at] ?? null); });
}
