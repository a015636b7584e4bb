// Replies are typed out letter by letter, and that is not at its end when the network is; what follows waits.

import { $ } from "../view.js";
import { announcer } from "./announcer.js";
import { arrange, kept, mirror } from "./mirror.js";

const FRAME_MS = 16;
const SHARE = 30;   // of what is left, at each step
const typed = new WeakMap();   // how many letters of a reply are shown; nothing of one that was there as a whole
const tell = announcer();
let timer = null, untold = false;

function cut(row, length) {
  const made = row.cloneNode(true), texts = document.createTreeWalker(made, NodeFilter.SHOW_TEXT), rest = new Range();
  let text = texts.nextNode(), left = length;
  for (; text.data.length < left; text = texts.nextNode()) left -= text.data.length;
  rest.selectNodeContents(made);
  rest.setStart(text, left);
  rest.deleteContents();
  return made;
}

function isTyped(row) {
  const length = row.textContent.length;
  if (!length && row.dataset.role === "assistant" && !typed.has(row)) typed.set(row, 0);
  return (typed.get(row) ?? length) >= length;
}

function type(row) {
  const left = row.textContent.length - typed.get(row);
  typed.set(row, typed.get(row) + Math.ceil(left / SHARE));
  timer = null;
  redraw();
}

const { place, redraw } = mirror((rows, to) => {
  const at = rows.findIndex((row) => !isTyped(row)), row = rows[at];
  const whole = rows.slice(0, row ? at : undefined).map((each) => kept(each));
  arrange(to, row ? [...whole, kept(row, { as: cut(row, typed.get(row)) })] : whole);
  if (row) timer ??= setTimeout(type, FRAME_MS, row);
  const isWhole = !row && $("log").getAttribute("aria-busy") === "false";
  if (isWhole && untold) tell();
  untold = !isWhole;
});
place.setAttribute("aria-live", "off");   // nobody wants to hear letters
