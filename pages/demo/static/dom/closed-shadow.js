// The whole chat is in a shadow tree that is closed to everybody else.

import { $, node } from "../view.js";

const host = node("clinic-chat");
document.body.append(host);
const styles = [...document.querySelectorAll("link[rel=stylesheet]")].map((link) => link.cloneNode());
host.attachShadow({ mode: "closed" }).append(...styles, $("page"));
