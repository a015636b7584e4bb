// What the page reads from its server while a reply is written: streams through fetch and XMLHttpRequest, EventSource,
// WebSocket, the JSON answers of ordinary requests (long polling), and what workers and other tabs pass on. Runs in
// every frame before the page's own scripts, and changes nothing that the page can see. `begin` starts a turn's log, `onMove` is called when anything
// of it moves, `onEase` when an ordinary request is over.
(() => {
  const KEY = Symbol.for('replywright.streams');
  if (window[KEY]) return;
  const PLAIN_MS = 2000;     // how long an ordinary request may hold back the end of a reply
  const MAX_LOGGED = 4e6;    // characters of one stream kept for its decoder; a longer one tells nothing
  const TAIL = 64;           // characters in which a mark of the end may be cut in two
  const STREAM_TYPE = /event-stream|ndjson|jsonl|stream\+json|text\/plain|octet-stream/;
  const GREET_MS = 250;      // how long a new connection is silent once both sides have said who they are
  const ASKS = /^(get|head)$/i;
  const PLAIN_TYPE = /text\/plain/;
  const JSON_TYPE = /application\/([\w.-]+\+)?json/;
  const BODILESS = [204, 205, 304]; // no Response of these may be given a body
  const now = () => performance.now();
  const { addEventListener } = EventTarget.prototype;   // the browser's own: frameworks put theirs in its place
  const api = { onMove: () => {}, onEase: () => {} };

  let begunAt = now(), ends = /(?!)/, streams = [], plain = new Set(), asked = new Set(), stood = new Set();
  const underWay = new Set();   // the ordinary requests, whichever turn they began in
  // What only asks, and for what was asked before in this turn or is waited for as it begins, is a poll: it is always
  // under way, so that neither that it is nor how it ends tells anything.
  const place = url => { try { const { origin, pathname } = new URL(url, document.baseURI); return origin + pathname; } catch { return ''; } };
  const begun = (method, url, asks) => {
    const call = { at: now(), asks, place: ASKS.test(method) ? place(url) : '', calls: plain };
    call.again = asked.has(call.place);
    call.stood = stood.has(call.place);   // and so does a stream of the same place outlive the turn
    if (call.place) asked.add(call.place);
    if (!call.again) plain.add(call);
    underWay.add(call);
    return call;
  };
  const over = call => {
    underWay.delete(call);
    call.calls.delete(call);
    api.onEase(!call.again);
  };

  // A stream is `shared` where it was there before the turn; `whole` where each chunk is a whole message; `marked`
  // once a chunk said that the reply is finished; `ended` closed, cut or aborted.
  const add = values => {
    const stream = { chunks: [], size: 0, tail: '', at: now(), read: false, shared: false, whole: false, marked: false, ended: null, ...values };
    streams.push(stream);
    return stream;
  };
  const keep = (stream, text) => {
    if (!text) return;
    stream.read = true;
    stream.size += text.length;
    if (stream.size > MAX_LOGGED) stream.chunks = [];   // half a stream tells less than none
    else stream.chunks.push([now() - begunAt, text]);
    const marked = ends.test(stream.tail + text);
    stream.tail = stream.whole ? '' : text.slice(-TAIL);
    stream.marked ||= marked;
    if (marked || !outlives(stream)) api.onMove();
  };
  const end = (stream, how) => { stream.ended ??= how; api.onMove(); };
  // A connection that goes on after the reply: what it carries may be about anything, so that its silence and its
  // noise say nothing - the page shows whether it is about the reply.
  const outlives = stream => stream.shared || ['websocket', 'answers', 'worker'].includes(stream.kind);

  // ---- fetch -----------------------------------------------------------------------------------------------
  const isStream = (type, length) => STREAM_TYPE.test(type || '') && !length;
  const isStreamed = r => r.body && !BODILESS.includes(r.status) && isStream(r.headers.get('content-type'), r.headers.get('content-length'));

  // A body that is read through the log. It stays a stream of bytes, as the page may read into its own buffers. From its
  // first read on all of it is read: a page may stop once it knows enough, and never see that its server is done.
  const watched = (body, stream, signal) => {
    const reader = body.getReader(), decoder = new TextDecoder();
    let isLeft = false;
    const readAll = async controller => {
      try {
        for (;;) {
          const { done, value } = await reader.read();
          if (isLeft) return;
          keep(stream, decoder.decode(value, { stream: !done }));
          if (done) break;
          controller.enqueue(value);
        }
        end(stream, 'closed');
        controller.close();
        controller.byobRequest?.respond(0);
      } catch (error) {
        if (isLeft) return;
        end(stream, signal?.aborted || error?.name === 'AbortError' ? 'aborted' : 'cut');
        controller.error(error);
      }
    };
    return new ReadableStream({
      type: 'bytes',
      pull(controller) {
        if (!stream.read) readAll(controller);
        stream.read = true;
      },
      cancel(reason) {
        isLeft = true;
        end(stream, 'aborted');
        return reader.cancel(reason);
      },
    });
  };

  // What a Response made here cannot tell by itself it takes from the page's own one; so do its clones.
  const like = (shown, own) => {
    for (const name of ['url', 'redirected', 'type']) Object.defineProperty(shown, name, { value: own[name], configurable: true });
    const clone = () => like(Response.prototype.clone.call(shown), own);
    return Object.defineProperty(shown, 'clone', { value: clone, configurable: true, writable: true });
  };

  // The JSON answers of ordinary requests, as one stream of whole messages.
  const answered = (url, text) => keep(streams.find(s => s.kind === 'answers') ?? add({ kind: 'answers', url, whole: true }), text);
  const isAnswer = (type, length, again) => (JSON_TYPE.test(type || '') || (again && PLAIN_TYPE.test(type || ''))) && !(length > MAX_LOGGED);

  const fetch = window.fetch;
  window.fetch = async function (...args) {
    const method = args[1]?.method ?? args[0]?.method ?? 'GET';
    const call = begun(method, args[0]?.url ?? args[0], ASKS.test(method)), { again } = call;
    let isRead = false;
    try {
      const response = await fetch.apply(this, args);
      const { url, status, statusText, headers } = response, type = headers.get('content-type'), length = headers.get('content-length');
      if (response.body && isAnswer(type, length, again)) {
        isRead = true;
        response.clone().text().then(text => answered(url, text), () => {}).finally(() => over(call));
      } else if (isStreamed(response)) {
        const stream = add({ kind: 'fetch', url, shared: call.stood }), signal = args[1]?.signal ?? args[0]?.signal;
        return like(new Response(watched(response.body, stream, signal), { status, statusText, headers }), response);
      }
      return response;
    } finally {
      if (!isRead) over(call);
    }
  };

  const watchNew = (name, watch) => {
    if (!window[name]) return;
    window[name] = new Proxy(window[name], {
      construct(target, args, made) { const it = Reflect.construct(target, args, made); watch(it, ...args); return it; },
    });
  };

  // ---- XMLHttpRequest --------------------------------------------------------------------------------------
  // It is heard before the page hears it: that may let go of what was read, or of all of it once it is done.
  const opened = new WeakMap(), changes = new WeakMap();
  watchNew('XMLHttpRequest', xhr => addEventListener.call(xhr, 'readystatechange', () => changes.get(xhr)?.()));
  const follow = (xhr, body) => {
    const call = begun(...(opened.get(xhr) ?? ['', '']), body === undefined || body === null), heard = new AbortController();
    let stream = null, seen = 0;
    const header = name => xhr.getResponseHeader(name);
    const text = () => (['', 'text'].includes(xhr.responseType) ? xhr.responseText : xhr.responseType === 'json' ? JSON.stringify(xhr.response) : '');
    const take = () => { const all = text(); keep(stream, all.slice(seen)); seen = all.length; };
    const answers = () => isAnswer(header('content-type'), header('content-length'), call.again);
    const finish = how => {
      heard.abort();
      changes.delete(xhr);
      if (stream) end(stream, how);
      else if (how === 'closed' && answers()) answered(xhr.responseURL, text());
      over(call);
    };
    changes.set(xhr, () => {
      if (xhr.readyState === 2 && !stream && !answers() && isStream(header('content-type'), header('content-length'))) {
        stream = add({ kind: 'xhr', url: xhr.responseURL, read: true, shared: call.stood });
        over(call);
      }
      if (xhr.readyState >= 3 && stream) take();
      if (xhr.readyState === 4 && xhr.status) finish('closed');
    });
    const on = (kind, how) => addEventListener.call(xhr, kind, () => finish(how), { signal: heard.signal });
    on('error', 'cut');
    on('timeout', 'cut');
    on('abort', 'aborted');
    on('loadend', 'closed');
  };
  const { open: openXhr, send, abort } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.open = function (...args) { opened.set(this, args.slice(0, 2)); return openXhr.apply(this, args); };
  XMLHttpRequest.prototype.send = function (...args) { follow(this, args[0]); return send.apply(this, args); };
  // Aborted when it is done it tells nothing more.
  XMLHttpRequest.prototype.abort = function () { changes.get(this)?.(); return abort.call(this); };

  // ---- EventSource and WebSocket ---------------------------------------------------------------------------
  // The page closes it itself: because the reply was finished or the connection lost, or else to leave.
  const closes = (it, stream, isOver) => {
    const { close } = it;
    it.close = function (...args) { end(stream, isOver() ? 'closed' : 'aborted'); return close.apply(this, args); };
  };

  watchNew('EventSource', source => {
    const stream = add({ kind: 'eventsource', url: source.url, whole: true }), heard = new Set();
    let lost = false;
    const hear = type => {
      if (heard.has(type)) return;
      heard.add(type);
      addEventListener.call(source, type, event => keep(stream, String(event.data)));
    };
    hear('message');
    addEventListener.call(source, 'error', () => { lost = true; if (source.readyState === 2) end(stream, stream.marked ? 'closed' : 'cut'); });
    const listens = source.addEventListener;
    source.addEventListener = function (type, ...rest) {   // events may have names of their own
      if (!['open', 'error'].includes(type)) hear(type);
      return listens.call(this, type, ...rest);
    };
    closes(source, stream, () => lost || stream.marked);
  });

  watchNew('WebSocket', socket => {
    const stream = add({ kind: 'websocket', url: socket.url, whole: true }), decoder = new TextDecoder();
    let heard = Promise.resolve();   // a Blob can only be read later
    addEventListener.call(socket, 'message', ({ data }) => {
      stream.heardAt = now();
      if (recent(stream)) setTimeout(api.onEase, GREET_MS);
      if (data instanceof Blob) heard = heard.then(() => data.text()).then(text => keep(stream, text), () => {});
      else keep(stream, typeof data === 'string' ? data : decoder.decode(data));
    });
    addEventListener.call(socket, 'close', ({ wasClean }) => heard.then(() => end(stream, wasClean || stream.marked ? 'closed' : 'cut')));
    closes(socket, stream, () => stream.marked);
  });

  // ---- workers and other tabs ------------------------------------------------------------------------------
  const isTold = data => Array.isArray(data) || Object.prototype.toString.call(data) === '[object Object]';
  const text = data => {
    try {
      return typeof data === 'string' ? data : isTold(data) ? JSON.stringify(data, (_, value) => (ArrayBuffer.isView(value) ? null : value)) : '';
    } catch { return ''; }   // what cannot be JSON
  };
  const hearFrom = (target, url) => {
    let stream;
    addEventListener.call(target, 'message', ({ data }) => keep(stream ??= add({ kind: 'worker', url, whole: true }), text(data)));
  };
  watchNew('Worker', (worker, url) => hearFrom(worker, String(url)));
  watchNew('SharedWorker', (worker, url) => hearFrom(worker.port, String(url)));
  watchNew('BroadcastChannel', (channel, name) => hearFrom(channel, String(name)));
  try { hearFrom(navigator.serviceWorker, 'service worker'); } catch {}   // there is none where a frame is sandboxed

  // ---- the turn --------------------------------------------------------------------------------------------
  const recent = ({ at }) => now() - at < PLAIN_MS;
  const own = () => streams.filter(s => s.read || !outlives(s));   // those that have to do with this turn
  const open = () => own().filter(s => !s.ended && !s.marked && !outlives(s) && (s.read || recent(s)));   // nobody may ever read it
  const isGreeting = s => s.kind === 'websocket' && !s.ended && recent(s) && !(now() - s.heardAt >= GREET_MS);
  const marked = () => streams.some(s => s.marked);

  const begin = marks => {
    begunAt = now();
    ends = new RegExp(marks);
    streams = streams.filter(s => !s.ended && s.kind !== 'answers');
    stood = new Set([...[...underWay].map(call => call.place), ...streams.map(s => place(s.url))].filter(Boolean));
    [plain, asked] = [new Set(), new Set(stood)];
    for (const s of streams) Object.assign(s, { chunks: [], size: 0, tail: '', read: false, shared: true, marked: false });
  };

  Object.defineProperty(window, KEY, { value: Object.assign(api, {
    begin,
    waits: () => plain.size > 0 || streams.some(s => !s.read && !s.ended && !outlives(s)),   // for what `PLAIN_MS` may end
    PLAIN_MS,
    // One that changes something is waited for; one that only asks may be a poll that is answered when there is news.
    underWay: () => [...underWay].some(call => !call.asks || recent(call)) || streams.some(isGreeting),
    open: () => open().length,
    held: () => open().length > 0 || (!marked() && [...plain].some(recent)),
    signalled: () => marked() || own().some(s => s.ended),
    marked,
    ended: () => own().map(s => s.ended),
    read: () => streams.map(({ kind, url, whole, chunks, ended }) => ({ kind, url, whole, chunks, ended })),
  }) });
})();
