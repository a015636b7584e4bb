// Enter begins a new line; what sends is a button that has an icon and no name.

import { $ } from "../view.js";

$("send").removeAttribute("aria-label");
$("hint").textContent = "Enter begins a new line.";
window.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target === $("message")) event.stopImmediatePropagation();
}, true);
