// Where one writes: a new message, or the last one anew.

import { $ } from "./view.js";

export const field = $("message");
let edited = null;

function grow() {
  field.style.height = "auto";
  field.style.height = `${Math.min(field.scrollHeight, 160)}px`;
}

function write(text) {
  field.value = text;
  grow();
}

// The message goes into the composer; what is sent from there takes its place.
export function edit(message, text) {
  edited = message;
  $("editing").hidden = false;
  write(text);
  field.focus();
}

export function keep() {
  if (edited) write("");
  edited = null;
  $("editing").hidden = true;
}

// `send` is given the text and the message that it takes the place of, and says whether it went out.
export function listen(send) {
  const submit = () => {
    const text = field.value.trim(), replaced = edited;
    if (!text || !send(text, replaced)) return;
    keep();
    write("");
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
