// Only some rows of the conversation are in the page, those that are scrolled to; their nodes are used again for others.

import { $, isNearEnd, node } from "../view.js";
import { arrange, copy, forget, mirror, repeat } from "./mirror.js";

const ROWS = 8;
const GUESS = 72;   // px, the height of a row that was never shown
const above = node("div"), below = node("div");
const heights = new WeakMap();
const nodes = new Map();   // of the rows that are in the page
const spare = [];

const kind = (node) => node.dataset.role ?? node.className;
const height = (row) => heights.get(row) ?? GUESS;
const total = (rows) => rows.reduce((sum, row) => sum + height(row), 0);

function first(rows) {
  const last = Math.max(0, rows.length - ROWS);
  if (isNearEnd()) return last;
  let at = 0;
  for (let top = $("scroller").scrollTop; at < last && top > height(rows[at]); at += 1) top -= height(rows[at]);
  return Math.max(0, at - 1);
}

function recycle(shown) {
  for (const [row, made] of nodes) {
    if (shown.includes(row)) continue;
    spare.push(made);
    nodes.delete(row);
    forget(row);
  }
  for (const row of shown) {
    const at = nodes.has(row) ? -1 : spare.findIndex((made) => kind(made) === kind(row));
    const used = at < 0 ? nodes.get(row) : spare.splice(at, 1)[0];
    nodes.set(row, used ? repeat(used, row) : copy(row));
  }
}

const { redraw } = mirror((rows, place) => {
  for (const [row, made] of nodes) heights.set(row, made.offsetHeight + 8);
  const from = first(rows), shown = rows.slice(from, from + ROWS);
  recycle(shown);
  above.style.height = `${total(rows.slice(0, from))}px`;
  below.style.height = `${total(rows.slice(from + ROWS))}px`;
  arrange(place, [above, ...shown.map((row) => nodes.get(row)), below]);
});
$("scroller").addEventListener("scroll", redraw, { passive: true });
