// Markdown as DOM nodes. Text only ever becomes text nodes; there is no way from a message to markup.

const SAFE = new Set(["http:", "https:", "mailto:"]);
const DEEPEST = 8;
const FENCE = /^ {0,3}(```+|~~~+)\s*([\w+-]*)\s*$/;
const HEADING = /^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$/;
const ITEM = /^(\s*)([-*+]|\d{1,9}[.)])\s+(.*)$/;
const RULER = /^ {0,3}(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$/;
const DASHES = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;
const SPANS = [["**", "strong"], ["__", "strong"], ["*", "em"], ["_", "em"]];

export function render(text, { growing = false } = {}) {
  const root = document.createDocumentFragment();
  blocks(text.split(/\r?\n/), root, growing, 0);
  return root;
}

// Put what has changed into `target`; blocks that stay the same keep their nodes, and with them selection and focus.
export function update(target, text, options) {
  const fresh = [...render(text, options).childNodes];
  const old = [...target.childNodes];
  let same = 0;
  while (same < fresh.length && same < old.length && old[same].isEqualNode(fresh[same])) same += 1;
  old.slice(same).forEach((node) => node.remove());
  target.append(...fresh.slice(same));
}

function element(name, parent) {
  return parent.appendChild(document.createElement(name));
}

function blocks(lines, parent, growing, depth) {
  let at = 0;
  while (at < lines.length) {
    const line = lines[at];
    if (!line.trim()) at += 1;
    else if (FENCE.test(line)) at = fence(lines, at, parent);
    else if (HEADING.test(line)) at = heading(lines, at, parent, growing);
    else if (isTable(lines, at)) at = table(lines, at, parent, growing);
    else if (RULER.test(line)) { element("hr", parent); at += 1; }
    else if (ITEM.test(line) && depth < DEEPEST) at = list(lines, at, parent, growing, depth);
    else if (/^ {0,3}>/.test(line) && depth < DEEPEST) at = quote(lines, at, parent, growing, depth);
    else at = paragraph(lines, at, parent, growing);
  }
}

function fence(lines, at, parent) {
  const mark = FENCE.exec(lines[at])[1];
  let end = at + 1;
  while (end < lines.length && !lines[end].trim().startsWith(mark)) end += 1;
  const pre = element("pre", parent);
  pre.tabIndex = 0;
  element("code", pre).textContent = lines.slice(at + 1, end).join("\n");
  return end + 1;
}

function heading(lines, at, parent, growing) {
  const [, marks, text] = HEADING.exec(lines[at]);
  inline(text, element(`h${Math.min(6, marks.length + 2)}`, parent), growing);
  return at + 1;
}

function isTable(lines, at) {
  return lines[at].includes("|") && at + 1 < lines.length && lines[at + 1].includes("-") && DASHES.test(lines[at + 1]);
}

function cells(line) {
  return line.trim().replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim());
}

function table(lines, at, parent, growing) {
  const wrap = element("div", parent);
  wrap.className = "table";
  const grid = element("table", wrap);
  const right = cells(lines[at + 1]).map((cell) => cell.endsWith(":") && !cell.startsWith(":"));
  const row = (line, section, name) => {
    const tr = element("tr", section);
    cells(line).forEach((cell, index) => {
      const td = element(name, tr);
      if (name === "th") td.scope = "col";
      if (right[index]) td.className = "right";
      inline(cell, td, growing);
    });
  };
  row(lines[at], element("thead", grid), "th");
  const body = element("tbody", grid);
  at += 2;
  while (at < lines.length && lines[at].includes("|")) row(lines[at++], body, "td");
  return at;
}

// A list takes all lines that are items of its depth, or indented further; the latter are blocks of the item.
function list(lines, at, parent, growing, depth) {
  const [, indent, mark] = ITEM.exec(lines[at]);
  const ordered = /\d/.test(mark);
  const node = element(ordered ? "ol" : "ul", parent);
  if (ordered && parseInt(mark, 10) !== 1) node.start = parseInt(mark, 10);
  while (at < lines.length) {
    const item = ITEM.exec(lines[at]);
    if (!item || item[1].length > indent.length + 1 || item[1].length < indent.length || /\d/.test(item[2]) !== ordered) break;
    const inner = [];
    const edge = indent.length + 1;
    at += 1;
    while (at < lines.length && (belongs(lines, at, edge))) inner.push(lines[at++].slice(edge));
    const li = element("li", node);
    inline(item[3], li, growing);
    blocks(unindent(inner), li, growing, depth + 1);
    while (at + 1 < lines.length && !lines[at].trim() && ITEM.test(lines[at + 1])) at += 1;
  }
  return at;
}

function belongs(lines, at, edge) {
  const deep = (line) => line.trim() && /^\s*/.exec(line)[0].length >= edge;
  return deep(lines[at]) || (!lines[at].trim() && at + 1 < lines.length && deep(lines[at + 1]));
}

function unindent(lines) {
  const margin = Math.min(...lines.filter((line) => line.trim()).map((line) => /^\s*/.exec(line)[0].length));
  return lines.map((line) => line.slice(margin));
}

function quote(lines, at, parent, growing, depth) {
  const inner = [];
  while (at < lines.length && /^ {0,3}>/.test(lines[at])) inner.push(lines[at++].replace(/^ {0,3}> ?/, ""));
  blocks(inner, element("blockquote", parent), growing, depth + 1);
  return at;
}

function paragraph(lines, at, parent, growing) {
  const begin = at++;
  const other = (line) => FENCE.test(line) || HEADING.test(line) || ITEM.test(line) || /^ {0,3}>/.test(line);
  while (at < lines.length && lines[at].trim() && !other(lines[at]) && !isTable(lines, at)) at += 1;
  inline(lines.slice(begin, at).map((line) => line.trim()).join("\n"), element("p", parent), growing);
  return at;
}

// Inline marks, left to right. A closing mark that was not found once is not looked for again, so the time is linear.
function inline(text, parent, growing, depth = 0) {
  const missing = new Set();
  const find = (mark, from) => {
    if (missing.has(mark)) return -1;
    const end = text.indexOf(mark, from);
    if (end < 0) missing.add(mark);
    return end;
  };
  let plain = "";
  const flush = () => { if (plain) parent.append(plain); plain = ""; };
  let at = 0;
  while (at < text.length) {
    const char = text[at];
    const next = depth < DEEPEST
      ? char === "\\" ? escaped(text, at)
        : char === "`" ? code(text, at, find, growing)
        : char === "[" ? link(text, at, find, growing, depth)
        : char === "*" || char === "_" ? span(text, at, find, growing, depth)
        : null
      : null;
    if (next) {
      flush();
      parent.append(next.node);
      at = next.end;
    } else if (char === "\n") {
      flush();
      element("br", parent);
      at += 1;
    } else {
      plain += char;
      at += 1;
    }
  }
  flush();
}

