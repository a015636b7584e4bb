// One writes into an editable element that has no role and no name.

import { node, replace } from "../view.js";

document.querySelector("label[for=message]").remove();
replace("message", node("div", { class: "field", contenteditable: "true", "data-placeholder": "Write a message" }));
