// Reads what a person sees of a turn. `mark` notes the nodes that stood there before the message was sent, `take`
// collects the new ones of each part (reply, card, ...), `read` turns them into plain values. A part that lies
// inside another one (a card in a bubble) is read on its own and left out of the outer text.
(() => {
  const KEY = Symbol.for('replywright.capture');
  if (window[KEY]) return;
  const { holds, below } = window[Symbol.for('replywright.tree')];
  const { visibleText, shown } = window[Symbol.for('replywright.text')];
  const { folded, label, name, enabled, hand, inside } = window[Symbol.for('replywright.names')];
  const { told } = window[Symbol.for('replywright.inputs')];
  const PARTS = ['reply', 'card', 'suggestion', 'option', 'error', 'user', 'unsaid'];
  const PICTURES_MS = 2000;
  const BUTTONS = 'button:not([role=switch], [role=checkbox], [role=radio]), [role=button], input[type=button], input[type=submit]';
  const OPTIONS = '[role=option], [role=radio], input[type=radio]';
  const CLICKABLE = `${BUTTONS}, ${OPTIONS}`, IN_A_CARD = `${BUTTONS}, [role=option]`;   // its radios are inputs
  const LINKS = 'a:not([role=button])';
  const LISTS = '[role=listbox], [role=radiogroup]';
  const OFFERS = /\b(options?|choices?|choose|pick|select)\b/i;   // the label of a group whose buttons are options
  const HEADINGS = 'h1, h2, h3, h4, h5, h6, [role=heading], legend, caption';
  const each = value => Object.fromEntries(PARTS.map(part => [part, value()]));

  // ---- this turn's nodes ---------------------------------------------------------------------------------
  let before, parts, inPlace;   // may a message that was there before become this turn's, with another text?
  const reset = (replacing = false) => { before = each(() => []); parts = each(() => []); inPlace = replacing; };
  reset();
  const words = node => folded(node.textContent);
  // Suggested replies may take the place of others in what holds them: then they are told by themselves.
  const offers = nodes => nodes.flatMap(node => [...(node.matches(CLICKABLE) ? [node] : []), ...node.querySelectorAll(CLICKABLE)]);
  let offered = new WeakSet();
  const mark = (part, nodes) => {
    if (part === 'suggestion') offered = new WeakSet(offers(nodes));
    before[part] = nodes.map(node => ({ ref: new WeakRef(node), text: words(node) }));
  };
  const detector = () => window[Symbol.for('replywright.detect')];   // where no locator says what belongs to a turn
  const take = (part, nodes) => {
    const found = detector()?.live(part);
    if (found) return (parts[part] = found).length;
    if (part === 'unsaid') return (parts[part] = nodes).length;   // whichever turn's: it is only left out
    const old = new Set(before[part].map(({ ref }) => ref.deref()));
    const news = nodes.filter(node => !old.has(node));
    const fresh = news.length || !inPlace ? news : changed(part, nodes), grown = nodes.length - before[part].length;
    const again = fresh.length === nodes.length ? repeated(part, fresh) : 0;
    const replacing = inPlace && stays();   // whether it says the same again or not
    if (again === fresh.length && again) parts[part] = replacing ? fresh : fresh.filter(node => parts.user.some(user => follows(user, node)));
    else if (again) parts[part] = fresh.slice(again);
    else parts[part] = grown > 0 && fresh.length > grown && !replacing ? fresh.slice(-grown) : fresh;
    if (part === 'suggestion') parts[part].push(...nodes.filter(node => old.has(node) && offers([node]).some(e => !offered.has(e))));
    return parts[part].length;
  };
  // A page that keeps nodes of before does not draw its transcript anew: its other nodes take the place of some.
  const stays = () => Object.values(before).flat().some(({ ref }) => ref.deref()?.isConnected);
  const changed = (part, nodes) => {
    const said = new Map(before[part].map(({ ref, text }) => [ref.deref(), text]));
    return nodes.filter(node => said.get(node) !== words(node));
  };
  // Where a page draws its transcript anew all nodes are fresh: how many of the first ones say again what the last
  // ones said before? Where all do, only what follows the person's new message is new.
  const repeated = (part, fresh) => {
    const said = before[part].map(({ text }) => text), says = fresh.map(words);
    for (let n = Math.min(said.length, says.length); n; n--) if (said.slice(-n).every((text, i) => text === says[i])) return n;
    return 0;
  };
  const follows = (a, b) => (detector()?.isUsed() ? detector().isAfter(a, b) : Boolean(a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING));
  // The person's own message, where the UI gives no locator for it: the first new node that holds just the prompt.
  const own = (prompt, { user, reply }) =>
    (user.length || !prompt ? undefined : reply.find(node => folded(visibleText(node)) === folded(prompt)));

  // ---- values --------------------------------------------------------------------------------------------
  const dressing = (apart, what = CLICKABLE) => element =>
    apart.has(element) || detector()?.isChrome(element) || element.matches(what) || (what === CLICKABLE && element.control?.type === 'radio');

  // An option is one of a listbox, a group of radios, or a group of buttons whose label says so.
  const isOption = element => {
    const group = element.closest('[role=group], fieldset');
    return element.matches(OPTIONS) || Boolean(element.closest(LISTS)) || Boolean(group && OFFERS.test(label(group)));
  };
  const kindOf = element => (element.matches(LINKS) ? 'link' : isOption(element) ? 'option' : 'button');
  const action = (element, kind) => ({ name: name(element), kind: kind ?? kindOf(element), enabled: enabled(element) });
  const outermost = elements => elements.filter(element => !elements.some(other => other !== element && holds(other, element)));
  const actions = (elements, kind) => outermost(elements).map(element => action(element, kind));
  const image = element => ({ alt: element.alt, src: element.currentSrc || element.src, loaded: element.complete && element.naturalWidth > 0 });
  const link = element => ({ text: visibleText(element) || name(element), href: element.hasAttribute('href') ? element.href : '' });
  const fields = node => {
    const pairs = below(node, 'dt').map(term => [term, term.nextElementSibling]).filter(([, value]) => value?.nodeName === 'DD');
    const filled = row => [...row.cells].filter(cell => cell.textContent.trim());   // a column may only keep two apart
    const rows = below(node, 'tr').map(filled).filter(cells => cells.length === 2);
    return Object.fromEntries([...pairs, ...rows].map(pair => pair.map(part => visibleText(part))));
  };
  const card = node => {
    const heading = below(node, HEADINGS)[0] ?? detector()?.heading(node);
    return {
      title: heading ? visibleText(heading) : name(node).slice(0, 80),
      text: visibleText(node, dressing(new Set(), IN_A_CARD)),
      fields: fields(node),
      inputs: Object.fromEntries(told(node).map(input => [input.label, input.value])),
      actions: actions(inside(node, `${IN_A_CARD}, ${LINKS}`)),
      images: inside(node, 'img').map(image),
    };
  };

  // ---- the reply -----------------------------------------------------------------------------------------
  const turn = (prompt, of = parts) => {
    const apart = new Set([...of.card, ...of.suggestion, ...of.option, ...of.error, ...of.unsaid, ...of.user, own(prompt, of)]);
    const bubbles = of.reply.filter(node => !apart.has(node) && !of.reply.some(other => other !== node && holds(other, node)));
    const asked = [...of.user, own(prompt, of)].filter(Boolean);
    return { asked, bubbles, cards: of.card.filter(shown), suggestions: [...of.suggestion, ...of.option].filter(shown), apart };
  };
  // Images may come after the last word: whether they load is waited for, though not for long.
  const pictured = prompt => {
    const { bubbles, cards } = turn(prompt);
    const coming = [...bubbles, ...cards].flatMap(node => below(node, 'img')).filter(e => !e.naturalWidth && e.loading !== 'lazy');
    return Promise.race([Promise.allSettled(coming.map(e => e.decode())), new Promise(done => { setTimeout(done, PICTURES_MS); })]);
  };
  const read = (prompt, of = parts) => {
    const { bubbles, apart } = turn(prompt, of);
    const found = selector => bubbles.flatMap(node => inside(node, selector, apart)).filter(e => !detector()?.isChrome(e));
    return {
      messages: bubbles.map(node => visibleText(node, dressing(apart))).filter(Boolean),
      cards: of.card.filter(shown).map(card),
      actions: [
        ...actions(found(CLICKABLE)),
        ...actions(of.option.flatMap(node => inside(node, CLICKABLE)), 'option'),
        ...actions(of.suggestion.flatMap(node => inside(node, CLICKABLE)), 'suggestion'),
      ],
      links: found(LINKS).map(link),
      images: found('img').map(image),
      errors: of.error.filter(shown).map(node => visibleText(node, dressing(new Set()))).filter(Boolean),
    };
  };

  // ---- all that is shown, in whichever turn it came --------------------------------------------------------
  let all = each(() => []);
  const gather = (part, nodes) => { all[part] = nodes; };
  const inOrder = nodes => [...new Set(nodes)].sort((a, b) => (follows(a, b) ? -1 : 1));

  // Where the UI gives no locator for the person's messages they are told by what is known to have been said.
  const transcript = prompts => {
    const said = new Set(prompts.map(folded)), users = new Set(all.user);
    const apart = new Set([...all.card, ...all.suggestion, ...all.option, ...all.error, ...all.unsaid]);
    const echoes = (text, last) => last?.role === 'user' && last.text === text;   // a reply equal to its prompt
    const role = (node, text, last) =>
      (users.has(node) || (!users.size && said.has(folded(text)) && !echoes(text, last)) ? 'user' : 'assistant');
    return inOrder([...users, ...all.reply])
      .filter(node => !apart.has(node) && shown(node))
      .map(node => ({ node, text: visibleText(node, dressing(apart)) }))
      .filter(({ text }) => text)
      .reduce((told, { node, text }) => [...told, { role: role(node, text, told.at(-1)), text }], []);
  };

  // What can be seen and used. The address of an image made in the page is another one each time.
  const lasting = ({ src, ...image }) => ({ ...image, src: src.startsWith('blob:') ? 'blob:' : src });
  const state = prompts => {
    const { cards, actions, errors } = read(null, { ...all, reply: inOrder([...all.user, ...all.reply]), user: [] });
    return { messages: transcript(prompts), cards: cards.map(card => ({ ...card, images: card.images.map(lasting) })), actions, errors };
  };

  // Those of some nodes that belong to the last turn: nothing that the person said lies between them.
  const latest = (nodes, prompts) => {
    if (!nodes.length) return [];
    const said = new Set(prompts.map(folded)), last = nodes.at(-1);
    const users = all.user.length ? all.user : all.reply.filter(node => said.has(folded(visibleText(node))));
    const begins = users.filter(user => holds(user, last) || follows(user, last)).at(-1);
    const its = nodes.filter(node => !begins || holds(begins, node) || follows(begins, node));
    return outermost(its).map(node => {
      const around = all.card.find(one => holds(one, node));
      return { name: name(node), enabled: enabled(node), card: around ? card(around).title : '', text: folded(visibleText(node)) };
    });
  };
  // Why it cannot be clicked.
  const obstacle = element => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const over = element.getRootNode().elementFromPoint(left + width / 2, top + height / 2);
    const free = !over || holds(element, over) || holds(over, element);
    return { disabled: !enabled(element), cover: free ? '' : over.outerHTML.replace(/>[^]*/, '>').slice(0, 160) };
  };

  // What of the reply and its cards is in view, after scrolling to its end; null where nothing is.
  const box = () => {
    const nodes = [...parts.reply, ...parts.card, ...parts.option, ...parts.suggestion, ...parts.error].filter(shown);
    nodes.at(-1)?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    const boxes = nodes.map(node => node.getBoundingClientRect());
    const x = Math.max(0, Math.min(...boxes.map(b => b.left))), y = Math.max(0, Math.min(...boxes.map(b => b.top)));
    const width = Math.min(innerWidth, Math.max(...boxes.map(b => b.right))) - x;
    const height = Math.min(innerHeight, Math.max(...boxes.map(b => b.bottom))) - y;
    return boxes.length && width >= 1 && height >= 1 ? { x, y, width, height } : null;
  };

  Object.defineProperty(window, KEY, { value: {
    reset, mark, take, turn, pictured, read, card, shown, hand, gather, transcript, state, latest, obstacle, box, BUTTONS,
  } });
})();