function escaped(text, at) {
  return /[\\`*_[\](){}#+.!|>~-]/.test(text[at + 1] ?? "") ? { node: text[at + 1], end: at + 2 } : null;
}

function code(text, at, find, growing) {
  let end = find("`", at + 1);
  if (end < 0 && growing && at + 1 < text.length) end = text.length;
  if (end <= at + 1) return null;
  const node = document.createElement("code");
  node.textContent = text.slice(at + 1, end);
  return { node, end: end + 1 };
}

function span(text, at, find, growing, depth) {
  const [mark, name] = SPANS.find(([each]) => text.startsWith(each, at));
  const inWord = mark[0] === "_" && /\w/.test(text[at - 1] ?? "");
  const from = at + mark.length;
  if (inWord || !/\S/.test(text[from] ?? " ")) return null;
  let end = find(mark, from);
  if (end < 0 && growing && mark.length === 2) end = text.length;
  if (end <= from || /\s/.test(text[end - 1])) return null;
  if (mark.length === 1 && text[end + 1] === mark) return null;
  const node = document.createElement(name);
  inline(text.slice(from, end), node, growing, depth + 1);
  return { node, end: end + mark.length };
}

function link(text, at, find, growing, depth) {
  const middle = find("](", at);
  const end = middle < 0 ? -1 : find(")", middle);
  if (end < 0 || text.lastIndexOf("[", middle) !== at) return null;
  const target = address(text.slice(middle + 2, end).trim());
  if (target === null) return null;
  const node = document.createElement("a");
  node.href = target;
  if (!target.startsWith("mailto:")) node.target = "_blank";
  node.rel = "noopener noreferrer";
  inline(text.slice(at + 1, middle), node, growing, depth + 1);
  return { node, end: end + 1 };
}

// The address as it may stand in a link, or null. The parser of the browser decides what the scheme is.
function address(target) {
  if (!target || /\s/.test(target)) return null;
  try {
    return SAFE.has(new URL(target, document.baseURI).protocol) ? target : null;
  } catch {
    return null;
  }
}
