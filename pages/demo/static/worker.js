// Reads replies in a worker, where nothing of the page sees the connection.

import { ServerError } from "./http.js";
import { TRANSPORTS } from "./transports.js";

const line = TRANSPORTS[new URLSearchParams(location.search).get("transport")]();
const runs = new Map();

async function tell(ask) {
  const control = new AbortController();
  runs.set(ask.runId, control);
  try {
    for await (const event of line.events(ask, control.signal)) postMessage({ run: ask.runId, event });
    postMessage({ run: ask.runId, done: true });
  } catch (error) {
    postMessage({ run: ask.runId, failed: error.message, refused: error instanceof ServerError });
  } finally {
    runs.delete(ask.runId);
  }
}

onmessage = ({ data }) => {
  if (data.open) line.open(data.open);
  if (data.ask) tell(data.ask);
  if (data.abort) runs.get(data.abort)?.abort();
};
