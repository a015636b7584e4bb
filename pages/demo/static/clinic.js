// The page: one conversation at a time, one reply at a time.

import { ServerError, json } from "./http.js";
import { connect } from "./stream.js";
import { $, banner, bubble, card, fill, list, mark, node, suggestions, typing } from "./view.js";

const HINT = $("hint").textContent;
const STARTERS = ["What are your opening hours?", "How much is a check-up?", "Can I move my appointment to Thursday?"];
const LOST = "The connection was lost, and the reply is incomplete.";
const hidden = new Set((new URLSearchParams(location.search).get("hide") ?? "").split(","));
hidden.delete("");
const log = $("log");
const composer = $("message");
const line = connect(document.body.dataset.transport, { worker: hidden.has("stream") });

let conversation = null;
let conversations = [];
let turn = null;
let ready = Promise.resolve();
let visits = 0;

// For measurements: when each reply of this page was really at its end, as people see it.
window.clinic = { ended: null, turns: [] };

// --- a turn

async function send(text) {
  if (turn) {
    $("hint").textContent = "The assistant is still answering.";
    return;
  }
  const mine = { run: crypto.randomUUID(), control: new AbortController(), bubbles: [], finished: false };
  turn = mine;
  begin(text);
  try {
    await ready;
    if (turn !== mine) return;
    if (!conversation) throw new ServerError("There is no conversation. Please begin a new one.");
    name(text);
    const ask = {
      threadId: conversation, runId: mine.run, state: {}, tools: [], context: [], forwardedProps: {},
      messages: [{ id: crypto.randomUUID(), role: "user", content: text }],
    };
    for await (const event of line.events(ask, mine.control.signal)) {
      if (turn !== mine) return;
      take(mine, event);
    }
    if (!mine.finished) throw new TypeError("cut");
  } catch (error) {
    if (turn !== mine) return;
    failed(mine, error);
  }
  await end(mine);
}

function begin(text) {
  $("welcome").hidden = true;
  banner("");
  suggestions([]);
  log.append(fill(bubble("user"), { role: "user", text }));
  busy(true);
  if (!hidden.has("typing")) typing(true);
  scroll(true);
}

function busy(on) {
  if (!hidden.has("busy")) log.setAttribute("aria-busy", String(on));
  if (!hidden.has("stop")) {
    $("send").hidden = on;
    $("stop").hidden = !on;
  }
}

function take(mine, event) {
  const near = isNearEnd();
  if (event.type === "TEXT_MESSAGE_START") {
    const made = bubble("assistant");
    log.append(made);
    mine.bubbles.push({ id: event.messageId, node: made, message: { role: "assistant", text: "" } });
  } else if (event.type === "TEXT_MESSAGE_CONTENT") {
    const at = mine.bubbles.find(({ id }) => id === event.messageId);
    at.message.text += event.delta;
    fill(at.node, at.message, { growing: true });
    if (!hidden.size) typing(false);
  } else if (event.type === "TEXT_MESSAGE_END") {
    const at = mine.bubbles.find(({ id }) => id === event.messageId);
    if (at) fill(at.node, at.message);
  } else if (event.type === "CUSTOM" && event.name === "card") {
    log.querySelectorAll(".card[data-state=open]").forEach((old) => mark(old, "replaced"));
    log.append(card(event.value, act));
  } else if (event.type === "CUSTOM" && event.name === "suggestions") {
    mine.suggestions = event.value;
  } else if (event.type === "RUN_ERROR") {
    mine.finished = true;
    banner(event.message);
  } else if (event.type === "RUN_FINISHED") {
    mine.finished = true;
  }
  scroll(near);
}

function failed(mine, error) {
  mine.stopped = true;
  for (const { node: made, message } of mine.bubbles.slice(-1)) fill(made, Object.assign(message, { stopped: true }));
  if (error.name === "AbortError") return;
  banner(error instanceof ServerError ? error.message : LOST);
  if (!(error instanceof ServerError || error instanceof TypeError)) throw error;
}

// Everything that shows a reply is at its end happens here, in one go; the time is taken last.
async function end(mine) {
  if (mine.control.signal.aborted) await keepStopped(mine);
  if (turn !== mine) return;
  const near = isNearEnd();
  const hadFocus = document.activeElement === $("stop");
  typing(false);
  suggestions(mine.suggestions ?? [], choose);
  busy(false);
  $("hint").textContent = HINT;
  turn = null;
  if (hadFocus) composer.focus();
  scroll(near);
  const text = mine.bubbles.map(({ node: made }) => made.innerText).join("\n\n");
  window.clinic.ended = { at: performance.timeOrigin + performance.now(), text, turn: window.clinic.turns.length + 1 };
  window.clinic.turns.push(window.clinic.ended);
}

