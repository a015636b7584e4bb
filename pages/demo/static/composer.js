// Where one writes: a new message, or the last one anew.

import * as files from "./files.js";
import { $ } from "./view.js";

export const field = $("message");
const HOLDS = "value" in field ? "value" : "innerText";   // where its text is
let edited = null;

function grow() {
  field.style.height = "auto";
  field.style.height = `${Math.min(field.scrollHeight, 160)}px`;
}

export function write(text) {
  field[HOLDS] = text;
  grow();
}

function clear() {
  write("");
  files.choose([]);
}

// The message goes into the composer; what is sent from there takes its place.
export function edit(message, text) {
  edited = message;
  $("editing").hidden = false;
  write(text);
  files.choose(message.files);
  field.focus();
}

export function keep() {
  if (edited) clear();
  edited = null;
  $("editing").hidden = true;
}

// `send` is given the text, the message that it takes the place of and the files, and says whether it went out.
export function listen(send) {
  const submit = () => {
    const text = field[HOLDS].trim(), replaced = edited;
    if (!(text || files.files().length) || !send(text, replaced, files.files())) return;
    keep();
    clear();
  };
  $("form").addEventListener("submit", (event) => { event.preventDefault(); submit(); });
  field.addEventListener("input", grow);
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    submit();
  });
  $("keep").addEventListener("click", () => { keep(); field.focus(); });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && edited) { keep(); field.focus(); }
  });
}
