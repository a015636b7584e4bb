// The ways in which a reply reaches the page. Each is made once for a page: `open` is told which conversation is
// shown, `events` asks for a run (AG-UI RunAgentInput) and iterates over its events. It throws ServerError where the
// server refuses, AbortError where the signal aborts, TypeError where there is no connection; where one breaks it ends
// without the last event.

import { ServerError, json, posted, reason } from "./http.js";

const perTurn = (events) => () => ({ open() {}, events });

export const TRANSPORTS = {
  fetch: perTurn(fetched),
  xhr: perTurn(requested),
  eventsource: perTurn(listened),
  polling: perTurn(polled),
  websocket,
  shared,
};

// --- a connection for each turn

async function* fetched(ask, signal) {
  const response = await fetch("/api/chat", { ...posted(ask), signal });
  if (!response.ok) throw new ServerError(reason(await response.text()));
  const reader = response.body.getReader(), decoder = new TextDecoder(), parse = frames();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield* parse(decoder.decode(value, { stream: true }));
  }
}

async function* requested(ask, signal) {
  const { push, read } = inbox(signal), parse = frames(), xhr = new XMLHttpRequest();
  let seen = 0;
  const take = () => {
    if (xhr.status !== 200) return;
    for (const event of parse(xhr.responseText.slice(seen))) push({ event });
    seen = xhr.responseText.length;
  };
  xhr.onprogress = take;
  xhr.onload = () => { take(); push(xhr.status === 200 ? { done: true } : { error: new ServerError(reason(xhr.responseText)) }); };
  xhr.onerror = () => push({ error: new TypeError("cut") });
  const { method, headers, body } = posted(ask);
  xhr.open(method, "/api/chat");
  for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
  xhr.send(body);
  try {
    yield* read();
  } finally {
    xhr.abort();
  }
}

async function* listened(ask, signal) {
  await start(ask, signal);
  const { push, read } = inbox(signal), source = new EventSource(`${address(ask)}/events`);
  source.onmessage = ({ data }) => push({ event: JSON.parse(data) });
  source.onerror = () => push({ done: true });
  try {
    yield* of(ask.runId, read());
  } finally {
    source.close();
  }
}

async function* polled(ask, signal) {
  await start(ask, signal);
  for (let after = 0, over = false; !over;) {
    const told = await json("GET", `${address(ask)}/poll?after=${after}`, undefined, signal);
    yield* told.events;
    ({ next: after, over } = told);
  }
}

const start = (ask, signal) => json("POST", "/api/runs", ask, signal);
const address = ({ threadId, runId }) => `/api/conversations/${threadId}/runs/${runId}`;

// --- one connection for all turns; one that broke is made anew for the next turn

function websocket() {
  let line = null, hear = () => {};
  const connect = () => line ??= new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws${location.origin.slice("http".length)}/api/socket`);
    socket.onopen = () => resolve(socket);
    socket.onmessage = ({ data }) => hear({ event: JSON.parse(data) });
    socket.onclose = () => { line = null; hear({ done: true }); reject(new TypeError("closed")); };
  });
  return {
    open() { connect().catch(() => {}); },
    async *events(ask, signal) {
      const { push, read } = inbox(signal), socket = await connect();
      signal.throwIfAborted();
      hear = push;
      socket.send(JSON.stringify(ask));
      try {
        yield* of(ask.runId, read());
      } finally {
        if (signal.aborted) socket.send(JSON.stringify({ stop: ask.runId }));
      }
    },
  };
}

function shared() {
  let line = null, hear = () => {};
  const connect = (conversation) => {
    if (line?.conversation === conversation) return line.opened;
    line?.source.close();
    const source = new EventSource(`/api/conversations/${conversation}/events`);
    const opened = new Promise((resolve, reject) => {
      source.onopen = resolve;
      source.onmessage = ({ data }) => hear({ event: JSON.parse(data) });
      source.onerror = () => { source.close(); line = null; hear({ done: true }); reject(new TypeError("closed")); };
    });
    line = { conversation, source, opened };
    return opened;
  };
  return {
    open(conversation) { connect(conversation).catch(() => {}); },
    async *events(ask, signal) {
      const { push, read } = inbox(signal);
      await connect(ask.threadId);
      hear = push;
      await start(ask, signal);
      yield* of(ask.runId, read());
    },
  };
}

// --- what they share

// Server-sent events out of pieces of text.
function frames() {
  let rest = "";
  return function* (text) {
    const whole = (rest + text).split("\n\n");
    rest = whole.pop();
    for (const frame of whole) {
      const data = frame.split("\n").filter((line) => line.startsWith("data:")).map((line) => line.slice(5).trimStart());
      if (data.length) yield JSON.parse(data.join("\n"));
    }
  };
}

// The events of one run out of those of a connection, up to its last one.
async function* of(run, events) {
  let own = false;
  for await (const event of events) {
    if (event.type === "RUN_STARTED") own = event.runId === run;
    if (!own) continue;
    yield event;
    if (event.type === "RUN_FINISHED" || event.type === "RUN_ERROR") return;
  }
}

// What callbacks push, as an iterator: `event`s, until `done` or `error`; it fails once the signal aborts.
export function inbox(signal) {
  const waiting = [];
  let wake = () => {};
  const push = (message) => { waiting.push(message); wake(); };
  signal.addEventListener("abort", () => push({ error: signal.reason }), { once: true });
  async function* read() {
    for (;;) {
      while (!waiting.length) await new Promise((resolve) => { wake = resolve; });
      const { event, error, done } = waiting.shift();
      if (error) throw error;
      if (done) return;
      yield event;
    }
  }
  return { push, read };
}
