// The way to a composer that is not there yet, or is covered: a consent to answer, news to close, a launcher to open, a
// conversation to start. Nothing else is ever clicked.
(() => {
  const KEY = Symbol.for('replywright.way');
  if (window[KEY]) return;
  const { chain, query, box, folded, shown, within } = window[Symbol.for('replywright.nodes')];
  const { label, enabled } = window[Symbol.for('replywright.names')];
  const composer = window[Symbol.for('replywright.composer')];
  const BUTTONS = 'button, [role=button], a, input[type=button], input[type=submit], summary';
  const DISMISS = [
    /^(reject|decline|refuse|deny|only necessary|necessary only|essential only|continue without)\b/i,
    /^\W*(close|dismiss|skip|not now|no,? thanks|maybe later|later|cancel|schließen|fermer|cerrar|chiudi|关闭|閉じる|닫기|закрыть)\b/i,
    /^\W*[×✕✖xX]\W*$/,
    /^(got it|ok(ay)?|i understand|understood|continue|accept|agree|allow|i agree|verstanden|akzeptieren|accepter|aceptar|accetta|同意|確認|确定)\b/i,
  ];
  const LAUNCH = /chat|copilot|assistant|messenger|ask (us|me|ai)|talk to|need help|help\b|support|message us|contact us/i;
  const START = /^(start|begin|open|launch|new|continue as)\b.*\b(chat|conversation|talking|guest|assistant|messag)/i;
  const NEVER = /log ?out|sign ?out|delete|remove|buy|pay|order|call|phone|human|agent|log ?in|sign ?in|sign ?up|subscribe|download/i;
  const LAYERS = '[role=dialog], [role=alertdialog], dialog[open], [aria-modal=true]';

  const called = element => folded(label(element) || element.innerText || element.value || element.title || '');
  const described = element => `${called(element)} ${element.id} ${typeof element.className === 'string' ? element.className : ''}`;
  const usable = element => shown(element) && enabled(element) && box(element).width > 5;
  const isFixed = element => chain(element).some(e => getComputedStyle(e).position === 'fixed');
  const at = element => {
    const { left, top, width, height } = box(element);
    let over = document.elementFromPoint(left + width / 2, top + height / 2);
    while (over?.shadowRoot) { const inner = over.shadowRoot.elementFromPoint(left + width / 2, top + height / 2); if (!inner || inner === over) break; over = inner; }
    return over;
  };
  const covered = element => { const over = at(element); return over && !within(over, element) && !within(element, over) ? over : null; };
  const layer = over => chain(over).filter(e => e.matches(LAYERS) || getComputedStyle(e).position === 'fixed').at(-1) ?? over;

  const dismissal = around => {
    const buttons = [...around.querySelectorAll(BUTTONS)].filter(usable);
    for (const words of DISMISS) { const found = buttons.find(e => words.test(called(e))); if (found) return found; }
    return null;
  };
  const launcher = () => {
    const buttons = query(BUTTONS).filter(e => usable(e) && !NEVER.test(called(e)));
    const weigh = e => (START.test(called(e)) ? 4 : 0) + (LAUNCH.test(called(e)) ? 3 : 0) + (LAUNCH.test(described(e)) ? 1 : 0)
      + (isFixed(e) ? 2 : 0) + (e.matches('[aria-haspopup], [aria-expanded=false]') ? 1 : 0) - (e.matches('a[href]:not([href^="#"])') ? 3 : 0);
    return buttons.map(element => ({ element, score: weigh(element) })).filter(({ score }) => score >= 3).sort((a, b) => b.score - a.score)[0]?.element ?? null;
  };

  const starter = () => query(BUTTONS).find(e => usable(e) && START.test(called(e)) && !NEVER.test(called(e))) ?? null;

  // What to click next; null where the composer can be used, or nothing leads to it.
  const isReady = element => enabled(element) && !element.readOnly;
  const isHere = () => { const found = composer.find(); return Boolean(found) && isReady(found) && !covered(found); };
  const next = () => {
    const box_ = composer.find(), over = box_ && covered(box_);
    if (box_ && !over) return isReady(box_) ? null : starter();
    if (over) return dismissal(layer(over));
    const layers = query(LAYERS).filter(shown);
    return layers.map(dismissal).find(Boolean) ?? launcher();
  };
  Object.defineProperty(window, KEY, { value: { next, told: () => (isHere() ? 'here' : next() ? 'click' : '') } });
})();
