// Ordinary requests: JSON there and back, and what a refusal says.

export class ServerError extends Error {}

export function posted(body) {
  return { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

export async function json(method, path, body, signal) {
  const options = body === undefined ? {} : body instanceof Blob ? { body } : posted(body);
  const response = await fetch(path, { ...options, method, signal });
  const text = await response.text();
  if (!response.ok) throw new ServerError(reason(text));
  return JSON.parse(text);
}

export function reason(text) {
  try {
    return JSON.parse(text).error || "The server refused the request.";
  } catch {
    return "The server failed to answer.";
  }
}
