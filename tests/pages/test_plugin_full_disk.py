"""A disk that is full when the screenshot of a reply is to be kept."""

from pathlib import Path

from tests.evals import small_disk
from tests.evals.project import Project
from tests.pages.product import Script, serving

CONFTEST = 'pytest_plugins = ["pages.plugin", "evals.plugin"]\n'
SCRIPTS: dict[str, Script] = {"Hello": ["Hi, how can ", 0.1, "I help?"]}
TESTS = """
def test_it(chat, expect_reply, recorder):
    assert chat.send("Hello").screenshot.stat().st_size
    fill(recorder.artifact("dump"))
    reply = chat.send("Hello")
    assert reply.screenshot is None
    expect_reply(reply).to_mention("help")
"""


def test_the_reply_is_judged_without_its_picture(tmp_path: Path) -> None:
    project = small_disk.mount(Project(tmp_path, CONFTEST))
    project.write("test_it.py", small_disk.FILL + TESTS)
    with serving(SCRIPTS) as product:
        result = project.pytest("--base-url", product.url)
    assert " 1 passed in " in result.out, result.out + result.err
    assert result.status == 1
    assert "1 test: 1 passed; 1 verdict\n" in result.out
    assert f"/artifacts/main-0003-reply.png: {small_disk.NO_ROOM}\n" in result.out
    assert sorted(path.name for path in result.run.folder.glob("artifacts/*")) == [
        "main-0001-reply.png",
        "main-0002-dump",
    ]
