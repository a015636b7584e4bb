// The page's parts as DOM nodes.

import { update } from "./markdown.js";

// The parts that have an id, wherever in the page they are moved to; another element can take the place of one.
const parts = new Map([...document.querySelectorAll("[id]")].map((each) => [each.id, each]));
export const $ = (id) => parts.get(id);

export function replace(id, made) {
  $(id).replaceWith(made);
  parts.set(id, made);
}

// What people see of a node: itself, or a copy that was drawn of it (dom/mirror.js).
const copies = new WeakMap();
export const seen = (node) => copies.get(node) ?? node;

export function drawn(node, copy) {
  copies.set(node, copy);
}

export function node(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== undefined && value !== null && value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

export function bubble(role) {
  return node("div", { class: "bubble", "data-role": role, role: "group", "aria-label": role === "user" ? "You" : "Assistant" });
}

// What a user wrote is shown as it was typed; replies are markdown.
export function fill(target, message, { growing = false } = {}) {
  if (message.role === "user") target.replaceChildren(document.createTextNode(message.text), ...(message.attachments ?? []).map(file));
  else update(target, message.text, { growing: growing || message.stopped });
  target.toggleAttribute("data-stopped", Boolean(message.stopped));
  if (message.stopped) target.setAttribute("aria-label", "Assistant, reply stopped");
  return target;
}

function file({ id, name }) {
  return node("a", { class: "file", href: id && `/api/attachments/${id}`, download: name }, name);
}

export function suggestions(texts, choose) {
  const place = $("suggestions");
  place.replaceChildren();
  if (!texts.length) return;
  const buttons = texts.map((text) => node("button", { type: "button", class: "chip", onclick: () => choose(text) }, text));
  place.append(node("div", { role: "group", "aria-label": "Suggested replies", class: "chips" }, ...buttons));
}

export function banner(text, retry) {
  const place = $("banner");
  place.replaceChildren();
  if (!text) return;
  const alert = node("p", { role: "alert" }, text);
  place.append(node("div", { class: "banner" }, alert,
    retry ? node("button", { type: "button", class: "secondary", onclick: retry }, "Retry") : "",
    node("button", { type: "button", class: "secondary", onclick: () => { banner(""); $("message").focus(); } }, "Dismiss")));
}

export function typing(shown) {
  const place = $("status");
  if (!shown) place.replaceChildren();
  else if (!place.firstChild) {
    place.append(node("div", { role: "status", "aria-label": "Typing", class: "typing" },
      node("span", { class: "unseen" }, "Typing"), ...[1, 2, 3].map(() => node("i", { "aria-hidden": "true" }))));
  }
}

export function list(conversations, current, open) {
  $("list").replaceChildren(...conversations.map(({ id, title }) => node("li", {},
    node("a", { href: `?conversation=${id}`, "aria-current": id === current ? "page" : null, onclick: (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      open(id);
    } }, title))));
  $("none").hidden = conversations.length > 0;
}

export function isNearEnd() {
  const place = $("scroller");
  return place.scrollHeight - place.scrollTop - place.clientHeight < 80;
}

export function scroll(follow) {
  const place = $("scroller");
  if (follow) place.scrollTop = place.scrollHeight;
}

export function menu(open) {
  $("page").classList.toggle("menu", open);
  $("toggle").setAttribute("aria-expanded", String(open));
}

$("toggle").addEventListener("click", () => menu(!$("page").classList.contains("menu")));
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && $("page").classList.contains("menu")) { menu(false); $("toggle").focus(); }
});
