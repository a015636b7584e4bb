"""The text of a message as a person reads it."""

from pathlib import Path

import pytest
from playwright.sync_api import Page

SCRIPTS = [Path(__file__).parents[2] / "pages" / name for name in ("tree.js", "text.js")]
CASES = {
    "inline text flows": ("<p>One  <b>bold</b>\n and <i>more</i>.</p>", "One bold and more."),
    "paragraphs": ("<p>One.</p><p>Two.</p>", "One.\n\nTwo."),
    "divs begin lines": ("<div>One.</div><div>Two.</div>", "One.\nTwo."),
    "br": ("One<br>two<br><br>three", "One\ntwo\n\nthree"),
    "list": (
        "<p>Bring:</p><ul><li>a card</li><li>the <b>form</b></li></ul>",
        "Bring:\n\n- a card\n- the form",
    ),
    "numbered list": ("<ol start=3><li>three</li><li>four</li></ol>", "3. three\n4. four"),
    "nested list": (
        "<ul><li>a<ul><li>b</li><li>c</li></ul></li><li><p>d</p></li></ul>",
        "- a\n  - b\n  - c\n- d",
    ),
    "table": (
        "<table><tr><th>Day</th><th>Opens</th></tr><tr><td>Mon</td><td>9:00</td></tr></table>",
        "Day | Opens\nMon | 9:00",
    ),
    "code keeps its shape": (
        "<p>Run:</p><pre><code>if x:\n    y()\n\n  z\n</code></pre><p>Done.</p>",
        "Run:\n\nif x:\n    y()\n\n  z\n\nDone.",
    ),
    "white-space: pre-wrap": ('<div style="white-space: pre-wrap">a\nb\n\nc</div>', "a\nb\n\nc"),
    "heading": ("<h3>Hours</h3><p>Nine to five.</p>", "Hours\n\nNine to five."),
    "definition list": ("<dl><dt>Day</dt><dd>Thursday</dd></dl>", "Day\nThursday"),
    "not displayed": ('a<span style="display: none">hidden</span>b', "ab"),
    "hidden attribute": ("a<span hidden>hidden</span>b", "ab"),
    "visibility": (
        '<div style="visibility: hidden">h<b style="visibility: visible">shown</b></div>',
        "shown",
    ),
    "for screen readers only": (
        '<span style="position: absolute; width: 1px; height: 1px; overflow: hidden">You said</span>Hi',
        "Hi",
    ),
    "a wrapper without a box": ('<b style="display: contents; overflow: hidden"><p>seen</p></b>', "seen"),
    "transparent": ('a<span style="opacity: 0">hidden</span>b', "ab"),
    "scripts and styles": ("a<script>1</script><style>b{}</style><template>t</template>b", "ab"),
    "fields are no text": ('a<input value="x"><textarea>y</textarea><select><option>z</select>b', "ab"),
    "emoji and other scripts": ("<p>👩‍⚕️ สวัสดี — ¿qué? שלום</p>", "👩‍⚕️ สวัสดี — ¿qué? שלום"),
    "no-break spaces stay": ("10&nbsp;000", "10\u00a0000"),
    "markup as text": ("&lt;b&gt;1 &amp;lt; 2&lt;/b&gt;", "<b>1 &lt; 2</b>"),
    "open shadow root": (
        '<div><template shadowrootmode="open"><p>in <slot></slot></p></template>out</div>',
        "in out",
    ),
    "inline blocks stand apart": (
        '<i style="display: inline-block">a</i><i style="display: inline-block">b</i>',
        "a b",
    ),
    "empty": ("<p> </p>", ""),
}


@pytest.mark.parametrize("case", CASES)
def test_text_as_read(page: Page, case: str) -> None:
    html, text = CASES[case]
    page.set_content(f'<div id="root">{html}</div>')
    for script in SCRIPTS:
        page.add_script_tag(path=script)
    read = "() => window[Symbol.for('replywright.text')].visibleText(document.getElementById('root'))"
    assert page.evaluate(read) == text
