// The parts of a chat that nobody described, by name: what `replywright=<part>` finds.
(() => {
  const KEY = Symbol.for('replywright.detect');
  if (window[KEY]) return;
  const of = name => window[Symbol.for(`replywright.${name}`)];
  const composer = of('composer'), turn = of('turn'), busy = of('busy'), extras = of('extras'), way = of('way'), { isChrome } = of('chrome');
  const one = element => (element ? [element] : []);
  const PARTS = {
    composer: () => one(composer.find()),
    send: () => one(composer.send()),
    user: () => turn.messages().user,
    reply: () => turn.messages().reply,
    busy: busy.all,
    card: extras.cards,
    suggestion: extras.suggestions,
    error: extras.errors,
    new: extras.anew,
    way: () => one(way.next()),
  };
  const all = part => PARTS[part]();

  const LIVE = {
    user: ({ user }) => one(user),
    reply: ({ rows }) => rows,
    card: ({ rows }) => extras.cardsOf(rows),
    suggestion: extras.suggestions,
    error: () => extras.errors().filter(element => turn.fresh(element).length),
  };

  let isUsed = false;
  const use = profile => { isUsed = true; if (profile) turn.use(profile); };
  const begin = prompt => { turn.begin(prompt); busy.begin(); };
  // This turn's nodes of a part; null where they have to be told by their identity.
  const live = part => {
    const now = isUsed && turn.live();
    return now ? LIVE[part]?.(now) ?? null : null;
  };

  Object.defineProperty(window, KEY, { value: {
    all, use, begin, isUsed: () => isUsed, isAfter: turn.isAfter, doubt: busy.doubt, live, profile: turn.profile, isChrome: element => isUsed && isChrome(element), candidates: composer.told, way: way.told, score: () => Math.min(composer.score(), 1000),
  } });
})();
