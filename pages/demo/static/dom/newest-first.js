// The newest message is at the top, and one writes above it.

import { $ } from "../view.js";
import { arrange, kept, mirror } from "./mirror.js";

$("page").classList.add("newest-first");
mirror(
  (rows, place) => arrange(place, rows.map((row) => kept(row)).reverse()),
  () => { $("scroller").scrollTop = 0; },
);
