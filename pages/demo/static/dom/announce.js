// Tells screen readers a reply once it is whole, where there is no log to do it.

import { $, node, seen } from "../view.js";

export function announce() {
  const log = $("log"), place = node("div", { class: "unseen", "aria-live": "polite" });
  $("page").append(place);
  new MutationObserver(() => {
    if (log.getAttribute("aria-busy") === "false") place.textContent = lastReply(log);
  }).observe(log, { attributeFilter: ["aria-busy"] });
}

function lastReply(log) {
  const rows = [...log.children].filter((row) => row.dataset.role);
  const from = rows.findLastIndex((row) => row.dataset.role === "user");
  return rows.slice(from + 1).map((row) => seen(row).innerText).join("\n\n");
}
