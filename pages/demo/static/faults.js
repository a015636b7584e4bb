// Seeded bugs that are the page's own: what the server says of the conversation, and before that what the address says.

import { field, write } from "./composer.js";

export const faults = new Set();

export function learn(names) {
  faults.clear();
  names.forEach((name) => faults.add(name));
}

// A page that comes alive late wipes what was typed by then.
learn(new URLSearchParams(location.search).getAll("bug"));
field.addEventListener("input", () => {
  if (faults.has("input-lost")) setTimeout(() => write(""));
}, { once: true });
