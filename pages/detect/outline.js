// Draws a numbered frame around elements, for a picture and for a person who watches.
(() => {
  const KEY = Symbol.for('replywright.outline');
  if (window[KEY]) return;
  const { box } = window[Symbol.for('replywright.nodes')];
  const COLOURS = ['#d6336c', '#1971c2', '#2f9e44', '#e8590c', '#7048e8', '#0c8599'];
  let drawn = [];

  const clear = () => { drawn.forEach(element => element.remove()); drawn = []; };
  // `parts` are pairs of a text and an element.
  const draw = parts => {
    clear();
    parts.forEach(([text, element], i) => {
      const { left, top, width, height } = box(element), colour = COLOURS[i % COLOURS.length];
      const frame = document.createElement('div'), tag = document.createElement('span');
      frame.style.cssText = `position: fixed; z-index: 2147483647; pointer-events: none; box-sizing: border-box; left: ${left - 2}px; top: ${top - 2}px; width: ${width + 4}px; height: ${height + 4}px; border: 2px solid ${colour}; border-radius: 4px`;
      tag.style.cssText = `position: absolute; left: 0; top: ${top < 20 ? 0 : -20}px; font: 12px/18px sans-serif; padding: 0 5px; color: #fff; background: ${colour}; border-radius: 3px; white-space: nowrap`;
      tag.textContent = text;
      frame.append(tag);
      document.documentElement.append(frame);
      drawn.push(frame);
    });
  };

  Object.defineProperty(window, KEY, { value: { draw, clear } });
})();
