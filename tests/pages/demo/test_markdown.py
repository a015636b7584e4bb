"""The markdown renderer in a real browser: what becomes of good and of hostile texts."""

import pytest
from playwright.sync_api import Page

RENDER = """async ([text, options]) => {
  const { render } = await import("/static/markdown.js");
  const box = document.createElement("div");
  box.append(render(text, options));
  return box.innerHTML;
}"""


TABLE = (
    '<div class="table"><table>'
    '<thead><tr><th scope="col">A</th><th scope="col" class="right">B</th></tr></thead>'
    '<tbody><tr><td>1</td><td class="right"><strong>2</strong></td></tr></tbody></table></div>'
)


@pytest.fixture
def home(page: Page, clinic: str) -> Page:
    """The clinic's page."""
    page.goto(clinic)
    return page


def rendered(page: Page, text: str, *, growing: bool = False) -> str:
    html: str = page.evaluate(RENDER, [text, {"growing": growing}])
    return html


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("a **b** *c* _d_ `e`", "<p>a <strong>b</strong> <em>c</em> <em>d</em> <code>e</code></p>"),
        ("one\ntwo\n\nthree", "<p>one<br>two</p><p>three</p>"),
        ("## Title\ntext", "<h4>Title</h4><p>text</p>"),
        ("- a\n- b\n  - c\n- d", "<ul><li>a</li><li>b<ul><li>c</li></ul></li><li>d</li></ul>"),
        ("3. a\n4. b\n   1. c", '<ol start="3"><li>a</li><li>b<ol><li>c</li></ol></li></ol>'),
        ("- a\n\n- b\n1. c", "<ul><li>a</li><li>b</li></ul><ol><li>c</li></ol>"),
        (
            "```py\n<b>&**x**\n```\nafter",
            '<pre tabindex="0"><code>&lt;b&gt;&amp;**x**</code></pre><p>after</p>',
        ),
        ("| A | B |\n|---|--:|\n| 1 | **2** |", TABLE),
        ("> a\n> b", "<blockquote><p>a<br>b</p></blockquote>"),
        ("2 * 3 * 4 and snake_case_name", "<p>2 * 3 * 4 and snake_case_name</p>"),
        ("\\*not\\* \\[x\\]", "<p>*not* [x]</p>"),
        (
            "[a](https://x.org/?q=1&r=2)",
            '<p><a href="https://x.org/?q=1&amp;r=2" target="_blank" rel="noopener noreferrer">a</a></p>',
        ),
        ("[m](mailto:a@b.example)", '<p><a href="mailto:a@b.example" rel="noopener noreferrer">m</a></p>'),
        ("[r](/here)", '<p><a href="/here" target="_blank" rel="noopener noreferrer">r</a></p>'),
    ],
)
def test_markdown(home: Page, text: str, html: str) -> None:
    assert rendered(home, text) == html


@pytest.mark.parametrize(
    "text",
    [
        "<script>document.title='bad'</script>",
        "<img src=x onerror=\"document.title='bad'\">",
        "`<img src=x onerror=alert(1)>`",
        "**<svg onload=alert(1)>**",
        "[x](javascript:document.title='bad')",
        "[x](JaVaScRiPt:alert)",
        "[x](java\tscript:alert)",
        "[x](\x01javascript:alert)",
        "[x](data:text/html,<script>alert</script>)",
        "[x](vbscript:msgbox)",
        "[x](file:///etc/passwd)",
        "[x](blob:http://127.0.0.1/1)",
        '[x" onclick="alert](" onclick=alert)',
        "![x](http://elsewhere.example/pixel.png)",
        "| <b>a</b> | <i>b</i> |\n|---|---|\n| <img src=x> | </table> |",
    ],
)
def test_hostile_texts_become_nothing_but_text(home: Page, text: str) -> None:
    count = """async (text) => {
      const { render } = await import("/static/markdown.js");
      const nodes = [...render(text).querySelectorAll("*")];
      const odd = (node) => [...node.attributes].some(({ name }) => name.startsWith("on"));
      const links = nodes.filter((node) => node.href).map((node) => new URL(node.href).protocol);
      const harmless = new Set("P BR STRONG EM CODE PRE A DIV TABLE THEAD TBODY TR TH TD".split(" "));
      return [nodes.filter((node) => !harmless.has(node.tagName) || odd(node)).length, links];
    }"""
    strange, links = home.evaluate(count, text)
    assert strange == 0
    assert set(links) <= {"http:", "https:", "mailto:"}
    assert home.title() == "Riverside Clinic – Assistant"


@pytest.mark.parametrize(
    "text",
    ["*" * 20_000, "[" * 20_000, "`" * 19_999, "- " * 5_000, "> " * 5_000, "|-" * 10_000, "**a" * 7_000],
)
def test_huge_nonsense_is_only_text(home: Page, text: str) -> None:
    shown = home.evaluate(
        """async (text) => {
          const { render } = await import("/static/markdown.js");
          return render(text).textContent.length;
        }""",
        text,
    )
    assert shown <= len(text)


def test_a_growing_text_hides_marks_that_are_still_open(home: Page) -> None:
    assert rendered(home, "now on **Thurs", growing=True) == "<p>now on <strong>Thurs</strong></p>"
    assert rendered(home, "now on **Thurs") == "<p>now on **Thurs</p>"
    assert rendered(home, "see `ab", growing=True) == "<p>see <code>ab</code></p>"


def test_blocks_that_stay_the_same_keep_their_nodes(home: Page) -> None:
    kept = home.evaluate(
        """async () => {
          const { update } = await import("/static/markdown.js");
          const box = document.createElement("div");
          update(box, "one\\n\\ntwo");
          const [first, second] = box.children;
          update(box, "one\\n\\ntwo three");
          return [box.children[0] === first, box.children[1] === second, box.innerText];
        }"""
    )
    assert kept == [True, False, "onetwo three"]
