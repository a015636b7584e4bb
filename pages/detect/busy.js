// What says that a reply is still on its way, in a UI that nobody described: a Stop button, a spinner, dots, a state in
// an attribute, a composer that cannot be used. Only what came since the message was sent tells anything.
(() => {
  const KEY = Symbol.for('replywright.busy');
  if (window[KEY]) return;
  const { query, shown, folded, within } = window[Symbol.for('replywright.nodes')];
  const { roots } = window[Symbol.for('replywright')];
  const { label } = window[Symbol.for('replywright.names')];
  const composer = window[Symbol.for('replywright.composer')];
  // What a button says that stops the reply; one that cancels an order says more.
  const STOP = /^\W*(stop|cancel|interrupt|abort|halt|stopp(en)?|arrêter|detener|parar|interrompi|annuler|abbrechen|停止.{0,4}|中止.{0,4}|중지|стоп|остановить)( (the )?(generat|respon|repl|answer|stream|writing|output|request|run|antwort|génér|respuesta)\w*)?\W*$/i;
  const WORKS = /\b(typing|thinking|loading|generating|streaming|pending|running|writing|responding|in progress|busy|working)\b/i;
  const WORDS = ['typing', 'loading', 'loader', 'spinner', 'skeleton', 'pending', 'generating', 'thinking'];
  const MARKED = WORDS.map(word => `[class*=${word} i]`).join(', ');
  const MARKS = new RegExp(`(^|[-_ ])(${WORDS.join('|')})\\w*([-_ ]|$)`, 'i');
  const STATES = ['status', 'state', 'streaming', 'is-streaming', 'loading', 'generating', 'test-script-state', 'message-status'].map(name => `data-${name}`);
  const ON = /^(running|streaming|loading|generating|pending|busy|in.?progress|true|thinking|typing)$/i;
  const SPINS = 'svg animate[repeatCount=indefinite], svg animateTransform[repeatCount=indefinite]';

  const isStop = element => STOP.test(folded(label(element) || element.innerText || element.title || element.dataset.testid || ''));
  const works = element => element.matches('[role=progressbar]') || WORKS.test(folded(`${label(element)} ${element.textContent}`));
  const forever = animation => animation.playState === 'running' && animation.effect?.getComputedTiming().iterations === Infinity;
  const moving = () => roots().flatMap(root => root.getAnimations()).filter(forever).map(animation => animation.effect.target).filter(Boolean);

  // Every element that looks like work, with the reason.
  const signs = () => new Map([
    ...query(MARKED).filter(e => MARKS.test(e.getAttribute('class'))).map(e => [e, 'class']),
    ...[...moving(), ...query(SPINS).map(e => e.closest('svg'))].map(e => [e, 'moves']),
    ...query('[role=progressbar], [role=status]').filter(works).map(e => [e, 'status']),
    ...STATES.flatMap(name => query(`[${name}]`).filter(e => ON.test(e.getAttribute(name))).map(e => [e, 'state'])),
    ...query('button, [role=button]').filter(isStop).map(e => [e, 'stop']),
  ]);
  const isOff = element => Boolean(element) && (element.matches(':disabled, [aria-disabled=true], [contenteditable=false]'));

  // What moves, or is called so, while nobody waits for anything is there for its looks, and so is all that is like it.
  const kind = ([element, which]) => (['moves', 'class'].includes(which) ? `${which} ${element.nodeName} ${element.getAttribute('class')}` : null);
  let stood = new WeakMap(), idle = new Set(), usable = false, doubted = new WeakSet();
  const begin = () => {
    const standing = [...signs()].filter(([element]) => shown(element));
    [stood, idle] = [new WeakMap(standing), new Set([...idle, ...standing.map(kind)].filter(Boolean))];
    usable = !isOff(composer.find());
    shownThisTurn = new Map();
  };
  let shownThisTurn = new Map();   // what a marker was called, by why it was taken for one
  const note = found => found.forEach(([e, which]) => shownThisTurn.set(which, describe(e, which)));
  const describe = (element, which) => {
    const button = which === 'stop' && folded(label(element) || element.innerText || element.title);
    if (button) return `button:${button}`;
    if (which === 'stop') return element.dataset.testid ? `[data-testid=${JSON.stringify(element.dataset.testid)}]` : [...element.classList].filter(one => /stop|cancel/i.test(one)).map(one => `.${CSS.escape(one)}`)[0] ?? '';
    if (which === 'state') { const state = STATES.find(name => ON.test(element.getAttribute(name) ?? '')); return `[${state}=${JSON.stringify(element.getAttribute(state))}]`; }
    const name = [...element.classList].find(one => MARKS.test(one));
    return name ? `.${CSS.escape(name)}` : element.getAttribute('role') ? `[role=${element.getAttribute('role')}]` : '';
  };
  const all = () => {
    const at = composer.find();
    const found = [...signs()].filter(([e, which]) => stood.get(e) !== which && !idle.has(kind([e, which])) && !doubted.has(e) && shown(e) && !(at && within(at, e)));
    note(found);
    const marking = found.map(([e]) => e);
    return usable && isOff(at) && !doubted.has(at) ? [...marking, at] : marking;
  };

  // What stays on long after all else stands still is no marker.
  const doubt = () => {
    all().forEach(e => doubted.add(e));
    [...signs()].filter(([e]) => doubted.has(e)).map(kind).filter(Boolean).forEach(one => idle.add(one));
  };

  // Of the markers that were seen those that can be told by a name, and are gone now.
  const names = () => [...new Set(shownThisTurn.values())].filter(name => name && !(name.startsWith('button:')
    ? query('button, [role=button]').some(e => shown(e) && `button:${folded(label(e) || e.innerText || e.title)}` === name)
    : query(name).some(shown)));

  Object.defineProperty(window, KEY, { value: { begin, all, doubt, names } });
})();
