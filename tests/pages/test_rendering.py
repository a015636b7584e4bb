"""Flaws in how a reply is shown: what is one, and what only looks like one."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser

from evals.transcript import FLAWS, Flaw
from pages import ChatUI
from pages.scripts import READING, WATCHING, together
from tests.pages.conftest import OpenChat
from tests.pages.product import Script, serving

Judged = Callable[[str], list[str]]
ALL_SCRIPTS = together(WATCHING + READING)
JUDGE = """async html => {
  const capture = window[Symbol.for('replywright.capture')];
  const rendering = window[Symbol.for('replywright.rendering')];
  const root = document.querySelector('.bot');
  root.innerHTML = html;
  for (const half of root.querySelectorAll('.half')) half.append('\\ud83d');   // no parser lets it through
  capture.reset();
  capture.take('reply', [root]);
  capture.take('card', [...root.querySelectorAll('article')]);
  await capture.pictured('');
  return rendering.flaws('').map(({ kind, quote }) => `${kind}: ${quote}`);
}"""
CHAT = (
    "<!doctype html><style>body { font: 16px sans-serif; } .log { height: 400px; overflow-y: auto; }</style>"
    '<div class="log" role="log"><div class="bot" style="width: 300px"></div></div>'
)
SVG = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"
BOX = "width: 100px; overflow: hidden; white-space: nowrap"
OVER = "position: absolute; inset: 0"
CLAMP = (
    "display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; width: 90px"
)
LONG = "A sentence that is longer than its box."

FLAWED = {
    "**bold**": ("<p>It is **very** cheap.</p>", "raw markdown: **very**"),
    "bold price": ("<p>It costs **$80**.</p>", "raw markdown: **$80**"),
    "bold around code": ("<p>Use **<code>x</code>** here.</p>", "raw markdown: **…**"),
    "bold in Chinese": ("<p>你好**重点**吧</p>", "raw markdown: **重点**"),
    "heading": ("<p>## 1. Hours<br>Nine to five</p>", "raw markdown: ## 1. Hours"),
    "heading with folded lines": ("<p>Hello\n# Hours\nMonday</p>", "raw markdown: # Hours"),
    "fence": ("<p>```python print(1) ```</p>", "raw markdown: ```python print(1) ```"),
    "link as text": (
        "<p>See [our site](https://a.example/b).</p>",
        "raw markdown: [our site](https://a.example/b)",
    ),
    "image as text": ("<li>![map](/map.png)</li>", "raw markdown: ![map](/map.png)"),
    "rows as text": ("<p>| Mon | 9 |\n| Tue | 8 |</p>", "raw markdown: | Mon | 9 | | Tue | 8 |"),
    "rows of a table": (
        "<table><tr><td>1<td>2<tr><td>3</table>",
        "broken table: rows of 2 and 1 columns: 1 | 2 3",
    ),
    "only a header": ("<table><tr><th>Day<th>Opens</table>", "broken table: only a header: Day | Opens"),
    "rule as text": ("<p>Day | Opens\n--- | ---\nMon | 9</p>", "broken table: Day | Opens --- | --- Mon | 9"),
    "rule as row": (
        "<table><tr><th>Day<th>Opens<tr><td>---<td>:--:<tr><td>1<td>2</table>",
        "broken table: --- :--:",
    ),
    "image": (
        '<img alt="Map" src="data:image/png;base64,AAAA">',
        'broken image: <img alt="Map" src="data:image/png;base64,AAAA">',
    ),
    "no href": ("<p><a>prices</a></p>", "link without a target: prices: <a></a>"),
    "href #": ('<a href="#">prices</a>', 'link without a target: prices: <a href="#"></a>'),
    "javascript:": (
        '<a href="javascript:void(0)">x</a>',
        'link without a target: x: <a href="javascript:void(0)"></a>',
    ),
    "script": ("<p>Hi</p><script>1</script>", "markup that ran: <script></script>"),
    "iframe": ("Hi<iframe hidden></iframe>", 'markup that ran: <iframe hidden=""></iframe>'),
    "handler": (
        f'<img alt="" src="{SVG}" onload="1">',
        'markup that ran: <img alt="" src="data:image/svg+xml,',
    ),
    "form": ("<form><input></form>", "markup that ran: <form></form>"),
    "script in a card": (
        "<article><h3>O</h3><script>1</script></article>",
        "markup that ran: <script></script>",
    ),
    "cut at the right": (f'<div style="{BOX}">{LONG}</div>', f"clipped text: {LONG}"),
    "ellipsis": (f'<div style="{BOX}; text-overflow: ellipsis">{LONG}</div>', f"clipped text: {LONG}"),
    "cut at the end": (
        f'<div style="height: 18px; overflow: hidden; width: 90px">{LONG}</div>',
        f"clipped text: {LONG}",
    ),
    "line clamp": (
        f'<div style="{CLAMP}">{LONG}</div>',
        f"clipped text: {LONG}",
    ),
    "outside": ('<p style="position: relative; left: -400px">Out</p>', "clipped text: Out"),
    "covered": (
        f'<div style="position: relative"><p>Under</p><div style="{OVER}; background: #eee"></div></div>',
        "clipped text: Under",
    ),
    "without size": ('<p>Seen <span style="font-size: 0">hidden</span></p>', "clipped text: hidden"),
    "white on white": ('<p>Seen <span style="color: #fff">hidden</span></p>', "clipped text: hidden"),
    "transparent": ('<p>Seen <span style="color: transparent">hidden</span></p>', "clipped text: hidden"),
    "black on black": ('<p style="background: #000">hidden</p>', "clipped text: hidden"),
    "cafÃ©": ("<p>The cafÃ© is open.</p>", "mojibake: The cafÃ© is open."),
    "quotes": ("<p>Donâ€™t</p>", "mojibake: Donâ€™t"),
    "space": ("<p>10Â\u00a0000</p>", "mojibake: 10Â 000"),
    "Cyrillic": ("<p>ÐŸÑ€Ð¸Ð²ÐµÑ‚</p>", "mojibake: ÐŸÑ€Ð¸Ð²ÐµÑ‚"),
    "emoji": ("<p>Hi ðŸ˜€</p>", "mojibake: Hi ðŸ˜€"),
    "replacement": ("<p>na\ufffdve</p>", "mojibake: na\ufffdve"),
    "half a pair": ("<p class=half>Hi </p>", "half an emoji: Hi <U+D83D>"),
    "cut sequence": ("<p>A 👩\u200d</p>", "half an emoji: A 👩<U+200D>"),
    "rest of a sequence": ("<p>\u200d⚕️ A</p>", "half an emoji: <U+200D>⚕<U+FE0F> A"),
    "half a flag": ("<p>🇩🇪🇫 A</p>", "half an emoji: <U+1F1E9><U+1F1EA><U+1F1EB> A"),
    "skin tone": ("<p>A 🏽</p>", "half an emoji: A <U+1F3FD>"),
    "variation": ("<p>A \ufe0f</p>", "half an emoji: A <U+FE0F>"),
    "Hebrew": ("<p>שלום לך, Ana!</p>", "wrong direction: שלום לך, Ana!"),
    "Arabic": ("<ul><li>مرحبا بك</li></ul>", "wrong direction: مرحبا بك"),
}
HONEST = {
    "raw markdown": [
        "<p>2 * 3 * 4, 2**3**4, #1, C#, F# and [1], a[0](x), snake_case, __init__, **kwargs, *****</p>",
        "<p># 1 in town<br>#hours</p>",
        "<p>Excl. tax**<br>** from March</p>",
        "<pre># a\n**b** [c](d://e)\n```\n| a | b |\n|---|---|</pre>",
        "<p>Write <code>**bold**</code> or <kbd>## a</kbd></p>",
        '<div style="font-family: Consolas, monospace">**a**</div>',
        "<p>a | b<br>Yes/No | 1</p>",
    ],
    "broken table": [
        "<table><tr><th>a<th>b<tr><td>1<td>2<tr><td colspan=2>3</table>",
        "<table><tr><td rowspan=2>a<td>b<tr><td>c<tr><td>d<td>e</table>",
        "<table><tr><th>Day<td>Monday<tr><th>Hours<td>—</table>",
        "<p>a -- b | c --- d</p>",
    ],
    "broken image": [f'<img alt="" src="{SVG}">', '<img alt="later">', '<img hidden src="data:,">'],
    "link without a target": [
        '<a href="/prices">a</a> <a href="#hours">b</a> <a href="tel:1">c</a> <a id="hours"></a>',
        '<a role="button" href="#">Copy</a>',
    ],
    "markup that ran": [
        '<p>&lt;script&gt;alert(1)&lt;/script&gt; <button onclick="1">Copy</button></p>',
        "<svg><style>a { fill: red }</style></svg>",
        '<article><h3>Order</h3><form><input onchange="1"></form></article>',
    ],
    "clipped text": [
        f'<div style="{BOX.replace("hidden", "auto")}">{LONG}</div>',
        f'<div style="{BOX}; text-overflow: ellipsis" title="{LONG}">{LONG}</div>',
        '<span style="position: absolute; width: 1px; height: 1px; overflow: hidden">You said</span>Hi',
        '<span style="position: absolute; left: -9999px">You said</span>Hi',
        f'<div style="height: 18px; overflow: hidden">{LONG}</div><button aria-expanded=false>More</button>',
        f"<details><summary>More</summary>{LONG}</details>",
        '<p style="background: #000; color: #fff">a</p><button style="font-size: 0">Copy</button>',
        f'<div style="position: relative"><img alt="" src="{SVG}"><b style="{OVER}; color: #fff">i</b></div>',
        '<p style="color: transparent; background: linear-gradient(red, blue); background-clip: text">a</p>',
        f'<div style="position: relative"><p>a</p><a href="/x" style="{OVER}"></a></div>',
        "<p>" + "Far down.<br>" * 60 + "</p>",
        '<svg><text style="fill: none">a</text></svg><i aria-hidden="true" style="font-size: 0">a</i>',
    ],
    "mojibake": [
        "<p>„Spaß“ là\u00a0» à « IRMÃ” São Ângela Âge É… Straße… ÀÉ; Þórð ð</p>",
        "<p>Ελλάδα Привет 你好</p><pre>cafÃ©</pre>",
    ],
    "half an emoji": [
        "<p>😀 👩‍⚕️ 🏳️‍🌈 🇩🇪🇫🇷 👍🏽 1️⃣ ©️ ❤️ 👨‍👩‍👧 🧑‍🦰 🐈‍⬛ 🏴\U000e0067\U000e0062\U000e007f ක්‍ෂ</p>",
        "<p dir=rtl>می‌خواهم</p>",
    ],
    "wrong direction": [
        '<p dir="auto">שלום לך</p>',
        '<p>He said <i>שלום</i> to me.</p><p><span dir="rtl">שלום לך</span></p>',
        '<p style="unicode-bidi: plaintext">שלום לך</p><button>שלום לך</button>',
    ],
}


@pytest.fixture(scope="module")
def judged(browser: Browser) -> Iterator[Judged]:
    """Puts a reply into a page, and gives its flaws."""
    page = browser.new_page()
    page.set_content(CHAT)
    page.evaluate(ALL_SCRIPTS)
    yield lambda html: page.evaluate(JUDGE, html)
    page.close()


@pytest.mark.parametrize("case", FLAWED)
def test_flawed(judged: Judged, case: str) -> None:
    html, flaw = FLAWED[case]
    assert [each[: len(flaw)] for each in judged(html)] == [flaw]


@pytest.mark.parametrize("kind", HONEST)
def test_honest(judged: Judged, kind: str) -> None:
    assert {html: judged(html) for html in HONEST[kind]} == {html: [] for html in HONEST[kind]}


def test_every_kind_is_known_and_tried() -> None:
    assert {flaw.partition(":")[0] for _, flaw in FLAWED.values()} == set(FLAWS) == set(HONEST)


# ---- in a chat ---------------------------------------------------------------------------------------------

SHOWS = """
async function say(text) {
  add('user', text);
  const response = await post('/say', { text });
  const bubble = add('bot', '');
  for await (const piece of pieces(response)) bubble.innerHTML += piece;
}
"""
TRUSTING = SHOWS.replace("add('user', text);", "add('user', '').innerHTML = text;")
SAYS: dict[str, Script] = {
    "clean": ["<p>All <b>well</b>.</p>"],
    "picture": ['<p>Here:</p><img alt="Map" src="/gone.png?token=abc">'],
    "say **this** again": ["<p>You said: say **this** again</p>"],
    "<img src=/x.png onerror=alert(1)>": ["<p>Fine.</p>"],
    "card": ["<p>Your order:</p><article><h3>Order</h3><p>**Shipped**</p></article>"],
    "chips": ["<p>Shall I?</p><div role=group aria-label=Replies><button>Yes, cafÃ©</button></div>"],
}
PARTS = ChatUI(
    name="parts",
    user_message=lambda root: root.locator(".user"),
    reply=lambda root: root.locator(".bot"),
    suggestions=lambda root: root.get_by_role("group", name="Replies"),
)


@pytest.mark.parametrize("ui", [PARTS, None], ids=["described", "default"])
def test_flaws_of_a_turn_are_its_own(open_chat: OpenChat, ui: ChatUI | None) -> None:
    with serving(SAYS, {"shows": SHOWS}) as product:
        chat = open_chat(f"{product.url}/p/shows", ui)
        flaws = {text: chat.send(text).flaws for text in ("card", "picture", "say **this** again", "clean")}
    gone = '<img alt="Map" src="/gone.png?token=[redacted]">'
    assert flaws == {
        "card": (Flaw(kind="raw markdown", quote="**Shipped**"),),
        "picture": (Flaw(kind="broken image", quote=gone),),
        "say **this** again": (),
        "clean": (),
    }


def test_flaws_of_suggestions(open_chat: OpenChat) -> None:
    with serving(SAYS, {"shows": SHOWS}) as product:
        flaws = open_chat(f"{product.url}/p/shows", PARTS).send("chips").flaws
    assert flaws == (Flaw(kind="mojibake", quote="Yes, cafÃ©"),)


def test_markup_of_the_person_that_ran(open_chat: OpenChat) -> None:
    with serving(SAYS, {"trusting": TRUSTING}) as product:
        chat = open_chat(f"{product.url}/p/trusting", PARTS)
        flaws = chat.send("<img src=/x.png onerror=alert(1)>").flaws
        again = chat.send("clean").flaws
    assert flaws == (
        Flaw(kind="markup that ran", quote="alert: 1"),
        Flaw(kind="markup that ran", quote='<img src="/x.png" onerror="alert(1)">'),
    )
    assert again == ()


def test_markup_of_the_person_shown_as_text(open_chat: OpenChat) -> None:
    with serving(SAYS, {"shows": SHOWS}) as product:
        reply = open_chat(f"{product.url}/p/shows", PARTS).send("<img src=/x.png onerror=alert(1)>")
    assert (reply.text, reply.flaws) == ("Fine.", ())
