// Lists, tables, code and cards are skeletons until the chunk that draws them has arrived.

import { node } from "../view.js";
import { arrange, kept, mirror } from "./mirror.js";

const RICH = ".table, pre, ul, ol, .card";
let chunk = "none";

function load() {
  chunk = "coming";
  import("./chunk.js").then(() => { chunk = "here"; redraw(); });
}

const skeleton = () => node("div", { class: "skeleton" });

function bare(row) {
  if (row.matches(RICH)) return skeleton();
  const made = row.cloneNode(true);
  made.querySelectorAll(RICH).forEach((each) => each.replaceWith(skeleton()));
  return made;
}

function drawn(row) {
  const rich = row.matches(RICH) || row.querySelector(RICH);
  if (rich && chunk === "none") load();
  return kept(row, { as: rich && chunk !== "here" ? bare(row) : row });
}

const { redraw } = mirror((rows, place) => arrange(place, rows.map(drawn)));
