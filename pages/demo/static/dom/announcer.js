// Tells screen readers the last reply, where no log does it: call what is returned once the reply is whole.

import { $, node, seen } from "../view.js";

export function announcer() {
  const place = node("div", { class: "unseen", "aria-live": "polite" });
  $("page").append(place);
  return () => { place.textContent = lastReply([...$("log").children].filter((row) => row.dataset.role)); };
}

function lastReply(messages) {
  const from = messages.findLastIndex((row) => row.dataset.role === "user");
  return messages.slice(from + 1).map((row) => seen(row).innerText).join("\n\n");
}
