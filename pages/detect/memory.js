// What is remembered of a chat from the turns that were seen: what the messages of each side look like, and in which
// order they stand. Messages of before are told by their likeness to those.
(() => {
  const KEY = Symbol.for('replywright.memory');
  if (window[KEY]) return;
  const { parent, chain, meet, plain, says, inReadingOrder, follows, once } = window[Symbol.for('replywright.nodes')];
  const { visibleText } = window[Symbol.for('replywright.text')];
  const { alike, isAlike, features } = window[Symbol.for('replywright.likeness')];
  const KINDS = 12;   // of messages that are remembered for each side

  // ---- the order -----------------------------------------------------------------------------------------
  let newestFirst = false;
  const setNewestFirst = is => { newestFirst = is; };
  const inOrderOfTime = elements => (newestFirst ? inReadingOrder(elements).reverse() : inReadingOrder(elements));
  const isAfter = (a, b) => (newestFirst ? follows(b, a) : follows(a, b));

  // ---- what they look like -------------------------------------------------------------------------------
  let known = { user: [], reply: [] };   // features of messages of each side, the newest first
  const added = (news, old) => [...new Map([...news, ...old].map(one => [JSON.stringify(one), one])).values()].slice(0, KINDS);
  // The newest message of a chat may look otherwise than those before: what was seen once is looked at again.
  let seen = [];   // of each turn: what its two sides are, without keeping them alive
  const learn = (asked, replies) => {
    const message = whole(asked, replies[0]), isWhole = message !== asked;
    if (!isWhole && known.user.some(kind => kind.isWhole)) return;
    seen = [{ user: [message], reply: replies, isWhole }, ...seen.map(turn => ({ ...turn, user: alive(turn.user), reply: alive(turn.reply) }))]
      .filter(turn => turn.isWhole === isWhole && turn.user.length).slice(0, KINDS);
    const now = side => seen.flatMap(turn => turn[side].map(e => ({ ...features(e), isWhole })));
    known = { user: added(now('user'), known.user.filter(kind => kind.isWhole === isWhole)), reply: added(now('reply'), known.reply) };
    seen = seen.map(turn => ({ ...turn, user: turn.user.map(e => new WeakRef(e)), reply: turn.reply.map(e => new WeakRef(e)) }));
  };
  const alive = refs => refs.map(ref => ref.deref()).filter(e => e?.isConnected);
  // The person's message with all that is around it, as far as the reply does not reach and nothing else is said.
  const whole = (mine, reply) => {
    const around = meet(mine, reply), side = chain(mine).find(e => parent(e) === around), { isChrome } = window[Symbol.for('replywright.chrome')];
    return side && plain(visibleText(side, isChrome)) === plain(visibleText(mine)) ? side : mine;
  };

  // Innermost ones, the oldest first.
  const shownOf = side => {
    const found = alike(known, side).filter(e => says(e) && e.checkVisibility());
    const outer = new Set(found.flatMap(e => chain(e).slice(1)));
    return inOrderOfTime(found.filter(e => !outer.has(e)));
  };
  const users = once(() => shownOf('user'));
  const replies = once(() => shownOf('reply'));

  Object.defineProperty(window, KEY, { value: {
    isNewestFirst: () => newestFirst, setNewestFirst, inOrderOfTime, isAfter, learn, users, replies,
    isEmpty: () => !known.user.length,
    isLike: element => isAlike([...known.user, ...known.reply], element),
    profile: () => ({ known, newestFirst }),
    use: told => { ({ known, newestFirst } = told); },
  } });
})();
