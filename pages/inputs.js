// What of a card can be filled: its value by its label, and the element to fill or to click for a choice.
(() => {
  const KEY = Symbol.for('replywright.inputs');
  if (window[KEY]) return;
  const { folded, label, name, enabled, inside } = window[Symbol.for('replywright.names')];
  const { holds } = window[Symbol.for('replywright.tree')];
  const TYPED = 'input:not([type=hidden], [type=button], [type=submit], [type=reset], [type=image], [type=file])';
  const INPUTS = `${TYPED}, select, textarea, [role=textbox], [role=checkbox], [role=switch], [role=radio]`;
  const GROUPS = '[role=radiogroup], [role=group], fieldset';
  const KINDS = {
    select: 'select',
    radio: 'input[type=radio], [role=radio]',
    checkbox: 'input[type=checkbox], [role=checkbox], [role=switch]',
    text: '*',
  };
  const kind = element => Object.keys(KINDS).find(one => element.matches(KINDS[one]));
  const checked = element => element.checked ?? element.getAttribute('aria-checked') === 'true';

  const VALUE = {
    select: ([e]) => [...e.selectedOptions].map(option => folded(option.label)).join(', '),
    radio: elements => elements.filter(checked).map(name).join(', '),
    checkbox: ([e]) => (checked(e) ? 'on' : 'off'),
    text: ([e]) => (e.type === 'password' && e.value ? '[redacted]' : e.value ?? e.innerText.trim()),
  };
  const CHOICES = {
    select: ([e]) => [...e.options].filter(option => !option.disabled).map(option => folded(option.label)),
    radio: elements => elements.map(name),
  };
  const LABEL = { checkbox: name, radio: () => '', select: e => e.title, text: e => e.placeholder || e.title };

  // The radios of a group are one input. They belong to what groups them in the card, or to those of the same name.
  const groups = card => {
    const found = new Map();
    for (const element of inside(card, INPUTS)) {
      const around = element.closest(GROUPS), grouped = around !== card && holds(card, around) ? around : element.name;
      const group = kind(element) === 'radio' ? grouped : element;
      found.set(group, [...(found.get(group) ?? []), element]);
    }
    return [...found];
  };
  // Where a label stands twice, or where there is none at all, a number tells them apart.
  const inputs = card => {
    const all = groups(card).map(([group, elements]) => {
      const what = kind(elements[0]);
      return {
        label: (group.matches ? label(group) : '') || LABEL[what](elements[0]) || '(no label)', kind: what, elements,
        value: VALUE[what](elements), enabled: elements.some(enabled), choices: CHOICES[what]?.(elements) ?? [],
      };
    });
    const labels = all.map(input => input.label), times = (text, end) => labels.slice(0, end).filter(other => other === text).length;
    return all.map((input, i) => (times(input.label) > 1 ? { ...input, label: `${input.label} (${times(input.label, i) + 1})` } : input));
  };
  const told = card => inputs(card).map(({ elements, ...input }) => input);
  // The input that an element belongs to.
  const holding = (card, element) => inputs(card).find(({ elements }) => elements.includes(element));

  // The element as soon as it is there; null after `ms`.
  const find = (card, label, choice, ms) => new Promise(done => {
    const finish = element => { observer.disconnect(); clearTimeout(timer); done(element ?? null); };
    const look = () => {
      const found = inputs(card).find(input => input.label === label);
      const element = found?.kind === 'radio' ? found.elements.find(e => name(e) === choice) : found?.elements[0];
      if (element) finish(element);
    };
    const observer = new MutationObserver(look), timer = setTimeout(() => finish(null), ms);
    observer.observe(card.getRootNode(), { subtree: true, childList: true, attributes: true, characterData: true });
    look();
  });

  Object.defineProperty(window, KEY, { value: { told, holding, find } });
})();
