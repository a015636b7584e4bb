// Enter begins a new line; what sends is an icon that has no role and no name.

import { $, node, replace } from "../view.js";

const icon = node("div", { class: "round send" }, ...$("send").childNodes);
icon.addEventListener("click", () => $("form").requestSubmit());
replace("send", icon);
$("hint").textContent = "Enter begins a new line.";
window.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target === $("message")) event.stopImmediatePropagation();
}, true);
