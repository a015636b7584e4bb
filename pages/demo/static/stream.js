// A run over the wire: AG-UI events out of server-sent events, read here or inside a worker.

export class ServerError extends Error {}

const WORKER = `
onmessage = async ({ data }) => {
  try {
    const response = await fetch(data.url, data.options);
    if (!response.ok) return postMessage({ status: response.status, error: await response.text() });
    const reader = response.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return postMessage({ done: true });
      postMessage({ value });
    }
  } catch (error) {
    postMessage({ failed: String(error) });
  }
};`;

export function post(url, body) {
  return { url, options: { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) } };
}

export async function* events(request, { signal, worker = false }) {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of worker ? readInWorker(request, signal) : read(request, signal)) {
    const frames = (rest + decoder.decode(bytes, { stream: true })).split("\n\n");
    rest = frames.pop();
    for (const frame of frames) {
      const data = frame.split("\n").filter((line) => line.startsWith("data:")).map((line) => line.slice(5).trimStart());
      if (data.length) yield JSON.parse(data.join("\n"));
    }
  }
}

async function* read({ url, options }, signal) {
  const response = await fetch(url, { ...options, signal });
  if (!response.ok) throw new ServerError(reason(await response.text()));
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

async function* readInWorker({ url, options }, signal) {
  const address = URL.createObjectURL(new Blob([WORKER], { type: "text/javascript" }));
  const worker = new Worker(address);
  const waiting = [];
  let wake = () => {};
  const push = (message) => { waiting.push(message); wake(); };
  worker.onmessage = ({ data }) => push(data);
  worker.onerror = () => push({ failed: "the worker failed" });
  signal.addEventListener("abort", () => push({ aborted: true }));
  worker.postMessage({ url: new URL(url, location.href).href, options });
  try {
    for (;;) {
      if (!waiting.length) await new Promise((resolve) => { wake = resolve; });
      const message = waiting.shift();
      if (message.aborted) throw new DOMException("stopped", "AbortError");
      if (message.error !== undefined) throw new ServerError(reason(message.error));
      if (message.failed) throw new TypeError(message.failed);
      if (message.done) return;
      yield message.value;
    }
  } finally {
    worker.terminate();
    URL.revokeObjectURL(address);
  }
}

export async function json(method, path, body) {
  const options = body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(path, { method, ...options });
  const text = await response.text();
  if (!response.ok) throw new ServerError(reason(text));
  return JSON.parse(text);
}

function reason(text) {
  try {
    return JSON.parse(text).error || "The server refused the request.";
  } catch {
    return "The server failed to answer.";
  }
}
