// The whole conversation is drawn anew with every token: no node outlives the next one.

import { copy, mirror } from "./mirror.js";

mirror((rows, place) => place.replaceChildren(...rows.map((row) => copy(row))));
