// The composer can be seen and typed into from the beginning, and comes alive late: until then nothing is sent, and
// what was typed by then is wiped.

import { $ } from "../view.js";

const EARLIEST_MS = 300, LATEST_MS = 3000;
const HANDLED = ["keydown", "input", "submit", "click", "change"];

function ignore(event) {
  if (!$("form").contains(event.target)) return;
  event.stopImmediatePropagation();
  if (event.type === "submit") event.preventDefault();
}

for (const kind of HANDLED) window.addEventListener(kind, ignore, true);
setTimeout(() => {
  for (const kind of HANDLED) window.removeEventListener(kind, ignore, true);
  $("message").value = "";
}, EARLIEST_MS + Math.random() * (LATEST_MS - EARLIEST_MS));
