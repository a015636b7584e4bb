// The page: one conversation at a time, one reply at a time.

import { card, filled, mark, options, renew } from "./card.js";
import * as composer from "./composer.js";
import { sent } from "./files.js";
import { ServerError, json } from "./http.js";
import { connect } from "./stream.js";
import { dress, undress } from "./tools.js";
import { faults, learn } from "./faults.js";
import { $, banner, bubble, fill, isNearEnd, list, menu, scroll, seen, suggestions, typing } from "./view.js";

const HINT = $("hint").textContent;
const STARTERS = ["What are your opening hours?", "How much is a check-up?", "Can I move my appointment to Thursday?"];
const LOST = "The connection was lost, and the reply is incomplete.";
const hidden = new Set((new URLSearchParams(location.search).get("hide") ?? "").split(","));
hidden.delete("");
const log = $("log");
const line = connect(document.body.dataset.transport, { worker: hidden.has("stream") });

let conversation = null;
let conversations = [];
let turn = null;
let ready = Promise.resolve();
let visits = 0;

// For measurements: when each reply of this page was really at its end, as people see it.
window.clinic = { ended: null, turns: [] };

// --- a turn

// `replaced` is the message that this one takes the place of: asked again as it is, or edited.
async function send(text, replaced, files = replaced?.files ?? []) {
  if (turn) {
    $("hint").textContent = "The assistant is still answering.";
    return;
  }
  const mine = { run: crypto.randomUUID(), replaces: replaced?.dataset.run, control: new AbortController(), bubbles: [], finished: false };
  turn = mine;
  begin(mine, text, files, replaced);
  try {
    await ready;
    if (turn !== mine) return;
    if (!conversation) throw new ServerError("There is no conversation. Please begin a new one.");
    name(text);
    const attachments = await sent(files, mine.said, mine.control.signal);
    const ask = {
      threadId: conversation, runId: mine.run, state: {}, tools: [], context: [],
      forwardedProps: { replaces: mine.replaces, attachments },
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

function begin(mine, text, files, replaced) {
  $("welcome").hidden = true;
  banner("");
  suggestions([]);
  if (replaced) forget(replaced, { keep: said(replaced) === text && replaced.files === files });
  mine.said = replaced?.parentNode ? replaced : fill(bubble("user"), { role: "user", text, attachments: files });
  mine.said.files = files;
  mine.said.dataset.run = mine.run;
  if (mine.said !== replaced) log.append(mine.said);
  undress(log);
  renew(log);
  busy(true);
  if (!hidden.has("typing")) typing(true);
  scroll(true);
}

// Take away what followed a message, and the message itself where it is not kept.
function forget(message, { keep }) {
  while (message.nextSibling) message.nextSibling.remove();
  if (!keep) message.remove();
}

function said(message) {
  return message.firstChild?.textContent ?? "";
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
    made.dataset.message = event.messageId;
    log.append(made);
    mine.bubbles.push({ id: event.messageId, node: made, message: { role: "assistant", text: "" } });
  } else if (event.type === "TEXT_MESSAGE_CONTENT") {
    const at = mine.bubbles.find(({ id }) => id === event.messageId);
    at.message.text += event.delta;
    fill(at.node, at.message, { growing: true });
    if (faults.has("markup-executed")) at.node.innerHTML = at.message.text;
    if (!hidden.size) typing(faults.has("stuck-typing"));
  } else if (event.type === "TEXT_MESSAGE_END") {
    const at = mine.bubbles.find(({ id }) => id === event.messageId);
    if (at && !faults.has("markup-executed")) fill(at.node, at.message);
  } else if (event.type === "CUSTOM" && event.name === "card") {
    log.append(card(event.value, act));
    renew(log);
  } else if (event.type === "CUSTOM" && event.name === "options") {
    log.append(options(event.value, choose));
  } else if (event.type === "CUSTOM" && event.name === "suggestions") {
    mine.suggestions = event.value;
  } else if (event.type === "RUN_ERROR") {
    mine.finished = true;
    banner(event.message, () => again(mine.said));
  } else if (event.type === "RUN_FINISHED") {
    mine.finished = true;
  }
  scroll(near);
}

function failed(mine, error) {
  mine.stopped = true;
  for (const { node: made, message } of mine.bubbles.slice(-1)) fill(made, Object.assign(message, { stopped: true }));
  if (error.name === "AbortError") return;
  banner(error instanceof ServerError ? error.message : LOST, conversation && (() => again(mine.said)));
  if (!(error instanceof ServerError || error instanceof TypeError)) throw error;
}

// Everything that shows a reply is at its end happens here, in one go; the time is taken last.
async function end(mine) {
  if (mine.control.signal.aborted) await keepStopped(mine);
  if (turn !== mine) return;
  const near = isNearEnd();
  const hadFocus = $("stop").matches(":focus");
  typing(faults.has("stuck-typing"));
  suggestions(mine.suggestions ?? [], choose);
  dress(log, acts);
  busy(false);
  $("hint").textContent = HINT;
  turn = null;
  if (hadFocus) composer.field.focus();
  scroll(near);
  const text = mine.bubbles.map(({ node: made }) => seen(made).innerText).join("\n\n");
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

// --- asking again, cards and suggestions

const acts = { again, edit: (message) => composer.edit(message, said(message)) };

function again(message) {
  choose(said(message), message);
}

async function act(action, button) {
  if (action.suggest) {
    suggestions(action.suggest, choose);
    $("suggestions").querySelector("button")?.focus();
  }
  if (!action.call) return;
  const made = button.closest(".card");
  const body = { ...action.call.body, ...filled(made) };
  const buttons = made.querySelectorAll("button");
  buttons.forEach((each) => { each.disabled = true; });
  banner("");
  try {
    const call = () => json(action.call.method, action.call.path, body).catch((error) => {
      if (!faults.has("error-swallowed")) throw error;
    });
    await Promise.all(faults.has("double-submit") ? [call(), call()] : [call()]);
    mark(made, "done");
    seen(made).focus({ preventScroll: true });
    seen(made).scrollIntoView({ block: "nearest" });
  } catch (error) {
    buttons.forEach((each) => { each.disabled = false; });
    banner(error instanceof ServerError ? error.message : "The clinic could not be reached.");
  }
}

function choose(text, replaced) {
  if (matchMedia("(hover: hover)").matches) composer.field.focus();
  else seen(log).focus({ preventScroll: true });
  send(text, replaced);
}

// --- conversations

async function start() {
  const options = new URLSearchParams(location.search);
  options.delete("conversation");
  options.delete("hide");
  const { id, faults: wrong } = await json("POST", `/api/conversations?${options}`);
  return { id, messages: [], shown: 0, suggestions: [], faults: wrong };
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
  composer.keep();
  log.replaceChildren();
  menu(false);
}

function show({ id, messages, shown, suggestions: offered, faults: wrong }, { push }) {
  conversation = id;
  learn(wrong);
  line.open(id);
  const address = new URL(location.href);
  address.searchParams.set("conversation", id);
  history[push ? "pushState" : "replaceState"](null, "", address);
  const before = shown ? messages.slice(-shown) : [];
  log.prepend(...before.flatMap(shownAs));
  renew(log);
  $("welcome").hidden = log.childElementCount > 0;
  if (!turn) dress(log, acts);
  if (!turn) suggestions(log.childElementCount ? offered : STARTERS, choose);
  list(conversations, conversation, (other) => go(() => open(other)));
  scroll(true);
}

function shownAs(message) {
  const made = fill(bubble(message.role), message);
  made.files = message.attachments;
  Object.assign(made.dataset, { run: message.run, message: message.id, feedback: message.feedback ?? "" });
  return [made, ...message.cards.map((value) => card(value, act)), ...(message.choice ? [options(message.choice, choose)] : [])];
}

function name(text) {
  const first = log.querySelectorAll("[data-role=user]").length === 1;
  const known = conversations.some(({ id }) => id === conversation);
  if (known && !first) return;
  const title = Array.from(text.trim().split(/\s+/).join(" ")).slice(0, 60).join("") || "New conversation";
  if (known) conversations.find(({ id }) => id === conversation).title = title;
  else conversations.unshift({ id: conversation, title });
  list(conversations, conversation, (other) => go(() => open(other)));
}

composer.listen((text, replaced, files) => {
  const free = !turn;
  send(text, replaced, files);
  return free;
});
$("stop").addEventListener("click", () => turn?.control.abort());
$("new").addEventListener("click", () => { go(start); composer.field.focus(); });
window.addEventListener("popstate", () => {
  const id = new URLSearchParams(location.search).get("conversation");
  if (id) go(() => open(id), { push: false });
});

// Pictures are fetched ahead, so that a card is whole when it appears.
for (const who of ["patel", "okafor", "rossi", "lindqvist", "parcel"]) new Image().src = `/static/${who}.svg`;

go(async () => {
  const id = new URLSearchParams(location.search).get("conversation");
  conversations = await json("GET", "/api/conversations");
  return id ? open(id) : start();
}, { push: false, fresh: false });
