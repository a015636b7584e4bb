// Runs in every frame before the page's own scripts. It keeps a log of what moves while a reply is written:
// changes of the DOM, aria-busy, and the streams the page reads through fetch. `arm` clears the log before a
// message is sent; `wait` answers when something is worth a look. Nothing is polled: what came and went
// between two looks is in the log.
(() => {
  const KEY = Symbol.for('replywright');
  if (window[KEY]) return;
  const FRAME_MS = 20;         // after this long without a move a frame has passed without one
  const HIDDEN_MS = 100;       // a frame, where the page is hidden and requestAnimationFrame stands still
  const PLAIN_FETCH_MS = 2000; // how long an ordinary request may hold back the end of a reply
  const MAX_LOGGED = 4e6;      // characters of one stream kept for its decoder; a longer one tells nothing
  const now = () => performance.now();

  let armedAt = now(), log, wake = () => {};
  const clear = () => { log = { moves: 0, changedAtMove: 0, activeAt: now(), streams: [], plain: new Set(), stale: new WeakSet(busyElements()) }; };
  const shadows = new Set();   // of WeakRefs: nothing of the page is kept alive
  const roots = () => [document, ...[...shadows].map(ref => ref.deref() || (shadows.delete(ref), null))].filter(Boolean);
  const busyElements = () => roots().flatMap(root => [...root.querySelectorAll('[aria-busy="true"]')]);
  const busy = () => busyElements().some(e => !log.stale.has(e));   // stale: busy before the message was sent
  clear();
  const moved = () => { log.moves++; log.activeAt = now(); wake(); };
  const changed = () => { moved(); log.changedAtMove = log.moves; };

  // ---- the DOM -------------------------------------------------------------------------------------------
  const observer = new MutationObserver(records => {
    for (const r of records) if (r.attributeName === 'aria-busy') log.stale.delete(r.target);
    changed();
  });
  const WATCHED = { subtree: true, childList: true, characterData: true, attributes: true };
  // An observer of the document does not see into shadow trees.
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function (...args) {
    const root = attachShadow.apply(this, args);
    shadows.add(new WeakRef(root));
    observer.observe(root, WATCHED);
    return root;
  };

  // ---- streams read through fetch ------------------------------------------------------------------------
  const STREAM_TYPE = /event-stream|ndjson|jsonl|stream\+json|text\/plain|octet-stream/;
  const BODILESS = [204, 205, 304]; // no Response of these may be given a body
  const streams = r => r.body && !BODILESS.includes(r.status) && STREAM_TYPE.test(r.headers.get('content-type') || '') && !r.headers.get('content-length');

  // A body that is read through the log. It stays a stream of bytes, as the page may read into its own buffers.
  const watched = (body, stream, signal) => {
    const reader = body.getReader(), decoder = new TextDecoder();
    const end = how => { stream.ended ??= how; moved(); };
    const keep = text => {
      stream.size += text.length;
      if (stream.size > MAX_LOGGED) stream.chunks = [];   // half a stream tells less than none
      else if (text) stream.chunks.push([now() - armedAt, text]);
    };
    return new ReadableStream({
      type: 'bytes',
      async pull(controller) {
        stream.read = true;
        try {
          const { done, value } = await reader.read();
          if (done) {
            keep(decoder.decode());
            end('closed');
            controller.close();
            controller.byobRequest?.respond(0);
            return;
          }
          keep(decoder.decode(value, { stream: true }));
          moved();
          controller.enqueue(value);
        } catch (error) {
          end(signal?.aborted || error?.name === 'AbortError' ? 'aborted' : 'cut');
          controller.error(error);
        }
      },
      cancel(reason) { end('aborted'); return reader.cancel(reason); },
    });
  };

  // What a Response made here cannot tell by itself it takes from the page's own one; so do its clones.
  const like = (shown, own) => {
    for (const name of ['url', 'redirected', 'type']) Object.defineProperty(shown, name, { value: own[name], configurable: true });
    const clone = () => like(Response.prototype.clone.call(shown), own);
    return Object.defineProperty(shown, 'clone', { value: clone, configurable: true, writable: true });
  };

  const fetch = window.fetch;
  window.fetch = async function (...args) {
    const mine = log, call = { at: now() };
    mine.plain.add(call);
    try {
      const response = await fetch.apply(this, args);
      if (!streams(response)) return response;
      const { url, status, statusText, headers } = response, signal = args[1]?.signal ?? args[0]?.signal;
      const stream = { url, type: headers.get('content-type'), chunks: [], size: 0, at: now(), read: false, ended: null };
      mine.streams.push(stream);
      return like(new Response(watched(response.body, stream, signal), { status, statusText, headers }), response);
    } finally {
      mine.plain.delete(call);
      moved();
    }
  };

  // ---- did the page take what was typed? ------------------------------------------------------------------
  // A page that takes a message empties its composer while it handles the key or the click; one that comes alive
  // late wipes it at any other time.
  let composer = null, taken = false;
  const focused = () => { let e = document.activeElement; while (e?.shadowRoot?.activeElement) e = e.shadowRoot.activeElement; return e; };
  const emptied = () => composer !== null && !(composer.value ?? composer.innerText).trim();
  const acted = () => setTimeout(() => { if (!taken && emptied()) { taken = true; changed(); } });
  for (const kind of ['keydown', 'click']) window.addEventListener(kind, acted, true);

  // ---- arm and wait --------------------------------------------------------------------------------------
  const recent = call => now() - call.at < PLAIN_FETCH_MS;
  const open = () => log.streams.filter(s => !s.ended && (s.read || recent(s)));   // nobody may ever read it
  const held = () => busy() || open().length > 0 || [...log.plain].some(recent);
  const frame = () => new Promise(done => { requestAnimationFrame(() => setTimeout(done)); setTimeout(done, HIDDEN_MS); });
  // Has a frame passed in which nothing moved, and does nothing in the page say that work goes on?
  const still = async () => {
    const { moves, activeAt } = log;
    if (now() - activeAt < FRAME_MS) await frame();
    return log.moves === moves && !held();
  };

  const state = (why, still) => ({ why, still, moves: log.moves, busy: busy(), open: open().length, ended: log.streams.map(s => s.ended), armedMs: now() - armedAt });

  const arm = () => {
    armedAt = now();
    clear();
    [composer, taken] = [focused(), false];
    observer.disconnect();
    roots().forEach(root => observer.observe(root, WATCHED));
  };

  // Answers `change` (where it is asked for: `any` one, or one while the page is `free` of work), `end` (a stream
  // closed, or a marker that the caller trusts went away, and one frame passed in which nothing moved), `quiet` (no
  // such sign, nothing moved for quietMs) or `limit`. A caller that found the reply unfinished is not woken by the
  // same again: it passes the count of moves it saw at its last `change`, and at its last `end` or `quiet`.
  const wait = async ({ change, marker, changeAfter, endAfter, quietMs, untilMs, idleMs }) => {
    for (;;) {
      const moves = log.moves, quietFor = now() - log.activeAt;
      const limit = Math.min(untilMs - (now() - armedAt), idleMs - quietFor);
      if (limit <= 0) return state('limit', false);
      const free = !held(), signalled = marker || log.streams.some(s => s.ended), fresh = free && moves > endAfter;
      if (log.changedAtMove > changeAfter && (change === 'any' || (change === 'free' && free))) {
        const settled = await still();
        return state('change', settled);
      }
      if (fresh && signalled) {
        if (await still()) return state('end', true);
        continue;
      }
      if (fresh && quietFor >= quietMs) return state('quiet', true);
      const sleep = Math.min(limit, fresh ? quietMs - quietFor : limit, log.plain.size || log.streams.some(s => !s.read) ? PLAIN_FETCH_MS : limit);
      await new Promise(done => {
        const timer = setTimeout(done, Math.max(1, sleep));
        wake = () => { clearTimeout(timer); done(); };
      });
      wake = () => {};
    }
  };

  const read = () => log.streams.map(s => ({ url: s.url, type: s.type, chunks: s.chunks, ended: s.ended }));
  Object.defineProperty(window, KEY, { value: { arm, wait, read, took: () => taken, now: () => state('now', false), origin: () => performance.timeOrigin + armedAt } });
})();
