// Enter begins a new line; what sends is a button that has an icon and no name, and is told to nobody but the eyes.

import { $ } from "../view.js";
import { dress } from "./mirror.js";

dress($("send"), [["type", "submit"], ["class", "round send"], ["tabindex", "-1"], ["aria-hidden", "true"]]);
$("hint").textContent = "Enter begins a new line.";
window.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target === $("message")) event.stopImmediatePropagation();
}, true);
