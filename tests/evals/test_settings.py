"""The option table: precedence, checks, and its pytest form."""

from pathlib import Path

import pytest

from evals.errors import SettingsError
from evals.settings import OPTIONS, Settings
from tests.evals.project import Project


def read(option: str = "", env: str = "", ini: str = "", name: str = "judge") -> Settings:
    chosen = next(o for o in OPTIONS if o.name == name)
    return Settings.read(
        lambda dest: option or None if dest == chosen.dest else None,
        lambda dest: ini or None if dest == chosen.dest else None,
        {chosen.env: env} if env else {},
    )


def test_defaults() -> None:
    assert Settings.read(environ={}) == Settings(
        judge=None,
        embedder="local",
        goldens_dir="data/goldens",
        runs_dir="runs",
        allow_inconclusive=False,
        chat_ui=None,
        chat="",
        demo_dom="plain",
        first_token_limit_s=30,
        idle_limit_s=20,
        total_limit_s=120,
        api_key=None,
        api_url=None,
    )


def test_command_line_before_environment_before_ini() -> None:
    assert read(option="a", env="b", ini="c").judge == "a"
    assert read(env="b", ini="c").judge == "b"
    assert read(ini="c").judge == "c"


def test_every_option_is_an_attribute() -> None:
    settings = Settings.read(environ={})
    assert all(hasattr(settings, option.attribute) for option in OPTIONS)


def test_key_is_not_shown() -> None:
    settings = Settings.read(
        environ={"OPENAI_API_KEY": "sk-secret", "OPENAI_BASE_URL": "http://127.0.0.1:9/v1"}
    )
    assert (settings.api_key, settings.api_url) == ("sk-secret", "http://127.0.0.1:9/v1")
    assert "sk-secret" not in repr(settings)


@pytest.mark.parametrize("text", ["1", "true", "Yes", " on "])
def test_switch_on(text: str) -> None:
    assert read(env=text, name="allow-inconclusive").allow_inconclusive


@pytest.mark.parametrize("text", ["0", "false", "No", "off", ""])
def test_switch_off(text: str) -> None:
    assert not read(env=text, name="allow-inconclusive").allow_inconclusive


@pytest.mark.parametrize("text", ["soon", "0", "-1", "nan", "inf"])
def test_wrong_time(text: str) -> None:
    with pytest.raises(SettingsError) as caught:
        read(ini=text, name="idle-limit")
    assert str(caught.value) == (
        f"--idle-limit is not a time\n  expected: a number of seconds above 0\n  seen:     {text!r}"
    )


def test_wrong_switch() -> None:
    with pytest.raises(SettingsError) as caught:
        read(env="perhaps", name="allow-inconclusive")
    assert str(caught.value) == (
        "--allow-inconclusive is a yes or a no\n  expected: true or false\n  seen:     'perhaps'"
    )


def test_pytest_takes_all_three_forms(tmp_path: Path) -> None:
    project = Project(tmp_path)
    project.write(
        "pytest.ini",
        "[pytest]\naddopts = --strict-config\nreplywright_runs_dir = from-ini\n"
        "replywright_allow_inconclusive = true\n",
    )
    project.write("test_a.py", "def test_it(expect_reply, say): expect_reply(say('open')).to_mean('x')\n")
    result = project.pytest(REPLYWRIGHT_EMBEDDER="some-embedder")
    assert result.status == 0
    assert "embedder: some-embedder\nrecord of what is judged: from-ini/2" in result.out
    assert "record of what is judged: given/2" in project.pytest("--runs-dir", "given").out


def test_help_names_every_form_of_the_options_of_this_side(tmp_path: Path) -> None:
    shown = " ".join(Project(tmp_path).pytest("--help").out.split())
    for option in OPTIONS:
        if option.group == "evals":
            assert option.flag in shown
            assert f"[env {option.env}, ini {option.dest}" in shown