async function keepStopped(mine) {
  const kept = mine.bubbles.map(({ message }) => Array.from(message.text).length);
  try {
    await json("POST", `/api/conversations/${conversation}/stop`, { run: mine.run, kept });
  } catch {
    banner("The reply was stopped, but the clinic could not be told.");
  }
}

// --- cards and suggestions

async function act(action, button) {
  if (action.suggest) {
    suggestions(action.suggest, choose);
    $("suggestions").querySelector("button")?.focus();
  }
  if (!action.call) return;
  const made = button.closest(".card");
  const buttons = made.querySelectorAll("button");
  buttons.forEach((each) => { each.disabled = true; });
  banner("");
  try {
    await json(action.call.method, action.call.path, action.call.body);
    mark(made, "done");
    made.focus({ preventScroll: true });
    made.scrollIntoView({ block: "nearest" });
  } catch (error) {
    buttons.forEach((each) => { each.disabled = false; });
    banner(error instanceof ServerError ? error.message : "The clinic could not be reached.");
  }
}

function choose(text) {
  if (matchMedia("(hover: hover)").matches) composer.focus();
  else log.focus({ preventScroll: true });
  send(text);
}

// --- conversations

async function start() {
  const options = new URLSearchParams(location.search);
  options.delete("conversation");
  options.delete("hide");
  const { id } = await json("POST", `/api/conversations?${options}`);
  return { id, messages: [], shown: 0, suggestions: [] };
}

function open(id) {
  return json("GET", `/api/conversations/${encodeURIComponent(id)}`);
}

// Go to the conversation that `find` gets. `fresh` is false while the page loads: what was sent by then stays.
function go(find, { push = true, fresh = true } = {}) {
  const visit = ++visits;
  if (fresh) leave();
  ready = find().then((found) => { if (visit === visits) show(found, { push }); }).catch((error) => {
    if (visit !== visits) return;
    conversation = null;
    banner(error instanceof ServerError ? error.message : "The clinic could not be reached.");
  });
}

// Leave the conversation on the page; a reply that is still being written stops.
function leave() {
  turn?.control.abort();
  turn = null;
  busy(false);
  typing(false);
  banner("");
  suggestions([]);
  log.replaceChildren();
  menu(false);
}

function show({ id, messages, shown, suggestions: offered }, { push }) {
  conversation = id;
  line.open(id);
  const address = new URL(location.href);
  address.searchParams.set("conversation", id);
  history[push ? "pushState" : "replaceState"](null, "", address);
  const before = shown ? messages.slice(-shown) : [];
  log.prepend(...before.flatMap((message) => [
    fill(bubble(message.role), message), ...message.cards.map((value) => card(value, act)),
  ]));
  $("welcome").hidden = log.childElementCount > 0;
  if (!turn) suggestions(log.childElementCount ? offered : STARTERS, choose);
  list(conversations, conversation, (other) => go(() => open(other)));
  scroll(true);
}

function name(text) {
  if (conversations.some(({ id }) => id === conversation)) return;
  const title = text.trim().split(/\s+/).join(" ");
  conversations.unshift({ id: conversation, title: Array.from(title).slice(0, 60).join("") });
  list(conversations, conversation, (other) => go(() => open(other)));
}

// --- the page

function isNearEnd() {
  const place = $("scroller");
  return place.scrollHeight - place.scrollTop - place.clientHeight < 80;
}

function scroll(follow) {
  const place = $("scroller");
  if (follow) place.scrollTop = place.scrollHeight;
}

function menu(open) {
  document.body.classList.toggle("menu", open);
  $("toggle").setAttribute("aria-expanded", String(open));
}

function grow() {
  composer.style.height = "auto";
  composer.style.height = `${Math.min(composer.scrollHeight, 160)}px`;
}

function submit() {
  const text = composer.value.trim();
  if (!text) return;
  if (!turn) {
    composer.value = "";
    grow();
  }
  send(text);
}

$("form").addEventListener("submit", (event) => { event.preventDefault(); submit(); });
composer.addEventListener("input", grow);
composer.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  submit();
});
$("stop").addEventListener("click", () => turn?.control.abort());
$("new").addEventListener("click", () => { go(start); composer.focus(); });
$("toggle").addEventListener("click", () => menu(!document.body.classList.contains("menu")));
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && document.body.classList.contains("menu")) { menu(false); $("toggle").focus(); }
});
window.addEventListener("popstate", () => {
  const id = new URLSearchParams(location.search).get("conversation");
  if (id) go(() => open(id), { push: false });
});

// Portraits are fetched ahead, so that a card is whole when it appears.
for (const who of ["patel", "okafor", "rossi", "lindqvist"]) new Image().src = `/static/${who}.svg`;

go(async () => {
  const id = new URLSearchParams(location.search).get("conversation");
  conversations = await json("GET", "/api/conversations");
  return id ? open(id) : start();
}, { push: false, fresh: false });
