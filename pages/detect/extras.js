// What stands beside and in the messages of a UI that nobody described: cards, suggested replies, errors, the button of
// a new conversation; by roles and names, else by structure.
(() => {
  const KEY = Symbol.for('replywright.extras');
  if (window[KEY]) return;
  const { chain, within, meet, children, query, says, raw, direct, folded, once, shown, parent } = window[Symbol.for('replywright.nodes')];
  const { label } = window[Symbol.for('replywright.names')];
  const { below } = window[Symbol.for('replywright.tree')];
  const { visibleText } = window[Symbol.for('replywright.text')];
  const { isChrome, isTool, BUTTONS } = window[Symbol.for('replywright.chrome')];
  const composer = window[Symbol.for('replywright.composer')];
  const turn = window[Symbol.for('replywright.turn')];
  const NAMED = 'h1, h2, h3, h4, h5, h6, [role=heading], legend, caption', HEADINGS = `${NAMED}, strong, b`;
  const LINE = 80;   // letters of a heading
  const PROSE = 'p, li, td, th, blockquote';
  const INPUTS = 'input, select, textarea, [role=radiogroup]';
  const ACTS = `dl, ${INPUTS}, ${BUTTONS}`;
  const BOXES = 'article, [role=article], div, section, form, li, fieldset';
  const NEW = /^\W*(new|start|begin|clear|reset|restart)\b.{0,12}\b(chat|conversation|thread|session|over|again)\b|^\W*(clear|reset|restart|new chat)\W*$/i;
  const NEW_TOO = /^\W*(neue[rs]? (chat|unterhaltung|gespräch)|nouve(au|lle) (chat|conversation|discussion)|nuev[oa] (chat|conversación)|nuova (chat|conversazione)|nov[oa] (chat|conversa)|nieuwe? (chat|gesprek)|now[aey] (czat|rozmowa)|yeni sohbet|нов(ый|ая) (чат|диалог|беседа)|新しい(チャット|会話)|新(的)?(对话|對話|聊天|会话)|새 (대화|채팅)|محادثة جديدة|שיחה חדשה|צ׳אט חדש)/i;
  const FAILED = /\b(error|failed|failure|went wrong|try again|unavailable|could ?n.t|cannot|unable|problem)\b/i;
  const FLAG = ['alert', 'error', 'warning', 'danger', 'exclamation'].map(word => `svg[class*=${word} i], i[class*=${word} i], [data-icon*=${word} i]`).join(', ');
  const THROWN = /^(error|exception)$/i;
  const BARS = 'header, nav, [role=banner], [role=navigation], [role=dialog], dialog, [role=alert]';

  const isNew = text => NEW.test(text) || NEW_TOO.test(text);

  const outermost = all => all.filter(e => !all.some(other => other !== e && within(e, other)));
  const innermost = all => all.filter(e => !all.some(other => other !== e && within(other, e)));
  const boxed = element => {
    const style = getComputedStyle(element), around = parent(element) && getComputedStyle(parent(element));
    return parseFloat(style.borderTopWidth) > 0 || style.boxShadow !== 'none'
      || (style.backgroundColor !== 'rgba(0, 0, 0, 0)' && style.backgroundColor !== around?.backgroundColor);
  };

  // ---- cards ---------------------------------------------------------------------------------------------
  // What begins with a heading and holds something to do, to fill in or to look up.
  const visible = (element, selector) => below(element, selector).filter(e => shown(e) && !isChrome(e));
  const words = element => folded(visibleText(element, e => isChrome(e) || e.matches(BUTTONS)));
  // A first line that stands out, where nothing is called a heading.
  const looksLikeHeading = element => {
    const first = visible(element, '*').find(e => /\S/.test(direct(e)));
    if (!first || first.matches(BUTTONS) || first.closest(`${PROSE}, label, dt, dd`) || folded(raw(first)).length > LINE) return null;
    const { fontWeight, fontSize } = getComputedStyle(first), size = parseFloat(getComputedStyle(element).fontSize);
    const called = chain(first).slice(0, 3).some(e => /\b(header|title|heading)\b/i.test(String(e.className).replace(/[_-]+/g, ' ')));
    return called || fontWeight >= 600 || parseFloat(fontSize) > size * 1.1 ? first : null;
  };
  const heading = element => visible(element, HEADINGS).find(e => e.matches(NAMED) || !e.closest(PROSE)) ?? looksLikeHeading(element);
  const holds = element => visible(element, ACTS).concat(element.matches('article, [role=article], figure') ? visible(element, 'img') : []);
  const isCard = element => {
    const first = heading(element);
    const isNamed = first ? words(element).startsWith(words(first)) : element.matches('article, [role=article]') && label(element);
    return Boolean(isNamed) && holds(element).length > 0;
  };
  // A bubble that holds nothing but a card is not the card.
  const cardsOf = replies => {
    const found = replies.flatMap(message => [message, ...below(message, BOXES)])
      .filter(e => (boxed(e) || e.matches('article, [role=article], form, fieldset')) && isCard(e));
    return outermost(found).map(outer => innermost(found.filter(e => within(e, outer) && holds(e).length === holds(outer).length))[0]);
  };
  const cards = once(() => cardsOf(turn.messages().reply));

  // ---- beside the messages -------------------------------------------------------------------------------
  // Buttons with words, and nothing said beside them, between the first message and the composer.
  const suggestions = () => {
    const at = composer.find();
    if (!at) return [];
    const sends = composer.send(), form = sends ? meet(at, sends) : at.closest('form') ?? parent(at), asked = turn.live()?.user;
    const chips = query(BUTTONS).filter(e => shown(e) && /\p{L}{2}/u.test(e.innerText || '') && !isTool(e) && !isNew(e.innerText)
      && !within(e, form) && !e.closest(BARS) && !turn.isMessage(e) && (!asked || turn.isAfter(asked, e)));
    return [...new Set(chips.map(chip => group(chip, form)))];
  };
  const group = (chip, form) => { let all = chip; for (let e = parent(chip); e && onlyChips(e, form); e = parent(e)) all = e; return all; };
  const onlyChips = (element, form) => {
    if (within(form, element)) return false;
    const words = node => children(node).every(child => !says(child) || child.matches(BUTTONS) || (!/\S/.test([...child.childNodes].map(n => (n.nodeType === 3 ? n.data : '')).join('')) && words(child)));
    return words(element);
  };

  const tellsOfFailure = element => { const text = raw(element); return FAILED.test(text) && text.length < 300; };
  // A message with the sign of an error beside its words.
  const flagged = () => query(FLAG).filter(e => shown(e) && !e.closest(PROSE)).flatMap(flag => turn.messages().reply.filter(e => within(flag, e)))
    .filter(tellsOfFailure);
  // One beside a message of the person's that bears the sign of having failed.
  const refused = () => {
    const { asked, rows } = turn.live() ?? { rows: [] }, bad = rows.filter(tellsOfFailure);
    if (!asked || !bad.length) return [];
    const around = meet(asked, bad[0]), row = chain(asked).find(e => parent(e) === around) ?? asked;
    return below(row, '*').some(e => shown(e) && (e.matches(FLAG) || e.matches('[class*=fail i]') || direct(e).trim() === '!')) ? bad : [];
  };
  // One whose sender is an error.
  const thrown = () => turn.messages().reply.filter(message => below(message, '*').some(e => THROWN.test(folded(direct(e))) && shown(e)));
  // An alert with what can be done about it beside it.
  const withItsButtons = alert => {
    const up = parent(alert), others = up ? children(up).filter(e => e !== alert && says(e)) : [];
    const offers = e => e.matches(BUTTONS) || onlyChips(e, composer.find() ?? document.head);
    return others.length && others.every(offers) && !within(composer.find() ?? document.head, up) ? up : alert;
  };
  const errors = () => {
    // Where the person's own message is one, an alert is only how the chat reads messages out.
    const own = turn.live()?.user ?? turn.messages().user.at(-1), isError = own && chain(own).some(e => e.matches('[role=alert]')) ? () => false : says;
    const alerts = query('[role=alert]').filter(isError).map(withItsButtons);
    const looks = query('[class*=error i], [class*=banner i], [class*=failed i]').filter(e => tellsOfFailure(e) && !e.querySelector('textarea, [contenteditable]'));
    return outermost([...new Set([...alerts, ...looks, ...flagged(), ...refused(), ...thrown()])]);
  };

  const anew = () => query(BUTTONS).filter(e => shown(e) && isNew(folded(label(e) || e.innerText || e.title))).slice(0, 1);

  Object.defineProperty(window, KEY, { value: { cards, cardsOf, heading, suggestions, errors, anew } });
})();
