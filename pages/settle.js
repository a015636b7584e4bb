// Runs in every frame before the page's own scripts. It keeps a log of what moves while a reply is written:
// changes of the DOM, aria-busy, and the streams the page reads through fetch. `arm` clears the log before a
// message is sent; `wait` answers when something is worth a look. Nothing is polled: what came and went
// between two looks is in the log.
(() => {
  const KEY = Symbol.for('replywright');
  if (window[KEY]) return;
  const FRAME_MS = 100;        // a frame, where the page is hidden and requestAnimationFrame stands still
  const PLAIN_FETCH_MS = 2000; // how long an ordinary request may hold back the end of a reply
  const MAX_LOGGED = 4e6;      // characters of one stream kept for its decoder
  const now = () => performance.now();

  let armedAt = now(), log, wake = () => {};
  const clear = () => { log = { moves: 0, changedAtMove: 0, activeAt: now(), streams: [], plain: new Set(), stale: new WeakSet(busyElements()) }; };
  const busyElements = () => document.querySelectorAll('[aria-busy="true"]');
  const busy = () => [...busyElements()].some(e => !log.stale.has(e));   // stale: busy before the message was sent
  clear();
  const moved = () => { log.moves++; log.activeAt = now(); wake(); };

  // ---- the DOM -------------------------------------------------------------------------------------------
  const observer = new MutationObserver(records => {
    for (const r of records) if (r.attributeName === 'aria-busy') log.stale.delete(r.target);
    moved();
    log.changedAtMove = log.moves;
  });
  const WATCHED = { subtree: true, childList: true, characterData: true, attributes: true };

  // ---- streams read through fetch ------------------------------------------------------------------------
  const STREAM_TYPE = /event-stream|ndjson|jsonl|stream\+json|text\/plain|octet-stream/;
  const streams = r => r.body && STREAM_TYPE.test(r.headers.get('content-type') || '') && !r.headers.get('content-length');

  const watched = (body, stream) => {
    const reader = body.getReader(), decoder = new TextDecoder();
    const end = how => { stream.ended ??= how; stream.endedAt ??= now(); moved(); };
    const keep = text => {
      if (!text || stream.size > MAX_LOGGED) return;
      stream.size += text.length;
      stream.chunks.push([now() - armedAt, text]);
    };
    return new ReadableStream({
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) { keep(decoder.decode()); end('closed'); controller.close(); return; }
          keep(decoder.decode(value, { stream: true }));
          moved();
          controller.enqueue(value);
        } catch (error) {
          end(error && error.name === 'AbortError' ? 'aborted' : 'cut');
          controller.error(error);
        }
      },
      cancel(reason) { end('aborted'); return reader.cancel(reason); },
    }, { highWaterMark: 0 });
  };

  const fetch = window.fetch;
  window.fetch = async function (...args) {
    const mine = log, call = { at: now() };
    mine.plain.add(call);
    try {
      const response = await fetch.apply(this, args);
      if (!streams(response)) return response;
      const stream = { url: response.url, type: response.headers.get('content-type'), chunks: [], size: 0, ended: null, endedAt: null };
      mine.streams.push(stream);
      const shown = new Response(watched(response.body, stream), { status: response.status, statusText: response.statusText, headers: response.headers });
      for (const name of ['url', 'redirected', 'type']) Object.defineProperty(shown, name, { value: response[name] });
      return shown;
    } finally {
      mine.plain.delete(call);
      moved();
    }
  };

  // ---- arm and wait --------------------------------------------------------------------------------------
  const open = () => log.streams.filter(s => !s.ended);
  const held = () => busy() || open().length > 0 || [...log.plain].some(c => now() - c.at < PLAIN_FETCH_MS);
  const frame = () => new Promise(done => { requestAnimationFrame(() => setTimeout(done)); setTimeout(done, FRAME_MS); });

  const state = (why, still) => ({ why, still, moves: log.moves, busy: busy(), open: open().length, ended: log.streams.map(s => s.ended), armedMs: now() - armedAt });

  const arm = () => {
    armedAt = now();
    clear();
    observer.disconnect();
    observer.observe(document, WATCHED);
  };

  // Answers `change` (where `change` is asked for), `end` (a stream closed, or a marker that the caller trusts
  // went away, and one frame passed in which nothing moved), `quiet` (no such sign, nothing moved for quietMs)
  // or `limit`. A caller that found the reply unfinished is not woken by the same again: it passes the count of moves
  // it saw at its last `change`, and at its last `end` or `quiet`.
  const wait = async ({ change, marker, changeAfter, endAfter, quietMs, untilMs, idleMs }) => {
    for (;;) {
      const moves = log.moves, quietFor = now() - log.activeAt;
      const limit = Math.min(untilMs - (now() - armedAt), idleMs - quietFor);
      if (limit <= 0) return state('limit', false);
      if (change && log.changedAtMove > changeAfter) {
        await frame();
        return state('change', log.moves === moves && !held());
      }
      const free = moves > endAfter && !held(), signalled = marker || log.streams.length > 0;
      if (free && signalled) {
        await frame();
        if (log.moves === moves && !held()) return state('end', true);
        continue;
      }
      if (free && quietFor >= quietMs) return state('quiet', true);
      const sleep = Math.min(limit, free ? quietMs - quietFor : limit, log.plain.size ? PLAIN_FETCH_MS : limit);
      await new Promise(done => {
        const timer = setTimeout(done, Math.max(1, sleep));
        wake = () => { clearTimeout(timer); done(); };
      });
      wake = () => {};
    }
  };

  const taken = () => log.streams.map(s => ({ url: s.url, type: s.type, chunks: s.chunks, ended: s.ended }));
  Object.defineProperty(window, KEY, { value: { arm, wait, taken, now: () => state('now', false), origin: () => performance.timeOrigin + armedAt } });
})();
