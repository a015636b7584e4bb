// Something in the page moves all the time: how long the waiting room takes, and a line of news that runs by.

import { $, node } from "../view.js";

const TICK_MS = 100;
const NEWS = "Flu shots without an appointment on Saturday +++ The car park is open again +++ ";
const wait = node("span"), news = node("span", { class: "news-line", "aria-hidden": "true" });
const start = performance.now();

function tick(count = 0) {
  wait.textContent = `Open for ${((performance.now() - start) / 1000).toFixed(1)} s`;
  news.textContent = NEWS.slice(count % NEWS.length) + NEWS.slice(0, count % NEWS.length);
  setTimeout(tick, TICK_MS, count + 1);
}

$("new").before(node("p", { class: "ticker" }, wait, news));
tick();
