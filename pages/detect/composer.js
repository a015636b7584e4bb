// Where one types, and how it is sent: every place to type into is weighed by what it is, what it is called and what
// stands around it.
(() => {
  const KEY = Symbol.for('replywright.composer');
  if (window[KEY]) return;
  const { chain, within, query, box, above, folded, shown } = window[Symbol.for('replywright.nodes')];
  const { label } = window[Symbol.for('replywright.names')];
  const { below } = window[Symbol.for('replywright.tree')];
  const PLACES = 'textarea, input:not([type]), input[type=text], input[type=search], [contenteditable]:not([contenteditable=false]), [role=textbox]';
  const BUTTONS = 'button, [role=button], input[type=submit], input[type=image]';
  const CHAT = /messag|\bask\b|ask |type |typing|\bchat|\bsay\b|\bwrite\b|\breply|prompt|question|how can i help|talk to|nachricht|frage|schreib|écri|pose[rz]? |mensaje|escrib|pregunt|messaggi|scrivi|mensage|escrev|bericht|vraag|сообщени|напиш|спрос|wiadomo|napisz|mesaj|メッセージ|質問|入力|消息|输入|提问|메시지|입력|رسالة|اكتب|הודעה|כתוב/i;
  const OTHER = /search|\bfind\b|filter|such|buscar|rechercher|cerca|zoek|поиск|検索|搜索|검색|بحث|חיפוש|review|feedback|e-?mail|passw|phone|address|subject|\btitle\b|coupon|promo|\bzip\b|city|user ?name|login|\bcode\b|newsletter/i;
  const AROUND = /chat|composer|prompt|conversation|copilot|assistant|messenger/i;
  const SEND = /\bsubmit\b|send|senden|abschicken|envoyer|enviar|invia|verstuur|отправ|wyślij|gönder|送信|发送|發送|보내기|전송|إرسال|שלח/i;
  const OTHER_DEED = /log ?in|sign ?in|sign ?up|subscribe|search|save|publish|review|feedback|newsletter/i;
  const LEAST = 4;      // points for a place to be taken for a composer
  const MARGIN = 2;     // points between it and the next best

  const described = element => folded([label(element), element.placeholder, element.getAttribute('data-placeholder'), element.getAttribute('aria-placeholder'), element.title, element.querySelector?.('[data-placeholder]')?.dataset.placeholder].filter(Boolean).join(' '));
  const called = element => folded([element.id, element.name, element.dataset?.testid, element.className].filter(text => typeof text === 'string').join(' '));
  const button = element => folded([label(element), element.innerText, element.value, element.title, called(element), element.type === 'submit' && element.form ? 'submit' : ''].filter(Boolean).join(' '));
  // `Ask` sends; `Ask for a refund` says so.
  const isSend = element => {
    const words = folded(element.innerText || element.value || '');   // what is written on it counts for more than its label
    const says = words ? SEND.test(`${words} ${called(element)}`) || (element.type === 'submit' && element.form) : SEND.test(button(element));
    return (says || /^\W*ask( \w+)?\W*$/i.test(label(element) || words)) && !OTHER_DEED.test(button(element));
  };
  const near = element => chain(element).slice(1, 6);

  const sends = element => {
    const boxes = box(element);
    for (const around of near(element)) {
      const found = below(around, BUTTONS).filter(e => shown(e) && !within(element, e));
      const named = found.find(isSend);
      if (named) return named;
      const beside = found.filter(e => !folded(e.innerText) && !above(e, element) && Math.abs(box(e).bottom - boxes.bottom) < 60 && box(e).left >= boxes.left);
      if (beside.length) return beside.sort((a, b) => box(b).right - box(a).right)[0];
      if (found.length > 6) return null;   // a whole page is around it
    }
    return null;
  };

  const RULES = [
    ['takes several lines', 3, e => e.matches('textarea, [contenteditable]') || e.getAttribute('role') === 'textbox'],
    ['takes a line', 1, e => e.matches('input')],
    ['its label speaks of messages', 4, e => CHAT.test(described(e))],
    ['its label speaks of something else', -6, e => OTHER.test(described(e))],
    ['searches', -6, e => e.matches('[type=search], [role=searchbox]') || Boolean(e.closest('[role=search], search'))],
    ['its name speaks of a chat', 2, e => [e, ...near(e)].some(one => AROUND.test(called(one)))],
    ['its name speaks of something else', -4, e => OTHER.test(`${e.id} ${e.name ?? ''}`)],
    ['stands in a form with a password', -8, e => Boolean(e.closest('form')?.querySelector('[type=password]'))],
    ['a button beside it sends', 3, e => Boolean(sends(e)) && isSend(sends(e))],
    ['a button stands beside it', 1, e => Boolean(sends(e))],
    ['its form does something else', -5, e => OTHER_DEED.test(e.closest('form')?.querySelector(BUTTONS) ? button(e.closest('form').querySelector(BUTTONS)) : '')],
    ['a log is near', 3, e => near(e).some(one => one.querySelector('[role=log], [role=feed], [aria-live]'))],
    ['a place that scrolls stands above', 2, e => near(e).some(one => [...one.querySelectorAll('div, main, section, ul, ol')].some(other => !within(e, other) && other.clientHeight > 80 && /auto|scroll/.test(getComputedStyle(other).overflowY) && above(other, e)))],
    ['stands in a card or a message', -5, e => Boolean(e.closest('article, [role=article], [role=listitem], li, table, [role=log]'))],
    ['stands low', 1, e => box(e).top > innerHeight / 2],
    ['is wide', 1, e => box(e).width > 180],
    ['cannot be typed into', -3, e => e.readOnly || e.getAttribute('aria-readonly') === 'true'],
  ];
  const weigh = element => {
    const why = RULES.filter(([, , holds]) => holds(element));
    return { element, score: why.reduce((sum, [, points]) => sum + points, 0), why: why.map(([name, points]) => `${points > 0 ? '+' : ''}${points} ${name}`) };
  };
  const outer = (element, all) => !all.some(other => other !== element && within(element, other));
  // What is called a textbox may only hold one.
  const holdsPlace = element => !element.matches('textarea, input') && !element.isContentEditable && below(element, 'textarea, input, [contenteditable=true]').length > 0;
  const isPlace = element => shown(element) && !holdsPlace(element) && element.getAttribute('aria-hidden') !== 'true' && box(element).width > 20 && box(element).height > 5;

  const every = () => {
    const places = query(PLACES).filter(isPlace);
    return places.filter(e => outer(e, places)).map(weigh).sort((a, b) => b.score - a.score);
  };
  const html = element => element.outerHTML.replace(/\s+/g, ' ').slice(0, 160);

  // The composer stays the same as long as it is there. `wanted` is a part of what is told of it, where there are more.
  let chosen = null, wanted = '';
  const want = text => { if (text !== wanted) [chosen, wanted] = [null, text]; };
  const candidates = () => every().filter(({ element }) => `${html(element)} ${location.href}`.includes(wanted));
  const still = () => chosen?.isConnected && isPlace(chosen);
  const find = () => {
    if (still()) return chosen;
    const [best, next] = candidates();
    chosen = best && best.score >= LEAST && !(next && best.score - next.score < MARGIN) ? best.element : null;
    return chosen;
  };
  const send = () => (find() ? sends(find()) : null);
  const told = () => every().map(({ element, score, why }) => ({ score, why, html: html(element), url: window === top ? '' : location.href }));
  const elements = () => every().map(({ element }) => element);
  const score = () => (still() ? Infinity : candidates()[0]?.score ?? 0);
  const likely = () => candidates().filter(one => one.score >= LEAST && one.score > candidates()[0].score - MARGIN).length;

  Object.defineProperty(window, KEY, { value: { find, send, told, elements, score, likely, want, LEAST } });
})();
