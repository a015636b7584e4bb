"""The ten lines of the README that describe a chat UI of one's own drive a page that they fit."""

import re
from pathlib import Path

from playwright.sync_api import Page

from pages import ChatPage
from pages.settle import Limits
from pages.ui import load
from tests.pages.conftest import Kept
from tests.pages.product import serving

README = Path(__file__).parents[2] / "README.md"
OWN = """<!doctype html><meta charset=utf-8><title>Acme</title>
<main></main><p aria-label="Typing" hidden>...</p><input placeholder="Message">
<script>
  const one = name => document.querySelector(name);
  const main = one('main'), typing = one('p'), field = one('input');
  const add = (name, text) => {
    const bubble = document.createElement('div');
    [bubble.className, bubble.textContent] = [name, text];
    main.append(bubble);
    return bubble;
  };
  const kept = () => JSON.parse(sessionStorage.kept || '[]');
  const keep = (...said) => { sessionStorage.kept = JSON.stringify([...kept(), said]); };
  kept().forEach(said => add(...said));
  field.addEventListener('keydown', event => {
    if (event.key !== 'Enter') return;
    const text = field.value, words = `You said ${text} at Acme.`.split(/(?<= )/);
    field.value = '';
    add('user', text);
    keep('user', text);
    typing.hidden = false;
    const bubble = add('assistant', ''), next = () => {
      bubble.textContent += words.shift();
      if (words.length) { setTimeout(next, 50); return; }
      typing.hidden = true;
      keep('assistant', bubble.textContent);
    };
    setTimeout(next, 300);
  });
</script>"""


def test_the_ten_lines_of_the_readme_drive_a_chat(page: Page, kept: Kept, tmp_path: Path) -> None:
    lines = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.S)[1]
    assert len(lines.splitlines()) <= 11
    (tmp_path / "acme.py").write_text(lines, encoding="utf-8")
    with serving({}, {"support": OWN}) as product:
        chat = ChatPage(page, load("acme", tmp_path), kept, Limits(), f"{product.url}/p")
        chat.open()
        assert [chat.send(text).text for text in ("hello", "again")] == [
            "You said hello at Acme.",
            "You said again at Acme.",
        ]
        assert kept.turns[0].signals == ("busy marker gone",)
        before = chat.transcript()
        chat.reload()
        assert chat.transcript() == before
