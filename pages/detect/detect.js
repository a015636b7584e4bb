// The parts of a chat that nobody described, by name: what `replywright=<part>` finds.
(() => {
  const KEY = Symbol.for('replywright.detect');
  if (window[KEY]) return;
  const of = name => window[Symbol.for(`replywright.${name}`)];
  const composer = of('composer'), turn = of('turn'), busy = of('busy'), extras = of('extras'), way = of('way'), { isChrome } = of('chrome');
  const { watch } = window[Symbol.for('replywright')], { below } = of('tree');
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
    // What fills the slots of messages: for a locator it is not below them.
    filling: () => PARTS.reply().flatMap(message => below(message, 'slot')).flatMap(slot => slot.assignedElements()),
    way: () => one(way.next()),
  };
  // `card Order 42` is a card by its title.
  const all = asked => {
    const [, part, title] = /^(\w+) ?(.*)$/s.exec(asked), found = PARTS[part]();
    return title ? found.filter(node => of('capture').card(node).title === title) : found;
  };

  const LIVE = {
    user: ({ user }) => one(user),
    reply: ({ rows }) => rows,
    card: ({ rows }) => extras.cardsOf(rows),
    suggestion: () => extras.suggestions().filter(turn.isNew),
    error: () => extras.errors().filter(element => turn.fresh(element).length),
  };

  const REPLY = {
    words: turn.words,
    steady: async signalled => {
      if (!busy.all().length) return turn.steady(signalled);
      if (of('streams').signalled()) turn.heed();
      return false;
    },
  };
  let isUsed = false;
  const use = profile => { isUsed = true; watch(REPLY); if (profile) turn.use(profile); };
  const leave = () => { isUsed = false; watch(null); };
  const begin = prompt => { turn.begin(prompt); busy.begin(); };
  // This turn's nodes of a part; null where they have to be told by their identity.
  const live = part => {
    const now = isUsed && turn.live();
    return now ? LIVE[part]?.(now) ?? null : null;
  };

  // What to keep of all this: how each part is found without the detector, and what the composer was told by.
  const told = () => {
    const { user, reply } = turn.messages(), { common, single } = of('selectors'), cards = extras.cards();
    const said = reply.filter(element => !cards.includes(element));
    return {
      composer: single(composer.find()),
      send: single(composer.send()),
      user: common(user, reply),
      reply: common(said, user),
      busy: busy.names(),
      card: common(cards, []),
      suggestions: single(extras.suggestions()[0]),
      error: common(extras.errors(), []),
      anew: single(extras.anew()[0]),
      why: composer.told()[0]?.why ?? [],
    };
  };
  const NAMED = { composer: 'composer', send: 'sends', user: 'person', reply: 'reply', card: 'card', suggestion: 'suggestions', error: 'error' };
  const outline = () => of('outline').draw(Object.entries(NAMED).flatMap(([part, name]) => all(part).map(element => [name, element])));
  // Every place to type into, numbered as they are told.
  const outlineCandidates = before => of('outline').draw(composer.elements().map((element, i) => [String(before + i + 1), element]));

  Object.defineProperty(window, KEY, { value: {
    all, use, leave, begin, sent: turn.sent, isUsed: () => isUsed, isAfter: turn.isAfter, doubt: busy.doubt, live, profile: turn.profile, isChrome: element => isUsed && isChrome(element), heading: element => (isUsed ? extras.heading(element) : null), candidates: composer.told, least: composer.LEAST, told, outline, outlineCandidates, clear: of('outline').clear, likely: composer.likely,
    way: wanted => { composer.want(wanted); return way.told(); },
    score: wanted => { composer.want(wanted); return Math.min(composer.score(), 1000); },
  } });
})();
