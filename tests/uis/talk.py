"""A conversation with an app whose every reply is known, and what is noted of each turn."""

from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path

from evals.transcript import Reply
from pages import ChatPage
from pages.turn import Turn
from tests.uis.backend import Bot
from tests.uis.catalog import App
from tests.uis.script import seen

WATCH = Path(__file__).with_name("watch.js")
SETTLED_AT = "seconds => window[Symbol.for('replywright')].origin() + seconds * 1000"
LAST_CHANGE = "at => window[Symbol.for('replywright.tests.changes')](at)"


@dataclass(frozen=True, kw_only=True)
class Noted:
    """One turn: was it captured exactly, too early, and how long after the last visible change?"""

    prompt: str
    expected: str
    text: str
    lag_ms: float
    signals: tuple[str, ...]

    @property
    def exact(self) -> bool:
        """Is it what a person saw?"""
        return self.text == self.expected

    @property
    def premature(self) -> bool:
        """Was it taken for finished before it was?"""
        return not self.exact and self.expected.startswith(self.text)


@dataclass
class Talk:
    """Says things to an app. `turns` counts what its bot was asked since the page was loaded."""

    chat: ChatPage
    app: App
    bot: Bot
    note: Callable[[str, object], None]
    turns: int = 0
    noted: list[Noted] = field(default_factory=list)
    said: list[str] = field(default_factory=list)

    def say(self, prompt: str) -> Reply:
        """Say it and note how the reply was captured."""
        return self.heard(self.begin(prompt))

    def begin(self, prompt: str) -> Turn:
        """Say it, and leave the reply to `heard`."""
        self.asked(prompt)
        return self.chat.begin(prompt)

    def choose(self, button: str) -> Reply:
        """Click a button that sends what is written on it."""
        self.asked(button)
        return self.heard(self.chat.choose(self.app.button.format(button)))

    def asked(self, prompt: str) -> None:
        """The bot is about to be asked this, and its reply is to be captured exactly."""
        self.note("asked", prompt)
        self.tell(prompt)

    def tell(self, prompt: str) -> None:
        """The bot is about to be told this."""
        self.turns += 1
        self.said.append(prompt)

    def heard(self, turn: Turn | Reply) -> Reply:
        """The whole reply, compared with the script."""
        reply = turn.reply() if isinstance(turn, Turn) else turn
        expected = seen(reply.prompt, self.turns, markdown=self.app.markdown)
        assert reply.total_s is not None
        frame = self.chat.composer.element_handle().owner_frame()
        assert frame
        settled_at = frame.evaluate(SETTLED_AT, reply.total_s)
        noted = Noted(
            prompt=reply.prompt,
            expected=expected,
            text=reply.text,
            lag_ms=settled_at - frame.evaluate(LAST_CHANGE, settled_at),
            signals=reply.signals,
        )
        self.noted.append(noted)
        self.note("turn", asdict(noted))
        return reply

    def reloaded(self) -> None:
        """The page was loaded anew, so that its next turn is the first."""
        self.turns = 0

    def check(self) -> None:
        """Every reply was captured exactly, and the bot was told everything once."""
        double = Counter(self.bot.heard) - Counter(self.said)
        self.note("double", double.total())
        assert [turn.text for turn in self.noted] == [turn.expected for turn in self.noted]
        assert self.bot.heard == self.said
