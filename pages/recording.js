// Tells what a person does in a chat that nobody described: a message sent, a click on what a reply offers, an input of
// a card filled, a reload. Everything is told at once, by a binding: what is kept in a page is gone when it is left.
// Before what may begin a turn can take effect the page is marked, so that the turn is read as any other.
(() => {
  const KEY = Symbol.for('replywright.recording'), binding = window.replywrightRecording;
  if (window[KEY] || !binding) return;
  const tell = told => binding(told).catch(() => {});
  const of = name => window[Symbol.for(`replywright.${name}`)];
  const { arm, disarm, roots } = window[Symbol.for('replywright')];
  const { name } = of('names');
  const { chain, within, query, plain, box } = of('nodes');
  const capture = of('capture'), inputs = of('inputs'), detect = of('detect'), composer = of('composer'), turn = of('turn');
  const IN_A_CARD = `${capture.BUTTONS}, [role=option], a`, CLICKABLE = `${IN_A_CARD}, [role=radio], input[type=radio]`;
  const TOGGLES = '[role=checkbox], [role=switch], [role=radio]';
  const OFFERING = ['suggestion', 'reply', 'user', 'error', 'busy'];
  const SECRET = '[type=password], [autocomplete^=cc-], [autocomplete*=password], [autocomplete=one-time-code]';
  const LOOK_MS = 50, GIVE_UP_MS = 10000, ASK_MS = 200;

  const target = event => event.composedPath()[0];
  const upTo = (element, selector) => chain(element).find(e => e.matches?.(selector));
  const isIn = (element, part) => detect.all(part).some(one => within(element, one));
  const cardOf = element => detect.all('card').find(card => within(element, card));
  const typed = () => { const at = composer.find(); return at && (at.value ?? at.innerText).trim(); };

  // ---- a turn begins ---------------------------------------------------------------------------------------
  // `ends` is what `arm` takes; it comes with the answer to the first word. A turn that is followed is not disturbed.
  let ends = null, isFollowed = false, looking = 0;
  let cards = [];       // that stood there before it
  let message = null;   // what may be about to be sent, and how
  const observer = new MutationObserver(() => { looking ||= setTimeout(look, LOOK_MS); });
  const look = () => {
    looking = 0;
    if (!message || message.isTold || performance.now() > message.until) observer.disconnect();
    else if (turn.live()?.user) said(message);
  };
  const begin = (text, by) => {
    message = { text, by, meanwhile: isFollowed, isTold: ends === null, until: performance.now() + GIVE_UP_MS };
    if (isFollowed || ends === null) return message;
    tell({ kind: 'begun' });
    arm(ends);
    capture.reset();
    cards = detect.all('card');
    if (!detect.isUsed()) detect.use(null);
    detect.begin(text);
    roots().forEach(root => observer.observe(root, { subtree: true, childList: true, characterData: true }));
    return message;
  };
  const said = one => {
    observer.disconnect();
    if (one.isTold) return;
    one.isTold = isFollowed = true;
    tell({ kind: 'said', text: one.text, by: one.by, meanwhile: one.meanwhile });
  };
  // A page that takes a message empties its composer as it does so; else what was said is shown sooner or later. Keys
  // that are pressed meanwhile may come before a timer: each looks first.
  let lookNow = () => {};
  const watchComposer = one => {
    const at = composer.find();
    lookNow = () => { lookNow = () => {}; if (at?.isConnected && typed() === '') said(one); };
    const mine = lookNow;
    setTimeout(() => { if (lookNow === mine) mine(); });
  };

  // ---- keys and clicks -------------------------------------------------------------------------------------
  const isEnter = event => event.key === 'Enter' && !event.isComposing && event.keyCode !== 229;   // 229: of an input method
  const keydown = event => {
    lookNow();
    if (!event.isTrusted || !isEnter(event)) return;
    const at = composer.find(), text = typed();
    if (!text || !within(target(event), at)) return;
    const by = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey ? 'keys' : 'Enter';
    watchComposer(begin(text, by));
  };

  const offered = element => {
    const card = cardOf(element), found = upTo(element, card ? IN_A_CARD : CLICKABLE);
    if (!found || (card && !within(found, card)) || isIn(found, 'new') || (isIn(found, 'send') && !isIn(found, 'busy'))) return null;
    const isOffered = card || upTo(found, '[role=log]') || OFFERING.some(part => isIn(found, part));
    return isOffered ? { name: name(found), card: card ? capture.card(card).title : '', suggested: isIn(found, 'suggestion') } : null;
  };
  // What a press is on, noted before the page can take it away.
  const press = element => {
    const offer = offered(element), text = typed(), isAnew = !offer && isIn(element, 'new');
    const sends = isIn(element, 'send') ? 'button' : 'press', elsewhere = !isAnew && !within(element, composer.find() ?? element);
    if (offer?.name) return { element, offer: { ...offer, meanwhile: isFollowed }, begun: begin(offer.name, 'offer') };
    return { element, isAnew, begun: text && elsewhere ? begin(text, sends) : null };
  };
  let pressed = null;
  const pointerdown = event => { lookNow(); if (event.isTrusted) pressed = press(target(event)); };
  const isSame = element => pressed && (!pressed.element.isConnected || within(pressed.element, element) || within(element, pressed.element));
  const click = event => {
    if (!event.isTrusted) return;
    const { offer, isAnew, begun } = isSame(target(event)) ? pressed : press(target(event));
    pressed = null;
    if (offer) tell({ kind: 'clicked', ...offer });
    else if (isAnew) tell({ kind: 'anew' });
    else if (begun?.by === 'button') watchComposer(begun);
    const toggle = upTo(target(event), TOGGLES);
    if (toggle && cardOf(toggle)) setTimeout(() => fill(toggle));
  };

  // ---- inputs of a card --------------------------------------------------------------------------------------
  const secrets = new WeakSet();   // a password that is made visible is still one
  const fill = element => {
    const card = cardOf(element), input = card && inputs.holding(card, element);
    if (!input || within(element, composer.find() ?? document.head)) return;
    if (element.matches(SECRET)) secrets.add(element);
    const isSecret = secrets.has(element), { label, kind, value } = input;
    tell({ kind: 'filled', card: capture.card(card).title, label, value: isSecret ? '' : kind === 'checkbox' ? value === 'on' : value, isSecret });
  };
  const input = event => { if (event.isTrusted) fill(target(event)); };

  for (const [kind, hear] of Object.entries({ keydown, pointerdown, click, input })) window.addEventListener(kind, hear, true);

  // ---- what is asked from outside ------------------------------------------------------------------------------
  // The first of some texts that came with the turn, on its own, and is no button: what a click said.
  const shows = texts => {
    const news = query('body *').filter(e => turn.isNew(e) && box(e).height && !upTo(e, 'button, [role=button], a'));
    return texts.find(text => plain(text) && news.some(e => e.childElementCount < 4 && plain(e.textContent) === plain(text))) ?? null;
  };
  // Did anything come but what changed in a card? If not, the turn is none, and is forgotten.
  const answered = () => {
    const now = turn.live();
    return Boolean(now?.user) || (now?.rows ?? []).some(row => !cards.some(card => within(row, card)));
  };
  const forget = () => detect.begin('');
  // While a turn is followed it is asked whether anybody still wants to know: who waits for the page cannot call it off.
  let asking = 0;
  const ask = () => tell({ kind: 'followed' }).then(known => { if (known?.over) disarm(); });
  const follow = on => { isFollowed = on; clearInterval(asking); if (on) asking = setInterval(ask, ASK_MS); };
  Object.defineProperty(window, KEY, { value: { shows, answered, forget, follow } });

  const how = performance.getEntriesByType('navigation')[0]?.type;
  tell({ kind: 'arrived', reloaded: window === window.top && how === 'reload' }).then(known => {
    ends = known.ends;
    if (known.profile) detect.use(known.profile);
  });
})();
