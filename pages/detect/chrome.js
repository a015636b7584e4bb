// What stands in a message without being said: the name and the picture of who says it, the time, the bar of buttons,
// the language and the line numbers of code, panels of reasoning and tools.
(() => {
  const KEY = Symbol.for('replywright.chrome');
  if (window[KEY]) return;
  const { chain, within, children, query, raw, brief, says, everyday, folded, box, once } = window[Symbol.for('replywright.nodes')];
  const { label } = window[Symbol.for('replywright.names')];
  const { below } = window[Symbol.for('replywright.tree')];
  const { visibleText } = window[Symbol.for('replywright.text')];
  const SIDES = /^(the )?((ai|virtual|chat|support) )?(assistant|bot|chat ?bot|agent|ai|system|support|copilot|model|user|you|me)( (says?|said|wrote))?:?$/i;
  const NAMING = /\b(author|sender|nick|name|username|avatar|timestamp|time|date|meta|stamp|(message|msg|chat) header)\b/i;
  const BLOCKS = 'p, ul, ol, pre, table, blockquote, h1, h2, h3, h4, h5, h6, dl';
  const PANEL = /\b(thought|thinking|reasoning|reasoned|used|using|tools?|steps?|took|searched|searching|ran|running|called|calling|sources?)\b/i;
  const BUTTONS = 'button, [role=button], input[type=button], input[type=submit]';
  const TOOL = /\b(copy|copied|like|dislike|thumbs?|good|bad|regenerate|refresh|retry|edit|read aloud|share|more|speak|close|settings|scroll|send|stop|attach|upload|mic|voice|emoji|branch|download|helpful)\b/i;
  const COPY = /^\W*(copy|copied)\b/i;
  const CROSS = /^[×✕✖]$/;   // of a button to close
  const SHORT = 40, WORDS = 4;

  const size = element => { const { width, height } = box(element); return [width, height]; };
  const isRound = element => {
    const [width, height] = size(element);
    return width > 0 && width <= 72 && Math.abs(width - height) < 4 && (parseFloat(getComputedStyle(element).borderTopLeftRadius) || 0) >= width / 4;
  };
  const isPicture = (element, text) => text.length <= 3 && (isRound(element) || element.getAttribute('aria-hidden') === 'true' || /avatar/i.test(element.className));
  const isTime = (element, text) => element.matches('time, [datetime]') || everyday(text);

  // A short line of its own before or after what is said, where a picture or its name says that it is no part of that.
  const isHeader = (element, text) => {
    if (SIDES.test(text)) return true;
    if (text.length > SHORT || text.split(' ').length > WORDS || /[.!?]$/.test(text) || element.matches(BLOCKS) || below(element, BLOCKS).length) return false;
    const others = children(element.parentElement ?? element.getRootNode()).filter(e => e !== element && says(e));
    const body = others.some(e => raw(e).length > text.length);
    return body && [...element.classList, element.dataset?.testid ?? ''].some(name => NAMING.test(name.replace(/[_-]+/g, ' ')));
  };

  // A button of the message, none of what it says: without words, or one that copies, or beside one that does.
  const isTool = element => {
    if (!element.matches(BUTTONS)) return false;
    const text = folded(visibleText(element) || element.value || ''), called = label(element) || element.title;
    if (!/[\p{L}\p{N}]/u.test(text) && (!called || TOOL.test(called))) return true;
    return [element, ...children(element.parentElement ?? element)].some(e => e.matches(BUTTONS) && COPY.test(folded(raw(e)) || label(e)));
  };

  // ---- code ----------------------------------------------------------------------------------------------
  const isUnselectable = element => getComputedStyle(element).userSelect === 'none';
  const isLineNumber = (element, text) => /^[\d\s]+$/.test(text) && Boolean(element.closest('pre, code, [class*=code]'))
    && (isUnselectable(element) || /(line-?num|lineno|gutter)/i.test(element.className));
  const code = once(() => query('pre'));
  const codeIn = element => code().filter(pre => within(pre, element));
  // The bar above code: the only words beside the code in what holds both.
  const isCodeLabel = (element, text) => {
    if (element.closest('pre, code') || text.length > 24 || text.split(' ').length > 2) return false;
    const around = chain(element).slice(1, 4).find(e => codeIn(e).length);
    if (!around || codeIn(around).length > 1 || codeIn(element).length) return false;
    const words = folded(raw(around)), code = folded(raw(codeIn(around)[0]));
    return words.length - code.length <= SHORT && words.startsWith(text);
  };

  // ---- panels --------------------------------------------------------------------------------------------
  const opener = element => (element.matches('details') ? element.querySelector('summary') : null)
    ?? [...children(element)].find(e => e.matches('[aria-expanded]') || (e.children.length <= 2 && e.querySelector(':scope > [aria-expanded]')));
  const isPanel = element => { const by = opener(element); return Boolean(by) && PANEL.test(folded(label(by) || raw(by))); };

  const isChrome = element => {
    if (element.matches('[role=toolbar], [role=tooltip], [data-streamdown-copy], nav')) return true;
    if (isPanel(element) || isTool(element)) return true;
    if (element.matches('p, li, td, th, strong, em, a')) return false;
    const text = folded(brief(element));
    if (!text || text.length > SHORT) return false;
    return CROSS.test(text) || isTime(element, text) || isPicture(element, text) || isLineNumber(element, text) || isCodeLabel(element, text) || isHeader(element, text);
  };

  Object.defineProperty(window, KEY, { value: { isChrome, isTool, BUTTONS } });
})();
