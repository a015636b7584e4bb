// Every message is there twice: as it is seen, and in a log for screen readers.

import { $, node, seen } from "../view.js";
import { arrange, kept, mirror } from "./mirror.js";

const SAID = { user: "You said:", assistant: "Assistant said:" };
const spoken = node("div", { class: "unseen", role: "log", "aria-label": "Conversation" });
const texts = new WeakMap();

function told(row) {
  if (!texts.has(row)) texts.set(row, node("div"));
  const made = texts.get(row), text = `${SAID[row.dataset.role]} ${seen(row).innerText}`;
  if (made.textContent !== text) made.textContent = text;
  return made;
}

const { place } = mirror((rows, to) => {
  arrange(to, rows.map((row) => kept(row)));
  arrange(spoken, rows.filter((row) => row.dataset.role).map(told));
  spoken.setAttribute("aria-busy", $("log").getAttribute("aria-busy"));
});
place.removeAttribute("role");
place.before(spoken);
