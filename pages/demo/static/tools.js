// What can be done with a message: copy, ask again, rate, edit. Small buttons below a reply, or beside a message.

import { ServerError, json } from "./http.js";
import { banner, node, seen } from "./view.js";

const SVG = "http://www.w3.org/2000/svg";
const COPIED_MS = 2000;
const ICONS = {
  Copy: "M9 9h10v11H9zM15 9V5H5v11h4",
  Copied: "M5 12.500l4.500 4.500L19 7.500",
  Regenerate: "M19 8a8 8 0 1 0 1 6M19.500 3.500V8H15",
  "Good reply": "M7 11v9H4v-9zM7 11l4-7c2 0 2.500 1.500 2 3l-.700 3H18c1.500 0 2.300 1 2 2.500l-1 5.500c-.300 1.300-1 2-2.500 2H7",
  "Bad reply": "M17 13V4h3v9zM17 13l-4 7c-2 0-2.500-1.500-2-3l.700-3H6c-1.500 0-2.300-1-2-2.500l1-5.500C5.300 4.700 6 4 7.500 4H17",
  Edit: "M5 19l1-4L16.500 4.500l3 3L9 18zM14 7l3 3",
};

function icon(name) {
  const made = document.createElementNS(SVG, "svg");
  const path = document.createElementNS(SVG, "path");
  for (const [key, value] of Object.entries({ viewBox: "0 0 24 24", width: 18, height: 18, "aria-hidden": "true" })) made.setAttribute(key, value);
  for (const [key, value] of Object.entries({ d: ICONS[name], fill: "none", stroke: "currentColor", "stroke-width": 1.8, "stroke-linecap": "round", "stroke-linejoin": "round" })) path.setAttribute(key, value);
  made.append(path);
  return made;
}

function tool(name, onclick, attributes = {}) {
  return node("button", { type: "button", class: "tool", "aria-label": name, title: name, onclick, ...attributes }, icon(name));
}

// What is said in one turn stands between a message of the person and the next.
function turns(log) {
  const found = [];
  for (const child of log.children) {
    if (child.dataset.role === "user" || !found.length) found.push([]);
    found.at(-1).push(child);
  }
  return found;
}

// Give every turn its tools; only the last message can be edited, and only the last reply asked for again.
export function dress(log, acts) {
  undress(log);
  const all = turns(log);
  all.forEach((turn, at) => {
    const said = turn.find((each) => each.dataset.role === "user");
    const replies = turn.filter((each) => each.dataset.role === "assistant");
    const last = at === all.length - 1;
    if (said && last) said.append(tool("Edit", () => acts.edit(said), { "data-last": "" }));
    if (replies.length) about(turn, replies, last && said, acts);
  });
}

// While a reply is written nothing can be asked again.
export function undress(log) {
  log.querySelectorAll(".tool[data-last]").forEach((each) => each.remove());
}

function about(turn, replies, said, acts) {
  let row = turn.find((each) => each.matches(".tools"));
  if (!row) {
    row = node("div", { class: "tools", role: "group", "aria-label": "About this reply" },
      tool("Copy", (event) => copy(event.currentTarget, replies)), ...thumbs(replies.at(-1)));
    turn.at(-1).after(row);
  }
  if (said) row.firstChild.after(tool("Regenerate", () => acts.again(said), { "data-last": "" }));
}

function thumbs(reply) {
  const buttons = [["Good reply", "up"], ["Bad reply", "down"]].map(([name, value]) => tool(name, async () => {
    const chosen = reply.dataset.feedback === value ? null : value;
    if (await rate(reply.dataset.message, chosen)) press(chosen);
  }, { "data-value": value }));
  const press = (chosen) => {
    reply.dataset.feedback = chosen ?? "";
    buttons.forEach((each) => each.setAttribute("aria-pressed", String(each.dataset.value === chosen)));
  };
  press(reply.dataset.feedback || null);
  return buttons;
}

async function rate(message, value) {
  try {
    await json("POST", "/api/feedback", { message, value });
    return true;
  } catch (error) {
    banner(error instanceof ServerError ? error.message : "The clinic could not be reached.");
    return false;
  }
}

async function copy(button, replies) {
  const text = replies.map((each) => seen(each).innerText).join("\n\n");
  const name = await clipped(text) ? "Copied" : "Copy";
  if (name === "Copy") return;
  button.replaceChildren(icon(name), name);
  button.setAttribute("aria-label", name);
  setTimeout(() => { button.replaceChildren(icon("Copy")); button.setAttribute("aria-label", "Copy"); }, COPIED_MS);
}

// Where the clipboard is out of reach, as on a page without TLS, the old way of selecting and copying is left.
async function clipped(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const focused = document.activeElement;
    const area = node("textarea", { class: "unseen", "aria-hidden": "true" });
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    focused?.focus();
    return done;
  }
}
