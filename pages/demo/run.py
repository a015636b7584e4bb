"""One run: plan a reply, tell it bit by bit, and keep what was said - all of it, or as much as was told."""

import asyncio
import random
import sqlite3
from collections.abc import AsyncIterator, Iterable
from dataclasses import asdict, dataclass, field
from datetime import date
from functools import reduce
from typing import Any
from uuid import uuid4

from ag_ui.core import (
    BaseEvent,
    RunErrorEvent,
    RunStartedEvent,
    TextMessageContentEvent,
    TextMessageStartEvent,
)

from pages.demo import bugs, dialogue, stream, wording
from pages.demo.cards import card
from pages.demo.clerk import Clerk
from pages.demo.counsel import Counsel, history, system
from pages.demo.desk import Desk
from pages.demo.feed import Feed
from pages.demo.model import Model, ModelFailedError
from pages.demo.options import Options
from pages.demo.store import Store

BEFORE_CUT_S = 0.2
"""How long the connection stays open after the last text, so that a browser has read it before the cut."""
FAILED = "Something went wrong on our side. Please try again."
STOPPED = "The reply was stopped."


@dataclass(kw_only=True)
class Run:
    """A reply on its way. `feed` tells it, `stop` ends it early; `done` is set once everything is kept."""

    store: Store
    conversation: str
    id: str
    feed: Feed = field(default_factory=Feed)
    stop: asyncio.Event = field(default_factory=asyncio.Event)
    done: asyncio.Event = field(default_factory=asyncio.Event)
    task: "asyncio.Task[None] | None" = None
    said: dict[str, str] = field(default_factory=dict)
    ended: bool = False

    async def play(self, script: stream.Script, pace: stream.Pace, share_sent: float) -> None:
        """Tell the events; a bug may cut them off. All is kept before any reader learns of the end."""
        most = share_sent * sum(map(len, script.texts))
        try:
            for wait_s, event in stream.events(script, pace):
                if await self.stopped_within(wait_s):
                    self.feed.add(RunErrorEvent(message=STOPPED, code="stopped"))
                    return
                if self.length_with(event) > most:
                    await self.stopped_within(BEFORE_CUT_S)
                    self.feed.end(cut=True)
                    return
                self.take(event)
                self.feed.add(event)
            self.ended = True
        finally:
            self.keep(script)

    async def follow(self, events: AsyncIterator[BaseEvent]) -> bool:
        """Tell events as they come, whenever that is; False where the run was stopped before their end."""
        stopped = asyncio.create_task(self.stop.wait())
        try:
            while True:
                coming = asyncio.ensure_future(anext(events, None))
                await asyncio.wait((coming, stopped), return_when=asyncio.FIRST_COMPLETED)
                if stopped.done():
                    coming.cancel()
                    self.feed.add(RunErrorEvent(message=STOPPED, code="stopped"))
                    return False
                event = coming.result()
                if event is None:
                    return True
                self.take(event)
                self.feed.add(event)
        finally:
            stopped.cancel()

    async def consult(self, counsel: Counsel, found: Iterable[bugs.Bug]) -> None:
        """Tell what a model says; it is kept before any reader learns of the end. Raises ModelFailedError."""
        script = None
        try:
            if await self.follow(counsel.events()):
                script = counsel.script(found, tuple(self.said.values()))
                self.ended = True
                for _, event in (stream.route(script), *stream.closing_events(script, script.words)):
                    self.feed.add(event)
        finally:
            self.store.note_changes(self.conversation, self.id, counsel.clerk.desk.changes)
            self.keep(script)

    async def stopped_within(self, wait_s: float) -> bool:
        """Wait, but no longer than until the run is stopped."""
        if wait_s <= 0:
            await asyncio.sleep(0)  # so that a client that hung up is noticed between two events
            return self.stop.is_set()
        try:
            await asyncio.wait_for(self.stop.wait(), wait_s)
        except TimeoutError:
            return False
        return True

    def length_with(self, event: BaseEvent) -> int:
        """How long the text is once this event is sent."""
        added = event.delta if isinstance(event, TextMessageContentEvent) else ""
        return sum(map(len, self.said.values())) + len(added)

    def take(self, event: BaseEvent) -> None:
        """Note what an event adds to the text."""
        if isinstance(event, TextMessageStartEvent):
            self.said[event.message_id] = ""
        if isinstance(event, TextMessageContentEvent):
            self.said[event.message_id] += event.delta

    def keep(self, script: stream.Script | None) -> None:
        """Write what was said to the store; card, options and suggestions only of a whole reply."""
        for message, text in self.said.items():
            self.store.add_message(
                self.conversation,
                run=self.id,
                role="assistant",
                text=text,
                stopped=not self.ended,
                message=message,
            )
        if not (self.ended and script):
            return
        if script.card:
            self.store.add_card(self.conversation, script.message_ids[-1], script.card)
        if script.choice:
            self.store.add_choice(script.message_ids[-1], script.choice)
        self.store.suggest(self.conversation, list(script.plan.suggestions))


