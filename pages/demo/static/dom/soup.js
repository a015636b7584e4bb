// All that helps to find one's way is gone: no log, no roles, no labels, no ids, and names of classes that say nothing.
// Who said what is told by the side and the colour of a bubble alone. It looks as it did, for the style sheets are
// given the new names.

import { $, node, replace } from "../view.js";
import { announcer } from "./announcer.js";
import { arrange, dress, kept, mirror } from "./mirror.js";

const SWITCHED = new Set(["menu"]);   // classes that the page puts on and takes off
const TOLD = /^(role|aria-.*|data-.*|id|class|title)$/;
const USED = "button, a, input, select, textarea, img, svg, [role=alert], [aria-live]";
const USEFUL = /^(role|aria-(label|live|hidden|pressed|current))$/;   // what those keep, so that one can use them

// What a build makes of a name.
function hash(name) {
  let sum = 7;
  for (const char of name) sum = (sum * 31 + char.charCodeAt(0)) % 36 ** 6;
  return `css-${sum.toString(36).padStart(6, "0")}`;
}

const renamed = (name) => (SWITCHED.has(name) || name.startsWith("css-") ? name : hash(name));

function classes(element) {
  const told = [...element.attributes].filter(({ name }) => name.startsWith("data-"));
  const names = [...element.classList, ...told.flatMap(({ name, value }) => [name, `${name}=${value}`])];
  return [...names, ...(element.id ? [`#${element.id}`] : [])].map(renamed).join(" ");
}

function attributes(element) {
  const useful = (name) => (element.matches(USED) && USEFUL.test(name)) || (name === "id" && element.matches("input, select"));
  const stay = [...element.attributes].filter(({ name }) => !TOLD.test(name) || useful(name));
  const look = classes(element);
  return [...stay.map(({ name, value }) => [name, value]), ...(look ? [["class", look]] : [])];
}

const SOUP = { tag: ({ localName }) => (localName === "article" ? "div" : localName), attributes };

function strip(root) {
  if (root.nodeType !== Node.ELEMENT_NODE) return;
  for (const element of [root, ...root.querySelectorAll("*")]) dress(element, attributes(element));
}

function flatten(landmark) {
  const made = node("div");
  dress(made, [...landmark.attributes].map(({ name, value }) => [name, value]));
  made.append(...landmark.childNodes);
  if (landmark.id) replace(landmark.id, made);
  else landmark.replaceWith(made);
}

function restyle(rules) {
  for (const rule of rules) {
    if (rule.cssRules) restyle(rule.cssRules);
    if (rule.selectorText) rule.selectorText = rule.selectorText
      .replace(/\[(data-[\w-]+)(?:="([^"]*)")?\]/g, (_, name, value) => `.${hash(value === undefined ? name : `${name}=${value}`)}`)
      .replace(/\.([a-z][\w-]*)/g, (_, name) => `.${renamed(name)}`)
      .replace(/#[a-z][\w-]*/g, (id) => `.${hash(id)}`);
  }
}

function whenWhole(tell) {
  const look = () => { if ($("log").getAttribute("aria-busy") === "false") tell(); };
  new MutationObserver(look).observe($("log"), { attributeFilter: ["aria-busy"] });
}

const page = $("page");
page.querySelectorAll("header, nav, main, section").forEach(flatten);
page.querySelector("label").remove();
whenWhole(announcer());
mirror((rows, place) => arrange(place, rows.map((row) => kept(row, { look: SOUP }))));
strip(page);
for (const { cssRules } of document.styleSheets) restyle(cssRules);
new MutationObserver((records) => records.forEach(({ addedNodes }) => addedNodes.forEach(strip)))
  .observe(page, { subtree: true, childList: true });
