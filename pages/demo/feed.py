"""What one run tells, kept so that any number of readers can follow it, each from a place of its own."""

import asyncio
from collections.abc import AsyncIterator

from ag_ui.core import BaseEvent


class CutError(Exception):
    """The connection is to be closed in mid-reply."""


class Feed:
    """The events of one run as JSON, in order. It ends once; what is added after that is dropped."""

    def __init__(self) -> None:
        self.events: list[str] = []
        self.over = False
        self._cut = False
        self._moved = asyncio.Event()

    def add(self, event: BaseEvent) -> None:
        """Tell one more event."""
        if not self.over:
            self.events.append(event.model_dump_json(by_alias=True, exclude_none=True))
            self._wake()

    def end(self, *, cut: bool = False) -> None:
        """Nothing more will come; with `cut` the readers are to lose their connection."""
        if not self.over:
            self.over, self._cut = True, cut
            self._wake()

    async def after(self, index: int) -> list[str]:
        """The events from `index` on, as soon as there is one; none once all is told. Raises CutError."""
        while index >= len(self.events):
            if self._cut:
                raise CutError
            if self.over:
                break
            await self._moved.wait()
        return self.events[index:]

    async def follow(self) -> AsyncIterator[str]:
        """All events, each as soon as it is told. Raises CutError."""
        index = 0
        while told := await self.after(index):
            index += len(told)
            for event in told:
                yield event

    def _wake(self) -> None:
        self._moved.set()
        self._moved = asyncio.Event()
