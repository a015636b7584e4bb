"""Attaching files to a message."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from evals.errors import ActionError
from pages import ChatUI
from pages.settle import Limits
from tests.pages.conftest import OpenChat
from tests.pages.product import serving

FILES = """
const form = document.getElementById('form');
form.insertAdjacentHTML('beforeend', '<input type="file" aria-label="Files" hidden>');
for (const name of ['Attach', 'Dead']) {
  form.insertAdjacentHTML('beforeend', `<button type="button">${name}</button>`);
}
const files = form.querySelector('[type=file]');
form.querySelector('button').onclick = () => files.click();
files.onchange = () => {
  document.getElementById('status').textContent = files.files[0].name;
  const body = new FormData();
  body.append('file', files.files[0]);
  fetch('/upload', { method: 'POST', body });
};
"""
BUTTON = ChatUI(name="button", attach=lambda root: root.get_by_role("button", name="Attach"))
DEAD = ChatUI(name="dead", attach=lambda root: root.get_by_role("button", name="Dead"))
HASTY = Limits(act_s=0.7)


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    """A file that is no text."""
    path = tmp_path / "tooth.png"
    path.write_bytes(b"\x89PNG\xff\xfe\x00")
    return path


@pytest.mark.parametrize("ui", [None, BUTTON], ids=["input", "button"])
def test_a_file_is_attached(open_chat: OpenChat, picture: Path, ui: ChatUI | None) -> None:
    with serving({}, {"streaming": FILES}) as product:
        chat = open_chat(product.url, ui)
        with chat.watch_calls() as calls:
            chat.attach(picture)
        expect(chat.page.locator("#status")).to_have_text("tooth.png")
        assert calls.only("POST", "/upload").request_json is None


@pytest.mark.parametrize(
    ("where", "ui", "files", "seen", "fix"),
    [
        ("bare", None, 1, "none on the page", True),
        (
            "files",
            DEAD,
            1,
            'Page.expect_file_chooser: Timeout 700ms exceeded while waiting for event "filechooser"',
            True,
        ),
        (
            "files",
            None,
            2,
            "Locator.set_input_files: Error: Non-multiple file input can only accept single file",
            False,
        ),
    ],
    ids=["none", "dead", "two"],
)
def test_what_cannot_be_attached(
    open_chat: OpenChat, picture: Path, where: str, ui: ChatUI | None, files: int, seen: str, fix: bool
) -> None:
    with serving({}, {"files": FILES, "bare": ""}) as product:
        chat = open_chat(f"{product.url}/p/{where}", ui, HASTY)
        with pytest.raises(ActionError) as raised:
            chat.attach(*[picture] * files)
    assert re.sub(r"http://127.0.0.1:\d+", "http://product", str(raised.value)) == (
        f"{', '.join(['tooth.png'] * files)} could not be attached\n"
        "  expected: one input of files, or one button that opens the dialogue for them\n"
        f"  seen:     {seen}\n"
        f"  where:    http://product/p/{where}"
        + ("\n  to fix:   check `attach` of the ChatUI" if fix else "")
    )


def test_a_file_that_is_not_there(open_chat: OpenChat, tmp_path: Path) -> None:
    with serving({}, {"streaming": FILES}) as product, pytest.raises(FileNotFoundError):
        open_chat(product.url).attach(tmp_path / "nothing.png")
