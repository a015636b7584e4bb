// Files: chosen in the composer, shown as chips, sent along with the message.

import { json } from "./http.js";
import { $, banner, node } from "./view.js";

const LARGEST = 2 * 1024 * 1024;
let chosen = [];

export function files() {
  return chosen;
}

export function choose(files) {
  chosen = [...files];
  $("chosen").replaceChildren(...chosen.map((each) => node("li", { class: "file" }, each.name,
    node("button", { type: "button", "aria-label": `Remove ${each.name}`, onclick: () => remove(each) }, "×"))));
}

function remove(file) {
  choose(chosen.filter((each) => each !== file));
  $("attach").focus();
}

// Send those that the clinic does not have yet; `message` is the bubble that names them.
export async function sent(files, message, signal) {
  const links = message.querySelectorAll("a.file");
  for (const [at, file] of files.entries()) {
    file.id ??= (await json("POST", `/api/attachments?name=${encodeURIComponent(file.name)}`, file.blob, signal)).id;
    links[at].href = `/api/attachments/${file.id}`;
  }
  return files.map(({ id }) => id);
}

$("attach").addEventListener("click", () => $("files").click());
$("files").addEventListener("change", () => {
  const given = [...$("files").files];
  const large = given.filter(({ size }) => size > LARGEST).map(({ name }) => name);
  if (large.length) banner(`${large.join(", ")}: too large, at most 2 MB can be attached.`);
  choose([...chosen, ...given.filter(({ size }) => size <= LARGEST).map((blob) => ({ name: blob.name, blob }))]);
  $("files").value = "";
  $("message").focus();
});
