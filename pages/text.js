// The text of an element as a person reads it: what is hidden is left out; lists, tables and code keep their
// shape. Inline text flows and folds its white space, blocks begin lines, paragraphs leave a line free.
(() => {
  const KEY = Symbol.for('replywright.text');
  if (window[KEY]) return;
  const { parent, chain, nodes } = window[Symbol.for('replywright.tree')];
  const SKIPPED = new Set(['SCRIPT', 'STYLE', 'TEMPLATE', 'NOSCRIPT', 'SVG', 'TEXTAREA', 'INPUT', 'SELECT', 'VIDEO', 'AUDIO', 'CANVAS', 'IFRAME']);
  const SPACED = new Set(['P', 'UL', 'OL', 'PRE', 'TABLE', 'BLOCKQUOTE', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'DL']);
  const NESTED = new Set(['UL', 'OL', 'PRE', 'TABLE', 'BLOCKQUOTE']);
  const ICONS = /^["']?[^,]*\b(icons?|symbols)\b/i, LIGATURE = /^\s*[a-z][a-z0-9_]+\s*$/;
  const KEEPS_LINES = /^(pre|pre-wrap|pre-line|break-spaces)$/;

  // Not on the stage: not displayed, clipped to a point as text for screen readers is, or wholly transparent.
  const offstage = element => {
    const style = getComputedStyle(element);
    if (style.display === 'none' || style.contentVisibility === 'hidden') return true;
    if (style.display === 'contents') return false;   // it has no box: what is in it has
    const { width, height } = element.getBoundingClientRect();
    const clips = style.overflow !== 'visible' || style.clip !== 'auto' || style.clipPath !== 'none';
    if (width <= 1 && height <= 1 && clips) return true;
    return style.opacity === '0' && element.getAnimations().length === 0;
  };
  const shown = element => !chain(element).some(offstage) && getComputedStyle(element).visibility === 'visible';

  // Drawn as a picture by a font of icons.
  const isIcon = (node, style) => ICONS.test(style.fontFamily) && LIGATURE.test(node.data);

  class Writer {
    lines = []; line = ''; indent = ''; begun = false; free = false;

    text(value) {
      const folded = value.replace(/[ \t\r\n\f]+/g, ' ');
      if (this.begun) this.line += this.line.endsWith(' ') ? folded.trimStart() : folded;
      else if (folded.trim()) { this.line = this.indent + this.line + folded.trimStart(); this.begun = true; }
    }
    marker(text) { this.line = text; }
    newline() {   // a marker waits for its text
      if (!this.begun) return;
      this.push(this.line.trimEnd());
      this.line = '';
      this.begun = false;
    }
    push(line) {
      if (this.free && this.lines.length) this.lines.push('');
      this.lines.push(line);
      this.free = false;
    }
    paragraph() { this.newline(); this.free = true; }
    br() { if (this.begun) this.newline(); else this.free = true; }
    verbatim(text) { text.split('\n').forEach(line => this.push(this.indent + line)); }
    deeper(by, write) { this.newline(); const before = this.indent; this.indent += by; write(); this.newline(); this.indent = before; }
    toString() { this.newline(); return this.lines.join('\n'); }
  }

  // `left(element)` says which elements are left out (cards, buttons), because they are read on their own; `hidden`,
  // which are not there for whom the text is read.
  const visibleText = (root, left = () => false, hidden = offstage) => {
    const out = new Writer();

    const walk = node => {
      if (node.nodeType === Node.TEXT_NODE) return plain(node);
      if (node.nodeType !== Node.ELEMENT_NODE || SKIPPED.has(node.nodeName.toUpperCase())) return;
      if (left(node) || hidden(node)) return;
      const { display } = getComputedStyle(node);
      if (node.nodeName === 'BR') out.br();
      else if (display === 'inline' || display === 'contents') children(node);
      else if (display.startsWith('inline')) { out.text(' '); children(node); out.text(' '); }
      else block(node);
    };
    const children = node => nodes(node).forEach(walk);
    const plain = node => {
      const style = getComputedStyle(parent(node));
      if (style.visibility !== 'visible' || isIcon(node, style)) return;
      const lines = KEEPS_LINES.test(style.whiteSpace) ? node.data.split('\n') : [node.data];
      lines.forEach((line, i) => { if (i) out.br(); out.text(line); });
    };
    const block = node => {
      const spaced = SPACED.has(node.nodeName) && (node.nodeName === 'PRE' || !node.closest('li, td, th'));
      const apart = () => (spaced ? out.paragraph() : out.newline());
      apart();
      if (node.nodeName === 'PRE') code(node);
      else if (node.nodeName === 'UL' || node.nodeName === 'OL') list(node);
      else if (node.nodeName === 'TABLE') table(node);
      else children(node);
      apart();
    };
    const code = node => { const text = node.innerText.replace(/\n+$/, ''); if (text.trim()) out.verbatim(text); };
    const list = node => {
      let number = node.start ?? 1;
      for (const item of node.children) {
        if (item.nodeName !== 'LI' || left(item) || hidden(item)) continue;
        if (item.hasAttribute('value')) number = item.value;
        const marker = node.nodeName === 'OL' ? `${number++}. ` : '- ';
        out.newline();
        out.marker(marker);
        for (const child of item.childNodes) {
          if (NESTED.has(child.nodeName)) out.deeper(' '.repeat(marker.length), () => walk(child)); else walk(child);
        }
        out.newline();
        out.marker('');
      }
    };
    const table = node => {
      for (const row of node.rows) {
        if (hidden(row)) continue;
        const cells = [...row.cells].filter(cell => !hidden(cell));
        out.newline();
        out.text(cells.map(cell => visibleText(cell, left, hidden).replace(/\s*\n\s*/g, ' ')).join(' | '));
        out.newline();
      }
    };

    walk(root);
    return String(out);
  };

  Object.defineProperty(window, KEY, { value: { visibleText, shown, offstage, SKIPPED } });
})();
