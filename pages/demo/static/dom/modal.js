// Two things are in the way at first: a question about cookies, and a dialog about what is new.

import { node } from "../view.js";

const KEY = "clinic-answered";
const answered = () => localStorage.getItem(KEY)?.split(" ") ?? [];

// What was answered once is not shown again.
function until(name, made, shown) {
  if (answered().includes(name)) return;
  made.addEventListener("click", ({ target }) => {
    if (!target.closest("button")) return;
    localStorage.setItem(KEY, [...answered(), name].join(" "));
    made.remove();
  });
  document.body.append(made);
  shown?.(made);
}

const button = (name, look) => node("button", { type: "button", class: look }, name);

until("cookies", node("div", { class: "consent", role: "region", "aria-label": "Cookies" },
  node("p", {}, "We use cookies so that the clinic knows you when you come back."),
  button("Only what is needed", "secondary"), button("Accept all", "primary")));
until("news", node("dialog", { class: "news", "aria-labelledby": "news" },
  node("h2", { id: "news" }, "What's new"),
  node("p", {}, "You can now attach a file to a message, and edit the last one."),
  button("Got it", "primary")), (made) => made.showModal());
