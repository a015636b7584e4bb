// What is wrong with how a turn is shown: its bubbles, cards and suggestions, once the reply has ended. `begin` starts
// a turn, `flaws` judges it. The kinds stand in `evals.transcript.FLAWS`. A flaw that is none costs more than one that
// is missed, so that what a person, a block of code or the product's own controls may show is left alone.
(() => {
  const KEY = Symbol.for('replywright.rendering');
  if (window[KEY]) return;
  const { parent, nodes } = window[Symbol.for('replywright.tree')];
  const { offstage, shown, visibleText, SKIPPED } = window[Symbol.for('replywright.text')];
  const { turn, BUTTONS } = window[Symbol.for('replywright.capture')];
  const sight = window[Symbol.for('replywright.sight')];
  const prose = window[Symbol.for('replywright.prose')];
  const MOST = 5;   // flaws of a kind that are told
  const CODE = 'pre, code, kbd, samp';
  const OBJECT = '\ufffc';
  const FOREIGN = 'script, iframe, object, embed, style:not(svg style), link, meta, base, form';
  const AT_HOME_IN_A_CARD = 'iframe, style, link, form';   // as a card is the product's own markup
  const HANDLES_IN_A_CARD = 'a, input, select, textarea, label, summary';
  const DASHES = /^:?-{2,}:?$/;
  const RTL = /(?=\p{L})[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/gu;
  const count = (pattern, text) => (text.match(pattern) || []).length;

  // ---- dialogs -------------------------------------------------------------------------------------------
  let alerts = [];
  const { alert } = window;
  window.alert = function (...args) { alerts.push(String(args[0] ?? '')); return alert.apply(this, args); };
  const begin = () => { alerts = []; };

  // ---- what is there -------------------------------------------------------------------------------------
  // The displayed elements below `root`, and its paragraphs: the inline text of each block, with its text nodes.
  const survey = (root, left) => {
    const elements = [], paragraphs = [];
    const isMono = element => /\bmono/i.test(getComputedStyle(element).fontFamily), mono = isMono(root);
    const begun = element => { const made = { element, text: '', nodes: [], turned: 0 }; paragraphs.push(made); return made; };
    const write = (node, paragraph, code) => {
      const style = getComputedStyle(parent(node));
      if (style.visibility !== 'visible') return;
      paragraph.nodes.push(node);
      paragraph.text += code ? OBJECT : node.data;
      if (!code && style.direction === 'ltr') paragraph.turned += count(RTL, node.data);
    };
    const walk = (node, paragraph, code) => {
      if (node.nodeType === Node.TEXT_NODE) return write(node, paragraph, code);
      if (node.nodeType !== Node.ELEMENT_NODE || left(node) || offstage(node)) return;
      elements.push(node);
      if (node.nodeName === 'BR') paragraph.text += '\n';
      else if (node.nodeName === 'IMG') paragraph.text += OBJECT;
      else if (!SKIPPED.has(node.nodeName.toUpperCase())) {
        const inline = /^(inline|contents)$/.test(getComputedStyle(node).display), inner = inline ? paragraph : begun(node);
        nodes(node).forEach(child => walk(child, inner, code || node.matches(CODE) || (!mono && isMono(node))));
        if (!inline) paragraph.text += '\n';
      }
    };
    walk(root, begun(root), false);
    return { elements, paragraphs: paragraphs.filter(({ nodes }) => nodes.length) };
  };

  // ---- judgements: each yields [kind, quote] -----------------------------------------------------------------
  const tag = element => prose.quote(element.cloneNode(false).outerHTML);
  const words = element => prose.quote(visibleText(element));

  // How many columns each row reaches over, with the cells that come down from rows above.
  const widths = table => {
    const down = [];   // by column: how many more rows a cell reaches down
    return [...table.rows].filter(row => row.cells.length && !offstage(row)).map(row => {
      const above = down.map(rows => rows > 0);
      let column = 0;
      down.forEach((rows, i) => { down[i] = rows - 1; });
      for (const cell of row.cells) {
        while (above[column]) column++;
        for (let i = 0; i < cell.colSpan; i++) down[column++] = cell.rowSpan - 1;
      }
      return Math.max(column, above.lastIndexOf(true) + 1);
    });
  };
  const isRule = row => row.cells.length > 1 && [...row.cells].every(cell => DASHES.test(cell.textContent.trim()));
  function* ofTable(table) {
    if (/^(presentation|none)$/.test(table.getAttribute('role'))) return;
    const rows = [...table.rows], columns = widths(table);
    if (!columns.length) return;
    if (new Set(columns).size > 1) yield ['broken table', `rows of ${[...new Set(columns)].join(' and ')} columns: ${words(table)}`];
    else if (!table.querySelector('td')) yield ['broken table', `only a header: ${words(table)}`];
    else if (rows.some(isRule)) yield ['broken table', words(rows.find(isRule))];
  }

  function* ofElement(element) {
    if (element.nodeName === 'TABLE') yield* ofTable(element);
    const failed = element.nodeName === 'IMG' && element.hasAttribute('src') && element.complete && !element.naturalWidth;
    if (failed) yield ['broken image', tag(element)];
    const target = element.getAttribute('href')?.trim();
    const leads = target && target !== '#' && !/^javascript:/i.test(target);
    if (element.nodeName === 'A' && !leads && !element.matches('[role=button]') && words(element)) {
      yield ['link without a target', `${words(element)}: ${tag(element)}`];
    }
  }

  function* ofParagraph({ element, text, nodes, turned }, prompt, folded) {
    yield* prose.flaws(text, prompt);
    const letters = count(/\p{L}/gu, text), several = /\p{L}\P{L}+\p{L}/u.test(text.trim());
    const wrong = several && turned * 2 > letters && getComputedStyle(element).unicodeBidi !== 'plaintext';
    if (wrong && !element.closest(BUTTONS)) yield ['wrong direction', prose.quote(text)];
    const unread = nodes.find(node => sight.isUnreadable(node, { folded }));
    if (unread) yield ['clipped text', prose.quote(unread.data)];
  }

  // Elements and handlers that no markdown makes; what is drawn and what one clicks is the product's own.
  function* ofMarkup(root, left, isCard) {
    for (const element of [root, ...root.querySelectorAll('*')]) {
      if (left(element)) continue;
      const foreign = element !== root && element.matches(FOREIGN) && !(isCard && element.matches(AT_HOME_IN_A_CARD));
      const handles = [...element.attributes].some(({ name }) => /^on[a-z]+$/.test(name)) && !element.closest(isCard ? `${BUTTONS}, ${HANDLES_IN_A_CARD}` : BUTTONS);
      if (foreign || handles) yield ['markup that ran', tag(element)];
    }
  }

  function* all(prompt) {
    const { asked, bubbles, cards, suggestions, apart } = turn(prompt);
    sight.begin();
    const others = root => node => { for (let e = node; e && e !== root; e = e.parentElement) if (apart.has(e)) return true; return false; };
    for (const text of alerts) yield ['markup that ran', `alert: ${prose.quote(text)}`];
    for (const root of [...asked, ...bubbles, ...cards]) yield* ofMarkup(root, others(root), cards.includes(root));
    for (const root of [...bubbles, ...cards, ...suggestions].filter(shown)) {
      const { elements, paragraphs } = survey(root, node => node !== root && apart.has(node));
      const folded = Boolean(root.querySelector('[aria-expanded=false]'));
      for (const element of elements) yield* ofElement(element);
      for (const paragraph of paragraphs) yield* ofParagraph(paragraph, prompt, folded);
    }
  }

  const flaws = prompt => {
    const found = new Map(), told = {};
    for (const [kind, quote] of all(prompt)) {
      const key = `${kind}: ${quote}`;
      if (found.has(key) || (told[kind] ?? 0) >= MOST) continue;
      told[kind] = (told[kind] ?? 0) + 1;
      found.set(key, { kind, quote });
    }
    return [...found.values()];
  };

  Object.defineProperty(window, KEY, { value: { begin, flaws } });
})();
