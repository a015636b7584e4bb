// Reads what a person sees. `mark` notes the nodes that stood there before a message was sent, `take` collects
// the new ones of each part (reply, card, ...), `read` turns them into plain values. A part that lies inside
// another one (a card in a bubble) is read on its own and left out of the outer text.
(() => {
  const KEY = Symbol.for('replywright.capture');
  if (window[KEY]) return;
  const PARTS = ['reply', 'card', 'suggestion', 'error', 'user'];
  const BUTTONS = 'button, [role=button], input[type=button], input[type=submit]';
  let seen, counts, parts;

  const reset = () => { seen = new WeakMap(); counts = {}; parts = Object.fromEntries(PARTS.map(p => [p, []])); };
  reset();
  const mark = (part, nodes) => {
    counts[part] = nodes.length;
    for (const node of nodes) seen.set(node, (seen.get(node) || new Set()).add(part));
  };
  // New are the nodes that were not there; where a page rebuilt its transcript all are, and the last ones count.
  const take = (part, nodes) => {
    const fresh = nodes.filter(node => !(seen.get(node) || new Set()).has(part));
    const grown = nodes.length - counts[part];
    parts[part] = grown > 0 && fresh.length > grown ? fresh.slice(-grown) : fresh;
    return parts[part].length;
  };

  // ---- visible text --------------------------------------------------------------------------------------
  const SKIPPED = new Set(['SCRIPT', 'STYLE', 'TEMPLATE', 'NOSCRIPT', 'SVG', 'TEXTAREA', 'INPUT', 'SELECT', 'OPTION', 'VIDEO', 'AUDIO', 'CANVAS', 'IFRAME']);
  const SPACED = new Set(['P', 'UL', 'OL', 'PRE', 'TABLE', 'BLOCKQUOTE', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'DL']);

  const offstage = (element, style) => {
    if (style.display === 'none' || style.contentVisibility === 'hidden') return true;
    const box = element.getBoundingClientRect();
    const clipped = style.overflow !== 'visible' || style.clip !== 'auto' || style.clipPath !== 'none';
    if (box.width <= 1 && box.height <= 1 && clipped && element.textContent.trim()) return true;
    return style.opacity === '0' && element.getAnimations().length === 0;
  };
  const shown = element => {
    for (let e = element; e; e = e.parentElement) if (offstage(e, getComputedStyle(e))) return false;
    return getComputedStyle(element).visibility === 'visible';
  };

  // A writer of lines: inline text flows and folds its white space, blocks begin lines, some leave a line free.
  const writer = () => {
    const lines = []; let line = '', indent = '', gap = false, begun = false;
    const flush = () => { const text = line.trimEnd(); if (text) { if (gap && lines.length) lines.push(''); lines.push(text); gap = false; } line = ''; begun = false; };
    return {
      text(value) {
        const folded = value.replace(/[ \t\r\n\f]+/g, ' ');
        if (!begun) { const start = folded.trimStart(); if (!start) return; line = indent + line + start; begun = true; }
        else line += line.endsWith(' ') ? folded.trimStart() : folded;
      },
      lead(marker) { line = marker; },
      raw(value) { flush(); gap = true; for (const l of value.replace(/\n$/, '').split('\n')) lines.push(indent + l); gap = true; },
      br() { if (begun) flush(); else if (lines.length) gap = true; },
      flush, space() { flush(); gap = true; }, deeper(by) { indent += by; }, back(by) { indent = indent.slice(by.length); },
      done() { flush(); return lines.join('\n'); },
    };
  };

  const visibleText = (root, left = () => false) => {
    const out = writer();
    const block = (node, style, inside) => {
      const spaced = SPACED.has(node.tagName) && !(node.closest('li, td, th') && node.tagName !== 'PRE');
      (spaced ? out.space : out.flush)();
      inside();
      (spaced ? out.space : out.flush)();
    };
    const children = node => (node.shadowRoot || node).childNodes.forEach(walk);
    const list = node => {
      let number = node.start ?? 1;
      for (const item of node.children) {
        if (item.tagName !== 'LI' || !shownHere(item) || left(item)) continue;
        const marker = node.tagName === 'OL' ? `${item.hasAttribute('value') ? (number = item.value) : number}. ` : '- ';
        number++;
        out.flush(); out.lead(marker); out.text(''); 
        let first = true;
        const pad = ' '.repeat(marker.length);
        item.childNodes.forEach(child => {
          const nested = child.nodeType === 1 && /^(UL|OL|PRE|TABLE|BLOCKQUOTE)$/.test(child.tagName);
          if (nested) { out.flush(); out.deeper(pad); walk(child); out.back(pad); } else walk(child);
          first = false;
        });
        out.flush();
      }
    };
    const table = node => {
      for (const row of node.rows) {
        if (!shownHere(row)) continue;
        const cells = [...row.cells].filter(shownHere).map(cell => visibleText(cell, left).replace(/\s*\n\s*/g, ' '));
        out.flush(); out.text(cells.join(' | ')); out.flush();
      }
    };
    const shownHere = element => !offstage(element, getComputedStyle(element));
    const walk = node => {
      if (node.nodeType === Node.TEXT_NODE) {
        const style = getComputedStyle(node.parentElement || node.getRootNode().host);
        if (style.visibility !== 'visible') return;
        if (/^(pre|pre-wrap|break-spaces|pre-line)$/.test(style.whiteSpace) && node.data.includes('\n')) {
          node.data.split('\n').forEach((piece, i) => { if (i) out.br(); out.text(piece); });
        } else out.text(node.data);
        return;
      }
      if (node.nodeType === Node.DOCUMENT_FRAGMENT_NODE) return children(node);
      if (node.nodeType !== Node.ELEMENT_NODE || SKIPPED.has(node.tagName.toUpperCase()) || left(node)) return;
      const style = getComputedStyle(node);
      if (offstage(node, style)) return;
      if (node.tagName === 'BR') return out.br();
      if (node.tagName === 'SLOT') return node.assignedNodes().forEach(walk);
      if (node.tagName === 'PRE') { if (node.innerText.trim()) block(node, style, () => out.raw(node.innerText)); return; }
      if (node.tagName === 'UL' || node.tagName === 'OL') return block(node, style, () => list(node));
      if (node.tagName === 'TABLE') return block(node, style, () => table(node));
      if (style.display.startsWith('inline') || style.display === 'contents') {
        if (style.display !== 'inline' && style.display !== 'contents') out.text(' ');
        children(node);
        return;
      }
      block(node, style, () => children(node));
    };
    walk(root);
    return out.done();
  };

  // ---- names, buttons, cards -----------------------------------------------------------------------------
  const name = element => {
    const by = (element.getAttribute('aria-labelledby') || '').split(/\s+/).filter(Boolean)
      .map(id => element.getRootNode().getElementById(id)?.textContent || '').join(' ');
    const image = element.querySelector('img[alt]');
    return (by || element.getAttribute('aria-label') || element.innerText || element.value || image?.alt || element.title || '').replace(/\s+/g, ' ').trim();
  };
  const action = (element, kind) => ({ name: name(element), kind, enabled: !element.matches(':disabled, [aria-disabled=true]') });
  const image = element => ({ alt: element.alt, src: element.currentSrc || element.src, loaded: element.complete && element.naturalWidth > 0 });
  const inside = (node, selector, left) => [...(node.matches(selector) ? [node] : []), ...node.querySelectorAll(selector)]
    .filter(e => shown(e) && !others(e, left));
  const others = (element, left) => { for (let e = element; e; e = e.parentElement) if (left.has(e)) return true; return false; };

  const card = node => {
    const heading = node.querySelector('h1, h2, h3, h4, h5, h6, [role=heading], legend, caption');
    const fields = {};
    for (const term of node.querySelectorAll('dt')) {
      const value = term.nextElementSibling;
      if (value?.tagName === 'DD') fields[visibleText(term)] = visibleText(value);
    }
    for (const row of node.querySelectorAll('tr')) {
      if (row.cells.length === 2) fields[visibleText(row.cells[0])] = visibleText(row.cells[1]);
    }
    const buttons = inside(node, BUTTONS, new Set());
    return {
      title: heading ? visibleText(heading) : name(node).slice(0, 80),
      text: visibleText(node, e => e.matches(BUTTONS)),
      fields, actions: buttons.map(e => action(e, 'button')), images: inside(node, 'img', new Set()).map(image),
    };
  };

  const read = () => {
    const apart = new Set([...parts.card, ...parts.suggestion, ...parts.error, ...parts.user]);
    const own = parts.reply.filter(node => !apart.has(node) && !parts.reply.some(r => r !== node && r.contains(node)));
    const texts = own.map(node => visibleText(node, e => (e !== node && apart.has(e)) || e.matches(BUTTONS)));
    const suggestions = parts.suggestion.flatMap(node => inside(node, BUTTONS, new Set()));
    const links = own.flatMap(node => inside(node, 'a', apart)).filter(e => e.getAttribute('role') !== 'button');
    return {
      messages: texts.filter(Boolean),
      cards: parts.card.filter(shown).map(card),
      actions: [
        ...own.flatMap(node => inside(node, BUTTONS, apart)).map(e => action(e, 'button')),
        ...suggestions.map(e => action(e, 'suggestion')),
      ],
      links: links.map(e => ({ text: visibleText(e) || name(e), href: e.hasAttribute('href') ? e.href : '' })),
      images: own.flatMap(node => inside(node, 'img', apart)).map(image),
      errors: parts.error.filter(shown).map(node => visibleText(node, e => e.matches(BUTTONS))).filter(Boolean),
    };
  };

  // The page's own dressing (buttons, cards) is left out of every message, as it is of a reply.
  const messages = (role, nodes, apart) => nodes.filter(shown).map(node => ({ role, node, text: visibleText(node, e => e.matches(BUTTONS) || apart.has(e)) }));
  const transcript = () => {
    const apart = new Set([...parts.card, ...parts.suggestion, ...parts.error]);
    const users = messages('user', parts.user, apart), taken = new Set(parts.user);
    const replies = messages('assistant', parts.reply.filter(n => !taken.has(n) && !apart.has(n)), apart);
    const order = (a, b) => a.node.compareDocumentPosition(b.node) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
    return [...users, ...replies].filter(m => m.text).sort(order).map(({ role, text }) => ({ role, text }));
  };

  const text = () => read().messages.join('\n\n');
  const box = () => {
    const boxes = [...parts.reply, ...parts.card].filter(shown).map(n => n.getBoundingClientRect());
    return boxes.length ? { left: Math.min(...boxes.map(b => b.left)), top: Math.min(...boxes.map(b => b.top)), right: Math.max(...boxes.map(b => b.right)), bottom: Math.max(...boxes.map(b => b.bottom)) } : null;
  };
  Object.defineProperty(window, KEY, { value: { reset, mark, take, read, text, transcript, box, visibleText } });
})();
