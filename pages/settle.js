// Runs in every frame before the page's own scripts. It keeps a log of what moves while a reply is written:
// changes of the DOM, aria-busy, and what the page reads from its server (`streams.js`). `arm` clears the log
// before a message is sent; `wait` answers when something is worth a look. Nothing is polled: what came and went
// between two looks is in the log.
(() => {
  const KEY = Symbol.for('replywright');
  if (window[KEY]) return;
  const streams = window[Symbol.for('replywright.streams')];
  const FRAME_MS = 20;   // after this long without a move a frame has passed without one
  const HIDDEN_MS = 100; // a frame, where the page is hidden and requestAnimationFrame stands still
  const STILL_MS = 150;  // a page in which nothing moved for as long stands still
  const SHOWN_MS = 60;   // a page shows by then what an ordinary request brought
  const READ_MS = 200;   // how often the words of a reply are looked at in a page that moves for other reasons too
  const RESTLESS = 3;
  const GAP_MS = 50;     // shorter ones are not worth a note
  const now = () => performance.now();

  let armedAt = now(), isArmed = false, log, wake = () => {};
  const clear = () => { log = { moves: 0, changedAtMove: 0, activeAt: now(), filledAt: now(), easedAt: 0, readAt: now(), heardAt: now(), words: null, gaps: [], stale: new WeakSet(busyElements()) }; };
  const shadows = new Set();   // of WeakRefs: nothing of the page is kept alive
  const roots = () => [document, ...[...shadows].map(ref => ref.deref() || (shadows.delete(ref), null))].filter(Boolean);
  const busyElements = () => roots().flatMap(root => [...root.querySelectorAll('[aria-busy="true"]')]);
  const busy = () => busyElements().some(e => !log.stale.has(e));   // stale: busy before the message was sent
  clear();
  const moved = () => {
    const at = now(), gap = at - log.activeAt;
    if (gap > GAP_MS) log.gaps.push([at - armedAt, gap]);
    log.moves++;
    log.activeAt = at;
    wake();
  };
  streams.onMove = () => { log.heardAt = log.filledAt = now(); moved(); };
  // What an ordinary request brings is shown a moment after it is over.
  streams.onEase = (counts = false) => { if (counts) log.easedAt = now(); wake(); };
  const changed = () => { moved(); log.changedAtMove = log.moves; };

  // ---- the DOM -------------------------------------------------------------------------------------------
  const observer = new MutationObserver(records => {
    for (const r of records) if (r.attributeName === 'aria-busy') log.stale.delete(r.target);
    if (!records.every(({ attributeName }) => LOOKS.has(attributeName))) log.filledAt = now();
    changed();
  });
  const LOOKS = new Set(['class', 'style']);   // they change while what came is faded in, and after that
  const WATCHED = { subtree: true, childList: true, characterData: true, attributes: true };
  // An observer of the document does not see into shadow trees.
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function (options) {
    const root = attachShadow.call(this, { ...options, mode: 'open' });   // a closed one would hide the chat from locators
    shadows.add(new WeakRef(root));
    observer.observe(root, WATCHED);
    return root;
  };
  observer.observe(document, WATCHED);

  // ---- did the page take what was typed? ------------------------------------------------------------------
  // A page that takes a message empties its composer while it handles the key or the click; one that comes alive
  // late wipes it at any other time.
  let composer = null, taken = false, actedAt = 0;
  const focused = () => { let e = document.activeElement; while (e?.shadowRoot?.activeElement) e = e.shadowRoot.activeElement; return e; };
  const emptied = () => composer !== null && !(composer.value ?? composer.innerText).trim();
  const acted = () => {
    actedAt = now();
    if (emptied()) return;   // what was typed is gone already
    setTimeout(() => { if (!taken && emptied()) { taken = true; changed(); } });
  };
  for (const kind of ['keydown', 'click']) window.addEventListener(kind, acted, true);

  // ---- arm and wait --------------------------------------------------------------------------------------
  const held = () => busy() || streams.held();
  const frame = () => new Promise(done => { requestAnimationFrame(() => setTimeout(done)); setTimeout(done, HIDDEN_MS); });
  // Has a frame passed in which nothing moved, and does nothing in the page say that work goes on?
  let reply = null;   // what the reply says now, and whether it stands still, where that is known better than by what moves
  const still = async signalled => {
    if (reply) return !held() && (await reply.steady(signalled)) && !held();
    const { moves, activeAt } = log;
    if (now() - Math.max(activeAt, log.easedAt) < FRAME_MS) await frame();
    return log.moves === moves && !held();
  };

  // How long nothing moved; where the words of the reply are known, but for looks. In a page that always moves, a
  // third of how long neither those words did nor anything came over the network.
  const quiet = () => {
    if (!reply) return now() - log.activeAt;
    if (now() - log.readAt > READ_MS) {
      const words = reply.words();
      if (words !== log.words) [log.words, log.heardAt] = [words, now()];
      log.readAt = now();
    }
    return Math.max(now() - log.filledAt, (now() - log.heardAt) / RESTLESS);
  };

  const woken = async ms => {
    await new Promise(done => {
      const timer = setTimeout(done, Math.max(1, ms));
      wake = () => { clearTimeout(timer); done(); };
    });
    wake = () => {};
  };

  const state = (why, still) => ({ why, still, moves: log.moves, busy: busy(), open: streams.open(), marked: streams.marked(), ended: streams.ended(), armedMs: now() - armedAt });

  // `ends` is a pattern of what the known formats send last.
  const arm = ends => {
    [armedAt, isArmed] = [now(), true];
    clear();
    streams.begin(ends);
    [composer, taken] = [focused(), false];
    observer.disconnect();
    roots().forEach(root => observer.observe(root, WATCHED));
  };

  const disarm = () => { isArmed = false; wake(); };

  // Answers `change` (`any` one, or one while the page is `free` of work; none before lookMs are over), `end` (a stream
  // closed or said that it is over, or a marker that the caller trusts went away, and one frame passed in which
  // nothing moved), `quiet` (no such sign, nothing moved for quietMs) or `limit`. A caller that found the reply
  // unfinished is not woken by the same again: it passes the counts of moves it saw at its last `change`, `end` and
  // `quiet`.
  const wait = async ({ change, lookMs, marker, changeAfter, endAfter, quietAfter, quietMs, untilMs, idleMs }) => {
    for (const lookAt = now() + lookMs; ;) {
      if (!isArmed) throw new Error('the page that was to answer is another one now, or nobody waits for it');
      const moves = log.moves, quietFor = quiet();
      const limit = Math.min(untilMs - (now() - armedAt), idleMs - quietFor);
      if (limit <= 0) return state('limit', false);
      const free = !held(), signalled = marker || streams.signalled(), calm = free && moves > quietAfter;
      const lookIn = log.changedAtMove > changeAfter && (change === 'any' || free) ? lookAt - now() : Infinity;
      if (lookIn <= 0) {
        const settled = await still(signalled);
        return state('change', settled);
      }
      const over = free && moves > endAfter && signalled;
      if (over && (await still(true))) return state('end', true);
      if (log.moves !== moves) continue;
      const restsIn = Math.max(quietMs - quietFor, SHOWN_MS - (now() - log.easedAt));
      if (calm && restsIn <= 0) {
        log.heardAt = now();
        return state('quiet', true);
      }
      // What is `over` and not still shows a marker that this log does not know of.
      const sleep = Math.min(limit, lookIn, calm ? restsIn : limit, streams.waits() ? streams.PLAIN_MS : limit, over ? FRAME_MS : limit);
      await woken(sleep);
    }
  };

  // ---- does the page stand still? -------------------------------------------------------------------------
  const awake = () => wake();
  const inView = image => { const box = image.getBoundingClientRect(); return box.bottom > 0 && box.top < innerHeight && box.width > 0; };
  const loading = () => {
    const images = roots().flatMap(root => [...root.querySelectorAll('img')]).filter(i => !i.complete && (i.loading !== 'lazy' || inView(i)));
    for (const image of images) for (const kind of ['load', 'error']) image.addEventListener(kind, awake, { once: true });
    return document.readyState !== 'complete' || images.length > 0;
  };
  document.addEventListener('readystatechange', awake);

  // Answers true once nothing moved for a moment since the last change, click and key, and neither an ordinary request
  // nor an image is under way; false after `limitMs`. Needs no `arm`, and leaves a turn's log as it is.
  const rest = async limitMs => {
    for (const until = now() + limitMs; ;) {
      const left = until - now(), waits = streams.underWay() || loading();
      const missing = STILL_MS - (now() - Math.max(log.activeAt, log.easedAt, actedAt));
      if (!waits && missing <= 0) return true;
      if (left <= 0) return false;
      await woken(Math.min(left, waits ? streams.PLAIN_MS : missing));
    }
  };

  Object.defineProperty(window, KEY, { value: {
    arm, disarm, wait, rest, arrived: () => streams.onEase(true), roots, watch: told => { reply = told; }, moves: () => log.moves, took: () => taken, read: streams.read,
    now: () => ({ ...state('now', false), gaps: log.gaps }),
    origin: () => performance.timeOrigin + armedAt,
  } });
})();
