// Cards and options, and what of them can still be used.

import { node } from "./view.js";

const REPLACED = "No longer current";

export function card(value, act) {
  const title = `card-${value.id}`;
  const fields = node("dl");
  for (const [name, text] of value.fields) fields.append(node("div", {}, node("dt", {}, name), node("dd", {}, text)));
  const made = node("article", { class: "card", "aria-labelledby": title, "data-card": value.id, "data-kind": value.kind, tabindex: "-1" },
    node("div", { class: "head" }, node("img", { src: value.image.src, alt: value.image.alt, width: 56, height: 56 }),
      node("h3", { id: title }, value.title)),
    fields, ...value.inputs.map((each) => input(each, value.id)),
    node("div", { class: "actions" }, ...value.actions.map((action) => control(action, act))));
  made.done = value.done;
  mark(made, value.state);
  return made;
}

function input({ name, label, value, options, longest }, card) {
  const id = `${name}-${card}`;
  const made = options
    ? node("select", { id, name }, ...Object.entries(options).map(([key, text]) => node("option", { value: key, selected: key === value }, text)))
    : node("input", { id, name, value, maxlength: longest, placeholder: "Optional", autocomplete: "off" });
  return node("div", { class: "input" }, node("label", { for: id }, label), made);
}

function control(action, act) {
  if (action.href) {
    const place = action.download ? { download: "" } : { target: "_blank", rel: "noopener" };
    return node("a", { class: "secondary", href: action.href, ...place }, action.name);
  }
  return node("button", {
    type: "button", class: action.name === "Confirm" ? "primary" : "secondary", onclick: (event) => act(action, event.currentTarget),
  }, action.name);
}

// What was put into the inputs of a card, by name.
export function filled(made) {
  return Object.fromEntries([...made.querySelectorAll("input, select")].map(({ name, value }) => [name, value]));
}

// A card that is done, or that a newer one replaced, says so and cannot be used any more.
export function mark(made, state) {
  made.dataset.state = state;
  made.querySelector(".note")?.remove();
  made.querySelectorAll("button, input, select").forEach((each) => { each.disabled = state !== "open"; });
  if (state === "open") return;
  made.append(node("p", { class: "note" }, state === "done" ? made.done.note : REPLACED));
  if (state !== "done") return;
  for (const row of made.querySelectorAll("dl > div")) {
    row.lastChild.textContent = made.done.fields?.[row.firstChild.textContent] ?? row.lastChild.textContent;
  }
}

export function options({ label, options: texts }, choose) {
  const buttons = texts.map((text) => node("button", { type: "button", onclick: () => choose(text) }, text));
  return node("div", { class: "options", role: "group", "aria-label": label }, ...buttons);
}

// Of each kind only the last card can be used; options only until something was said after them.
export function renew(log) {
  const last = new Map();
  const cards = [...log.querySelectorAll(".card")];
  cards.forEach((each) => last.set(each.dataset.kind, each));
  for (const each of cards) {
    const state = last.get(each.dataset.kind) === each ? "open" : "replaced";
    if (each.dataset.state !== "done" && each.dataset.state !== state) mark(each, state);
  }
  log.querySelectorAll(".options").forEach(used);
}

function used(group) {
  let next = group.nextElementSibling;
  while (next && next.dataset.role !== "user") next = next.nextElementSibling;
  for (const button of group.children) {
    button.disabled = Boolean(next);
    if (next) button.setAttribute("aria-pressed", String(next.firstChild?.textContent === button.textContent));
    else button.removeAttribute("aria-pressed");
  }
}
