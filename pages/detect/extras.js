// What stands beside and in the messages of a UI that nobody described: cards, suggested replies, errors, the button of
// a new conversation; by roles and names, else by structure.
(() => {
  const KEY = Symbol.for('replywright.extras');
  if (window[KEY]) return;
  const { chain, within, children, query, says, raw, folded, once, shown, parent } = window[Symbol.for('replywright.nodes')];
  const { label } = window[Symbol.for('replywright.names')];
  const composer = window[Symbol.for('replywright.composer')];
  const turn = window[Symbol.for('replywright.turn')];
  const BUTTONS = 'button, [role=button], input[type=button], input[type=submit], a[role=button]';
  const HEADINGS = 'h1, h2, h3, h4, h5, h6, [role=heading], legend, caption, strong, b';
  const CONTENT = `dl, input, select, textarea, img, [role=radiogroup], ${BUTTONS}`;
  const NEW = /^\W*(new|start|begin|clear|reset|restart)\b.{0,12}\b(chat|conversation|thread|session|over|again)\b|^\W*(clear|reset|restart|new chat)\W*$/i;
  const FAILED = /\b(error|failed|failure|went wrong|try again|unavailable|could ?n.t|cannot|unable|problem)\b/i;
  const BARS = 'header, nav, [role=banner], [role=navigation], [role=dialog], dialog, [role=alert]';
  const TOOLS = /copy|like|dislike|thumb|good|bad|regenerat|retry|edit|read aloud|share|more|speak|close|settings|scroll|send|stop|attach|upload|mic|voice|emoji/i;

  const outermost = all => all.filter(e => !all.some(other => other !== e && within(e, other)));
  const boxed = element => {
    const style = getComputedStyle(element), around = parent(element) && getComputedStyle(parent(element));
    return parseFloat(style.borderTopWidth) > 0 || style.boxShadow !== 'none'
      || (style.backgroundColor !== 'rgba(0, 0, 0, 0)' && style.backgroundColor !== around?.backgroundColor);
  };
  const CARDS = 'article, [role=article], div, section, form, li, fieldset';
  const isArticle = element => element.matches('article, [role=article], form, fieldset') || Boolean(element.querySelector('dl, input, select, textarea'));
  const isCard = element => Boolean(element.querySelector(HEADINGS)) && Boolean(element.querySelector(CONTENT)) && !element.matches(BUTTONS);
  const cardsOf = replies => outermost(replies.flatMap(message => [
    ...[message].filter(e => isCard(e) && isArticle(e)),
    ...[...message.querySelectorAll(CARDS)].filter(e => isCard(e) && boxed(e)),
  ]));
  const cards = once(() => cardsOf(turn.messages().reply));

  // Buttons with words, and nothing said beside them, between the first message and the composer.
  const suggestions = () => {
    const at = composer.find();
    if (!at) return [];
    const form = at.closest('form') ?? parent(at), asked = turn.live()?.user;
    const chips = query(BUTTONS).filter(e => shown(e) && /\p{L}{2}/u.test(e.innerText || '') && !TOOLS.test(label(e) || e.innerText) && !NEW.test(e.innerText)
      && !within(e, form) && !e.closest(BARS) && !turn.isMessage(e) && (!asked || turn.isAfter(asked, e)));
    const groups = chips.map(chip => chain(chip).slice(1).find((e, i, all) => i === all.length - 1 || !onlyChips(parent(e) ?? e, form)));
    return [...new Set(groups)].filter(e => e && onlyChips(e, form));
  };
  const onlyChips = (element, form) => {
    if (within(form, element)) return false;
    const words = node => children(node).every(child => !says(child) || child.matches(BUTTONS) || (!/\S/.test([...child.childNodes].map(n => (n.nodeType === 3 ? n.data : '')).join('')) && words(child)));
    return words(element);
  };

  const errors = () => {
    const alerts = query('[role=alert]').filter(e => says(e));
    const looks = query('[class*=error i], [class*=banner i], [class*=failed i]').filter(e => FAILED.test(raw(e)) && raw(e).length < 300 && !e.querySelector('textarea, [contenteditable]'));
    return outermost([...new Set([...alerts, ...looks])]);
  };

  const anew = () => query(BUTTONS).filter(e => shown(e) && NEW.test(folded(label(e) || e.innerText || e.title))).slice(0, 1);

  Object.defineProperty(window, KEY, { value: { cards, cardsOf, suggestions, errors, anew } });
})();
