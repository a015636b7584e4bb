// Above every conversation stand two thousand messages of earlier ones.

import { $, bubble, fill } from "../view.js";
import { arrange, kept, mirror } from "./mirror.js";

const MESSAGES = 2000;
const TALK = [
  "When are you open?", "We are open Monday to Friday from 8 am to 6 pm.",
  "Hello", "Hello! How can I help you?",
  "Do you have parking?", "Yes, behind the house.\n\n- two hours are free\n- bring your ticket to the desk",
  "Thank you", "You are welcome.",
];

const old = Array.from({ length: MESSAGES }, (_, at) => {
  const role = at % 2 ? "assistant" : "user";
  return fill(bubble(role), { role, text: TALK[at % TALK.length] });
});

$("welcome").remove();
mirror((rows, place) => arrange(place, [...old, ...rows.map((row) => kept(row))]));