@dataclass(frozen=True, kw_only=True)
class Said:
    """What a person says; it replaces what they said in the run `replaces`, and all that followed.

    `files` are the ids of what they attach.
    """

    text: str
    replaces: str | None = None
    files: tuple[str, ...] = ()


@dataclass(kw_only=True)
class Clinic:
    """All that the endpoints share.

    `runs` holds the latest reply of each conversation; `listeners` are told of each new one. With a `model`
    that does the talking, else the rules.
    """

    store: Store
    seed: int | None = None
    today: date | None = None
    pace: float = 1.0
    bugs: tuple[str, ...] = ()
    transport: str = "fetch"
    dom: str = "plain"
    model: Model | None = None
    runs: dict[str, Run] = field(default_factory=dict)
    listeners: dict[str, set["asyncio.Queue[Run | None]"]] = field(default_factory=dict)

    def day(self) -> date:
        """Today, unless another day was chosen."""
        return self.today or date.today()

    def begin(self, row: dict[str, Any], run: Run, user: str, said: Said) -> None:
        """Let the assistant answer, whoever reads it, once the run before is over."""
        before = self.runs.get(run.conversation)
        self.runs[run.conversation] = run
        run.task = asyncio.create_task(answer(self, row, run, user, said, before))
        for listener in self.listeners.get(run.conversation, ()):
            listener.put_nowait(run)

    def stop_all(self) -> None:
        """End every reply that is being told, and let go of those who read."""
        for run in self.runs.values():
            run.feed.end()
            run.stop.set()
        for listener in (each for those in self.listeners.values() for each in those):
            listener.put_nowait(None)


async def answer(
    clinic: Clinic, row: dict[str, Any], run: Run, user: str, said: Said, before: Run | None
) -> None:
    """Keep the message, plan the answer and tell it; a failure is told as RUN_ERROR."""
    options = Options.from_json(row["options"])
    pace = stream.Pace(
        rng=random.Random(f"{options.seed}/pauses/{run.id}"),
        factor=clinic.pace,
        range_s=options.pauses_s,
        pieces=options.tokens or stream.MOST_PIECES,
    )
    share_sent = min((bug.share_sent for bug in bugs.find(options.bugs)), default=1.0)
    try:
        if before:
            await before.done.wait()
        if said.replaces:
            clinic.store.rewind(row["id"], said.replaces)
            row = clinic.store.conversation(user, row["id"]) or row
        message = clinic.store.add_message(row["id"], run=run.id, role="user", text=said.text)
        clinic.store.files.attach(user, message, said.files)
        desk = Desk(store=clinic.store, user=user, today=clinic.day())
        if clinic.model:
            await run.consult(advised(clinic.store, clinic.model, row, run.id, desk), bugs.find(options.bugs))
        else:
            await run.play(compose(clinic.store, row, run.id, said, desk), pace, share_sent)
    except ModelFailedError as error:
        run.feed.add(RunErrorEvent(message=str(error), code="model"))
    except sqlite3.Error:
        run.feed.add(RunStartedEvent(thread_id=row["id"], run_id=run.id))
        run.feed.add(RunErrorEvent(message=FAILED, code="storage"))
    finally:
        run.feed.end()
        run.done.set()


def compose(store: Store, row: dict[str, Any], run: str, said: Said, desk: Desk) -> stream.Script:
    """Understand, act, and put the reply into words; bugs that are switched on change it on the way."""
    found = bugs.find(row["options"]["bugs"])
    turn = sum(1 for each in store.messages(row["id"]) if each["role"] == "user")
    plan, memory = dialogue.respond(said.text, row["state"], desk)
    plan = dialogue.received(plan, desk.names(said.files))
    store.keep_state(row["id"], memory)
    store.note_changes(row["id"], run, desk.changes)
    store.suggest(row["id"], [])
    plan = reduce(lambda changed, bug: bug.plan(changed), found, plan)
    rng = wording.rng_of(row["options"]["seed"], turn, row["rewound"])
    worded = tuple(wording.say(line, rng) for line in plan.lines)
    texts = reduce(lambda said, bug: bug.texts(said), found, worded)
    shown = card(plan, uuid4().hex, desk.today)
    return stream.Script(
        thread=row["id"],
        run=run,
        plan=plan,
        texts=texts,
        message_ids=tuple(uuid4().hex for _ in texts),
        card=reduce(lambda changed, bug: changed and bug.card(changed), found, shown),
        choice=asdict(plan.choice) if plan.choice else None,
        input_tokens=len(said.text.split()),
    )


def advised(store: Store, model: Model, row: dict[str, Any], run: str, desk: Desk) -> Counsel:
    """A model that knows the clinic and what was said so far."""
    store.suggest(row["id"], [])
    told = [{"role": "system", "content": system(desk.today)}, *history(store.messages(row["id"]))]
    return Counsel(model=model, clerk=Clerk(desk=desk), thread=row["id"], run=run, messages=told)
