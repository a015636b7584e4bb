"""Says a message exactly once: typed until it stays, sent again only where it surely did not go out."""

from dataclasses import dataclass, field

from playwright.sync_api import Error, Frame, Locator
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from evals.errors import SendError
from pages import parts, settle
from pages.detect import BUTTON, SENDS, Detector, part
from pages.network import Network
from pages.parts import Parts
from pages.ui import ChatUI

ATTEMPTS = 4
"""How often a message is typed, and how often it is sent where it surely did not go out."""
ONE_FRAME = "() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))"


@dataclass
class Saying:
    """One message on its way. `notes` tells what had to be done more than once."""

    frame: Frame
    ui: ChatUI
    parts: Parts
    network: Network
    limits: settle.Limits
    detector: Detector | None = None
    notes: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._composer: Locator = self.ui.composer(self.frame)

    def say(self, text: str) -> None:
        """Type and send `text`. Raises SendError."""
        if not text.strip():
            raise SendError("an empty message cannot be sent", expected="some text", seen=repr(text))
        for _ in range(ATTEMPTS):
            self._type(text)
            settle.arm(self.frame)
            self.network.begin(text)
            self._press()
            if self._went_out():
                return
            if self.detector:
                self.detector.send_otherwise()
            self.notes.append("sent again")
        raise SendError(
            "the message did not go out",
            expected="the person's own message in the transcript, or a request that carries it",
            seen=f"neither, {ATTEMPTS} times for {self.limits.act_s:g} s",
            where=self.frame.url,
            fix="check `composer`, `send` and `user_message` (it tells what was sent) of the ChatUI",
        )

    def _type(self, text: str) -> None:
        """Type until it stays: a page that comes alive late wipes what was typed before."""
        for _ in range(ATTEMPTS):
            try:
                self._composer.fill(text, timeout=self.limits.ready_s * 1000)
            except Error as error:
                raise SendError(
                    "nothing can be typed into the composer",
                    expected="one textbox that is shown and enabled",
                    seen=error.message.splitlines()[0],
                    where=self.frame.url,
                ) from error
            self.frame.evaluate(ONE_FRAME)
            if self._written().split() == text.split():
                return
            self.notes.append("retyped")
        raise SendError(
            "the composer does not keep what is typed",
            expected=repr(text),
            seen=repr(self._written()),
            where=self.frame.url,
        )

    def _press(self) -> None:
        """Send. A time-out here does not mean that nothing went out: `_went_out` looks."""
        way = self.detector.sends_by if self.detector else SENDS[0]
        button = part("send") if way == BUTTON else self.ui.send
        try:
            if button is None:
                self._composer.press(way, timeout=self.limits.act_s * 1000)
            else:
                button(self.frame).click(timeout=self.limits.act_s * 1000)
        except PlaywrightTimeout:
            return

    def _went_out(self) -> bool:
        """Did the message leave the composer? Whoever is not sure says yes: saying it twice is worse.

        Signs of it: a new message in the transcript, a request or a socket's frame that may carry it, or a
        composer that the page emptied as it was sent.
        """
        settle.until(self.frame, lambda: self._left() or self._broke(), self.limits.act_s)
        return self._left()

    def _broke(self) -> bool:
        """Did the key only begin a new line?"""
        raw = "nodes => nodes.map(node => node.value ?? node.innerText).join()"
        return bool(self.detector) and str(self._composer.evaluate_all(raw)).endswith("\n")

    def _left(self) -> bool:
        return self.parts.anything_new() or self.network.carried or settle.took(self.frame)

    def _written(self) -> str:
        return parts.written(self._composer)
