// CSS selectors for what was found, to be kept in a `ChatUI`: by a name that all elements of one kind have in common,
// and none of the other.
(() => {
  const KEY = Symbol.for('replywright.selectors');
  if (window[KEY]) return;
  const { chain, within, query } = window[Symbol.for('replywright.nodes')];
  const { label } = window[Symbol.for('replywright.names')];
  const WORD = /^[a-z][a-z_-]{1,30}$/i;
  const MADE_UP = /\d{2,}|^(css|sc|jsx|svelte)-|[A-Z].*[A-Z].*\d|^_/;   // names that a build makes up, and the next one makes up anew
  const NO_NAMES = new Set(['class', 'style', 'id', 'title', 'tabindex', 'dir', 'lang', 'href', 'src', 'hidden', 'aria-hidden', 'aria-live', 'aria-atomic']);
  const UP = 5;

  const quoted = text => JSON.stringify(text);
  const tag = element => element.nodeName.toLowerCase();
  // What an element may be called, the likeliest to last first.
  const names = element => [
    ...[...element.attributes].filter(({ name, value }) => !NO_NAMES.has(name) && WORD.test(value)).map(({ name, value }) => `[${name}=${quoted(value)}]`),
    ...[...element.classList].filter(name => !MADE_UP.test(name)).map(name => `.${CSS.escape(name)}`),
    ...(tag(element).includes('-') || element.matches('article, li') ? [tag(element)] : []),
  ];
  // An element and what is around it, as long as no other message is in there.
  const own = (element, others) => chain(element).slice(0, UP).filter(around => !others.some(other => within(other, around)));

  // The selector that finds each of `elements` once, and none of `others`; null where there is none.
  const common = (elements, others) => {
    const [first, ...rest] = elements;
    if (!first) return null;
    for (const around of own(first, [...rest, ...others])) {
      for (const css of names(around)) {
        const found = query(css);
        if (others.some(other => found.some(e => within(other, e) || within(e, other)))) continue;
        if (elements.every(e => found.filter(one => within(e, one) || within(one, e)).length === 1)) return css;
      }
    }
    return null;
  };

  // How Playwright finds a single element: the method of a root, and what it takes.
  const single = element => {
    if (!element) return null;
    const alone = css => query(css).length === 1;
    const called = label(element), { placeholder, id } = element, testid = element.dataset.testid;
    if (called && element.matches('input, textarea, select, [role]') && query('*').filter(e => label(e) === called).length === 1) return ['get_by_label', called];
    if (placeholder && alone(`[placeholder=${quoted(placeholder)}]`)) return ['get_by_placeholder', placeholder];
    if (testid && alone(`[data-testid=${quoted(testid)}]`)) return ['get_by_test_id', testid];
    if (id && !MADE_UP.test(id)) return ['locator', `#${CSS.escape(id)}`];
    const css = [...names(element), tag(element), element.isContentEditable && '[contenteditable]'].filter(Boolean).find(alone);
    return css ? ['locator', css] : null;
  };

  Object.defineProperty(window, KEY, { value: { common, single } });
})();
