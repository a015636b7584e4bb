// The turn of a chat that nobody described. What a person says comes back as a message of their own; what then
// appears after it, at the lowest level of the page at which anything does, is the reply.
(() => {
  const KEY = Symbol.for('replywright.turn');
  if (window[KEY]) return;
  const {
    UNSAID, parent, chain, within, meet, children, query, plain, direct, raw, brief, LINE, says, box, above, follows, everyday, once, renew, shown, folded,
  } = window[Symbol.for('replywright.nodes')];
  const composer = window[Symbol.for('replywright.composer')];
  const { roots } = window[Symbol.for('replywright')];
  const { below } = window[Symbol.for('replywright.tree')];
  const { visibleText } = window[Symbol.for('replywright.text')];
  const memory = window[Symbol.for('replywright.memory')], { inOrderOfTime, isAfter, users, replies } = memory;
  const ASIDE = 'nav, aside, [role=navigation], [role=complementary], a[href], button, [role=button], [role=tooltip], option, title';
  const BESIDE = 'button, [role=button], [role=toolbar], [role=tooltip], input, select, textarea, form, nav';
  const STEADY_MS = 100, TYPED_MS = 400;   // without a change; after one that came once the network was done
  const NAME = 4;     // words of a name
  const NAMED = ':is(article, [role=article]):is([aria-label], [aria-labelledby])';
  const DOTS = /^[\s.…•·●○]+$/;
  const PICTURES = 'img, video, audio, canvas', AVATAR = 64;   // px
  const BLOCK = new Set(['P', 'UL', 'OL', 'PRE', 'TABLE', 'BLOCKQUOTE', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'HR']);

  // ---- before the turn -----------------------------------------------------------------------------------
  let prompt = '', isOn = false, isSeen = false;
  let stood = new WeakSet(), said = new WeakMap(), atOnce = new WeakMap(), owns = new Map();
  let lastOwn = null;
  // What changed since then, with all that is around it.
  let touched = new WeakSet();
  const touch = node => { for (let e = node.nodeType === Node.ELEMENT_NODE ? node : parent(node); e && !touched.has(e); e = parent(e)) touched.add(e); };
  const observer = new MutationObserver(records => records.forEach(({ target }) => touch(target)));
  const everything = () => query('*');
  const begin = text => {
    observer.disconnect();
    roots().forEach(root => observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ['class', 'style', 'hidden'] }));
    [prompt, isOn, isSeen, late, last] = [text, true, false, 0, null];
    [stood, touched, said, atOnce, owns] = [new WeakSet(), new WeakSet(), new WeakMap(), new WeakMap(), new Map()];
    renew();
    for (const element of everything()) { stood.add(element); said.set(element, direct(element)); }
    owns = noted(equals(plain(text)));
    lastOwn = inOrderOfTime([...owns.keys()].filter(e => owns.get(e).isLikely)).at(-1) ?? null;   // it may be answered again, as after Retry
  };

  // ---- the person's own message --------------------------------------------------------------------------
  // The innermost elements whose text is the wanted one.
  const equals = wanted => {
    if (!wanted) return [];
    const found = [];
    const search = element => {
      if (!plain(element.textContent).includes(wanted)) return false;
      const inner = [...element.children].filter(child => !UNSAID.has(child.nodeName.toUpperCase())).map(search).some(Boolean);   // each shadow root is searched by itself
      if (!inner && (plain(element.textContent) === wanted || [...element.childNodes].some(n => n.nodeType === Node.TEXT_NODE && plain(n.data) === wanted))) {
        found.push(element);
        return true;
      }
      return inner;
    };
    for (const root of roots()) for (const child of root.children) if (!['HEAD', 'SCRIPT', 'STYLE'].includes(child.nodeName)) search(child);
    const at = composer.find();
    return found.filter(e => shown(e) && !(at && (within(e, at) || within(at, e))));
  };
  // What follows an element in what scrolls around it: the same again where nothing was said anew.
  const tail = element => {
    let text = '';
    for (const e of chain(element).slice(0, 6)) for (let next = e.nextElementSibling; next; next = next.nextElementSibling) text += next.textContent;
    return plain(text).slice(0, 200);
  };
  const weight = element => {
    const at = composer.find(), here = box(element), there = at && box(at);
    const overlaps = there && here.right > there.left - 40 && here.left < there.right + 40;
    const aside = element.closest(ASIDE);
    return (overlaps ? 2 : 0) - (aside && !(at && within(at, aside)) ? 4 : 0);
  };
  const noted = elements => new Map(elements.map(e => [e, { tail: tail(e), isLikely: weight(e) > -2 }]));
  const own = once(() => {
    const all = equals(plain(prompt));
    const came = all.filter(e => !owns.has(e));
    const news = came.length ? came : all.filter(e => owns.get(e).tail && !tail(e).startsWith(owns.get(e).tail));   // nodes that are used again
    const likely = news.filter(e => weight(e) > -2), most = Math.max(...likely.map(weight));
    const ordered = inOrderOfTime(likely.filter(e => weight(e) === most));
    // A page that draws its transcript anew shows what was said before in new elements too; a reply may say the same.
    const anew = [...owns].filter(([e, { isLikely }]) => isLikely && !e.isConnected).length;
    return ordered[Math.min(anew, ordered.length - 1)] ?? null;
  });

  // Where the prompt is not shown: the first of some texts that is, as a new message.
  const sent = texts => {
    if (!isOn || own()) return;
    const said = texts.find(text => equals(plain(text)).some(isNews));
    if (said === undefined) return;
    prompt = said;
    owns = noted(equals(plain(said)).filter(e => !isNews(e)));
    renew();
  };

  // ---- what is new ---------------------------------------------------------------------------------------
  const beside = element => element.matches(BESIDE) || (says(element) && everyday(brief(element))) || within(composer.find() ?? document.head, element) || isWaiting(element) || isMute(element);
  // Dots that move say nothing, whether they ever go or not.
  const isWaiting = element => DOTS.test(brief(element)) && element.getAnimations({ subtree: true }).length > 0;
  // Nothing that a person reads: a time, or what is said to screen readers alone.
  const isMute = element => {
    const text = brief(element), { isChrome } = window[Symbol.for('replywright.chrome')];
    return text.length < LINE && !pictured(element) && !below(element, 'img, input, select, textarea').length && everyday(visibleText(element, isChrome));
  };
  const isOnlyBeside = element => !/\S/.test(direct(element)) && !element.matches(`${PICTURES}, ${NAMED}`)
    && children(element).every(child => !tells(child) || beside(child) || isOnlyBeside(child));
  // A reply may be a picture alone.
  const pictured = element => [element, ...below(element, PICTURES)].some(e => e.matches(PICTURES) && box(e).width > AVATAR);
  const tells = element => says(element) || pictured(element);
  const isChanged = element => said.get(element) !== direct(element);
  const isNews = element => !stood.has(element) || isChanged(element);
  // What stood there before and holds something that came or changed.
  const around = once(() => {
    const found = new Set();
    const search = element => {
      if (!stood.has(element)) return true;
      if (!touched.has(element)) return false;
      const holds = children(element).map(search).some(Boolean) || isChanged(element);
      if (holds) found.add(element);
      return holds;
    };
    search(document.documentElement);
    return found;
  });
  // The topmost elements below `element` that came, or whose own text changed, since the turn began.
  const fresh = element => {
    if (stood.has(element) && !around().has(element)) return [];
    if (!tells(element) || !shown(element) || beside(element)) return [];
    if (!stood.has(element)) return isOnlyBeside(element) ? [] : [element];
    if (isChanged(element)) return [element];
    return children(element).flatMap(fresh);
  };
  const top = element => {
    const at = composer.find();
    if (!at) return document.body;
    const around = meet(element, at);
    return chain(element).find(e => parent(e) === around) ?? element;
  };
  const levels = element => { const end = top(element), up = chain(element); return up.slice(0, up.indexOf(end) + 1); };
  const siblings = element => { const up = parent(element); return up ? children(up).filter(e => e !== element) : []; };

  // What of the reply to `own` stands there: new elements at the lowest level at which there is one after it, or
  // before it where the newest message comes first.
  const nearest = (own, fits) => {
    for (const level of levels(own)) {
      const rows = siblings(level).flatMap(fresh).filter(fits);
      if (rows.length) return rows;
    }
    return [];
  };
  // What stands below the composer where the messages stand above it is a note of the page's; but for what scrolls by
  // behind a composer that stays where it is.
  const isNote = (own, e) => { const at = composer.find(); return Boolean(at) && above(own, at) && above(at, e) && !scrollsBy(own, e, at); };
  const scrollsBy = (own, e, at) => {
    const stays = chain(at).filter(up => /sticky|fixed/.test(getComputedStyle(up).position) && !within(own, up)).at(-1);
    if (stays) return !within(e, stays);
    const scroller = chain(own).find(up => up.scrollHeight > up.clientHeight && /auto|scroll/.test(getComputedStyle(up).overflowY));
    return Boolean(scroller) && within(e, scroller) && !within(at, scroller);
  };
  const after = own => nearest(own, e => follows(own, e) && !isNote(own, e));
  const before = own => nearest(own, e => follows(e, own) && atOnce.get(e) !== raw(e));
  const notice = own => {   // what came together with the person's message, and stays as it is, belongs to it: a name
    if (isSeen) return;
    isSeen = true;
    const above = levels(own).flatMap(siblings).flatMap(fresh).filter(e => !follows(own, e));
    for (const e of above) if (folded(raw(e)).split(' ').length <= NAME) atOnce.set(e, raw(e));
  };
  const hasOlderBelow = own => levels(own).some(level => siblings(level).some(e => stood.has(e) && follows(own, e) && says(e) && !beside(e)));

  // Where the page does not show what was said: the lowest level around the composer at which something new came.
  const unanswered = () => {
    const at = composer.find();
    for (const level of at ? chain(at) : []) {
      const rows = siblings(level).flatMap(fresh);
      if (rows.length) return rows;
    }
    return [];
  };

  const live = once(() => {
    if (!isOn) return null;
    const mine = own();
    if (!mine) return { user: null, asked: lastOwn, rows: answeredAnew() };
    notice(mine);
    return { user: mine, asked: mine, rows: inOrderOfTime(merged(answers(mine, hasOlderBelow(mine)))) };
  });
  // A reply in the place of another, or to something that the page does not show as it was said.
  const answeredAnew = () => {
    const last = users().at(-1) ?? lastOwn;
    if (last) return merged(answers(last, false));
    return isSeen ? [] : unanswered();   // what was said, and is gone, took its reply along
  };
  // What came where replies stand, as far as that is known; else on the other side, where nothing came on that one.
  let isTurned = false;
  const answers = (asked, mayBeAbove) => {
    const isOpen = memory.isEmpty(), isAbove = !isOpen && memory.isNewestFirst();
    const expected = isAbove ? before(asked) : after(asked);
    const others = expected.length || !(isOpen || isAbove || mayBeAbove) ? [] : isAbove ? after(asked) : before(asked);
    isTurned = others.length > 0;
    if (isOpen && expected.length + others.length) memory.setNewestFirst(isTurned);
    return isTurned ? others : expected;
  };
  // Paragraphs without anything around them are one message: the element that holds them.
  const merged = rows => {
    const blocks = rows.filter(e => BLOCK.has(e.nodeName));
    if (blocks.length < 2 || blocks.length < rows.length) return rows;
    const around = parent(rows[0]);
    return rows.every(e => parent(e) === around) && !within(own() ?? document.head, around) ? [around] : rows;
  };

  // ---- when it stands still --------------------------------------------------------------------------------
  // Does the reply stand still? One that is typed out goes on after the network is done, letter by letter: it changes
  // more than once after a sign of its end, and not only by a last word that comes late.
  let late = 0, isTyped = false, last = null;
  const words = () => { renew(); return (live()?.rows ?? []).map(row => visibleText(row)).join('\n'); };
  const changedLate = () => { isTyped ||= ++late > 1; };
  // To be called while a marker is still shown once the network is done.
  const heed = () => {
    const now = words();
    if (last !== null && now !== last) changedLate();
    last = now;
  };
  const steady = async signalled => {
    const before = words();
    await new Promise(done => { setTimeout(done, isTyped ? TYPED_MS : STEADY_MS); });
    const same = words() === before;
    if (signalled && !same) changedLate();
    return same;
  };

  const isNew = element => [element, ...below(element, '*')].some(isNews);
  const isMessage = element => {
    const now = live(), mine = now ? [now.user, ...now.rows].filter(Boolean) : [];
    return chain(element).some(e => mine.includes(e) || memory.isLike(e));
  };

  // What is known of the chat's messages after this turn; and to be told of it in another page.
  const profile = () => {
    const { asked, rows } = live() ?? { rows: [] }, errors = window[Symbol.for('replywright.extras')].errors();
    const replies = rows.filter(row => !errors.some(e => within(row, e) || within(e, row)));
    if (asked && replies.length) {
      if (isTurned && !memory.isEmpty()) memory.setNewestFirst(!memory.isNewestFirst());
      memory.learn(asked, replies);
      isTurned = false;
    }
    renew();
    return memory.profile();
  };
  const use = told => { memory.use(told); renew(); };

  const messages = once(() => {
    const now = live();
    const own = now?.user ? [now.user] : [], rows = now?.rows ?? [];
    const apart = list => list.filter(e => ![...own, ...rows].some(other => within(e, other) || within(other, e)));
    return { user: [...apart(users()), ...own], reply: [...apart(replies()), ...rows] };
  });

  Object.defineProperty(window, KEY, { value: { begin, sent, live, messages, isMessage, isAfter, isNew, fresh, words, heed, steady, profile, use } });
})();
