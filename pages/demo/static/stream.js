// The page's way to its replies: a transport, used here or inside a worker.

import { ServerError } from "./http.js";
import { TRANSPORTS, inbox } from "./transports.js";

export function connect(name, { worker = false } = {}) {
  return worker ? inWorker(name) : TRANSPORTS[name]();
}

function inWorker(name) {
  const worker = new Worker(`/static/worker.js?transport=${name}`, { type: "module" });
  let current = null, hear = () => {};
  worker.onmessage = ({ data: { run, event, done, failed, refused } }) => {
    if (run !== current) return;
    hear(failed === undefined ? { event, done } : { error: refused ? new ServerError(failed) : new TypeError(failed) });
  };
  worker.onerror = () => hear({ error: new TypeError("the worker failed") });
  return {
    open(conversation) { worker.postMessage({ open: conversation }); },
    async *events(ask, signal) {
      const { push, read } = inbox(signal);
      [current, hear] = [ask.runId, push];
      signal.addEventListener("abort", () => worker.postMessage({ abort: ask.runId }), { once: true });
      worker.postMessage({ ask });
      yield* read();
    },
  };
}
