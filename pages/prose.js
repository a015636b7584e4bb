// What is wrong with a text by itself: markdown that nobody rendered, UTF-8 read as another encoding, half an emoji.
// What people write (2 * 3 * 4, #1, C#, [1], snake_case) is none of it. A U+FFFC stands where code or a picture was
// left out.
(() => {
  const KEY = Symbol.for('replywright.prose');
  if (window[KEY]) return;
  const AROUND = 12;   // characters of context in a quote
  const LONGEST = 80;
  const folded = text => text.trim().replace(/\s+/g, ' ');
  const named = sign => `<U+${sign.codePointAt(0).toString(16).toUpperCase()}>`;
  const quote = text => [...folded(text).replace(/\p{Cs}/gu, named).replaceAll('\ufffc', '…')].slice(0, LONGEST).join('');
  const around = (text, { index, 0: match }) =>
    [...text.slice(0, index)].slice(-AROUND).join('') + match + [...text.slice(index + match.length)].slice(0, AROUND).join('');

  // ---- markdown ------------------------------------------------------------------------------------------
  const MARKDOWN = [
    /(?<![\w*])\*\*(?=\S)(?=[^*\n]*[\p{L}\p{N}\ufffc])[^*\n]+(?<=\S)\*\*(?![\w*])/gu,   // **bold**
    /^[ \t]{0,3}(?:#{2,6}[ \t]+\S|#[ \t]+[^\s\d]).*$/gm,                         // ## heading
    /```.*/g,
    /(?<!\w)!?\[[^\]\n]+\]\((?:[a-z][a-z\d+.-]*:|\.{0,2}\/|#|(?:[\w-]+\.)+[a-z]{2,})[^()\s]*(?:\s+"[^"\n]*")?\)/gi,   // [text](url)
    /(?:^[ \t]*\|(?:[^|\n]*\|){2,}[ \t]*(?:\n|$)){2,}/gm,                          // rows of a table
  ];
  const RULED = /\|[ \t]*:?-{2,}:?[ \t]*\||-{3,}:?[ \t]*\|[ \t]*:?-{3,}/g;         // the line below a table's head

  // ---- encodings -----------------------------------------------------------------------------------------
  // The bytes that continue a character of UTF-8, read as cp1252 or Latin-1: 80-9F, and A0-BF.
  const LOW = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 32 }, (_, i) => 0x80 + i)) + '\u0080-\u009f';
  const NEXT = `[${LOW}\u00a0-\u00bf]`;
  const MOJIBAKE = new RegExp([
    `[ð-ô]${NEXT}{3}`,                                       // an emoji
    `â[${LOW}]${NEXT}`,                                      // typographic signs: ’ “ – …
    `(?:[Â-ß]${NEXT}|[à-ï]${NEXT}{2}){2,}`,                  // other scripts; one alone may be an honest „Spaß“
    `(?<![\\p{Lu}«“‘"'(])[ÂÃ]${NEXT}`,                       // é and the like ...
    `[ÂÃ](?![’”“»›…–—\u00a0™])${NEXT}`,                      // ... but for the end of a word in capitals (IRMÃ”)
    '\ufffd',
  ].join('|'), 'gu');

  // ---- emoji ---------------------------------------------------------------------------------------------
  const [PICTURE, TONE, FLAG] = ['\\p{ExtPict}', '[\\u{1f3fb}-\\u{1f3ff}]', '\\p{RI}'];
  const HALF_EMOJI = new RegExp([
    '\\p{Cs}',                                                       // a lone surrogate
    '(?<=^|\\s)[\\ufe0e\\ufe0f]',                                    // a variation of nothing
    `(?<=${PICTURE}|\\ufe0f|${TONE})\\u200d(?!${PICTURE})`,          // a sequence that was cut
    `(?<!${PICTURE}|\\ufe0f|${TONE})\\u200d(?=${PICTURE})`,
    '(?<=^|\\s)\\u200d(?=\\s|$)',
    `(?<!${FLAG})(?:${FLAG}{2})*${FLAG}(?!${FLAG})`,                 // half a flag
    `(?<!${PICTURE}\\ufe0f?)${TONE}`,                                // a skin tone of nobody
  ].join('|'), 'gu');
  const UNSEEN = /[\p{Cs}\ufe0e\ufe0f\u200d\p{RI}\u{1f3fb}-\u{1f3ff}]/gu;

  // [kind, quote] of each flaw; what goes wrong all over a paragraph is quoted once. What was `asked`, and is said
  // again, is none.
  const flaws = (text, asked) => {
    const said = folded(asked), news = pattern => [...text.matchAll(pattern)].filter(([match]) => !said.includes(folded(match)));
    return [
      ...MARKDOWN.flatMap(news).map(m => ['raw markdown', quote(m[0])]),
      ...news(RULED).slice(0, 1).map(m => ['broken table', quote(around(text, m))]),
      ...news(MOJIBAKE).slice(0, 1).map(m => ['mojibake', quote(around(text, m))]),
      ...news(HALF_EMOJI).slice(0, 1).map(m => ['half an emoji', quote(around(text, m).replace(UNSEEN, named))]),
    ];
  };

  Object.defineProperty(window, KEY, { value: { flaws, quote } });
})();
