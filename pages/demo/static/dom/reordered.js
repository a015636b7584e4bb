// The newest message comes first in the DOM; the style sheet turns the order round, so that it is read last.

import { arrange, kept, mirror } from "./mirror.js";

const { place } = mirror((rows, to) => arrange(to, rows.map((row) => kept(row)).reverse()));
place.classList.add("reordered");
