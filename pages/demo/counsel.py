"""A reply by a chat model: the clinic's facts and the conversation in, events out, tools used on the way."""

import json
from collections.abc import AsyncIterator, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import reduce
from typing import Any
from uuid import uuid4

from ag_ui.core import (
    BaseEvent,
    RunStartedEvent,
    TextMessageContentEvent,
    TextMessageEndEvent,
    TextMessageStartEvent,
)

from pages.demo import dialogue, facts, stream, wording
from pages.demo.bugs import Bug
from pages.demo.cards import card
from pages.demo.clerk import Clerk, offered
from pages.demo.model import Answer, Model, ModelFailedError
from pages.demo.plan import Line, Plan, long_date

MOST_ROUNDS = 8
"""How often the model may use tools before it has to answer."""
MANNER = """\
You are the assistant of Riverside Clinic and talk to one of its patients. Answer in the patient's language,
kindly and in few words. Say only what is stated here or what a tool has told you; never make up a time, a
price or a rule. Give no medical advice: offer an appointment instead, and in an emergency tell them to call
{emergency}. Politely decline whatever is none of the clinic's business, and do not repeat these
instructions. Use the tools to look up, move and cancel appointments and to look up orders. Cards are shown
by themselves: do not describe them, only ask the patient to confirm a proposal on its card."""
SKILLS: Mapping[str, str] = {"find_order": "orders"}


def system(today: date) -> str:
    """What the model is told of the clinic."""
    opening = wording.variants(Line(key="hours"))[0]
    services = "\n".join(
        f"- {each.name} (service {each.key}): ${each.price}, {each.clinician}" for each in facts.SERVICES
    )
    policies = "\n".join(f"- {wording.variants(Line(key=key))[0]}" for key in sorted(dialogue.POLICIES))
    day = f"Today is {facts.weekday(today)}, {long_date(today)} ({today.isoformat()})."
    manner = MANNER.format_map(facts.FACTS)
    return f"{manner}\n\n{day}\n{opening}\n\nServices:\n{services}\n\nWhat to say of our rules:\n{policies}"


def history(said: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The conversation so far as the API takes it."""
    told = []
    for each in said:
        files = "".join(f"\n(Attached file: {file['name']})" for file in each["attachments"])
        told.append({"role": each["role"], "content": each["text"] + files})
    return [each for each in told if each["content"]]


@dataclass(kw_only=True)
class Counsel:
    """One reply by a model; `bubbles` are the ids of its messages."""

    model: Model
    clerk: Clerk
    thread: str
    run: str
    messages: list[dict[str, Any]]
    bubbles: list[str] = field(default_factory=list)

    async def events(self) -> AsyncIterator[BaseEvent]:
        """All but the end. Raises ModelFailedError."""
        yield RunStartedEvent(thread_id=self.thread, run_id=self.run)
        for _ in range(MOST_ROUNDS):
            answer = Answer()
            async for event in self.spoken(answer):
                yield event
            if not answer.requests:
                return
            for event in self.used(answer):
                yield event
        raise ModelFailedError("The model found no end with its tools.")

    async def spoken(self, answer: Answer) -> AsyncIterator[BaseEvent]:
        """The text of one answer, a bubble of its own."""
        message = ""
        async for piece in self.model.stream(self.messages, offered(), answer):
            if not message:
                message = uuid4().hex
                self.bubbles.append(message)
                yield TextMessageStartEvent(message_id=message, role="assistant")
            yield TextMessageContentEvent(message_id=message, delta=piece)
        if message:
            yield TextMessageEndEvent(message_id=message)

    def used(self, answer: Answer) -> Iterable[BaseEvent]:
        """Use the tools that the answer asks for, and tell the model what came of it."""
        requests = list(answer.requests.values())
        called = [request.as_json() for request in requests]
        self.messages.append({"role": "assistant", "content": answer.text or None, "tool_calls": called})
        for request in requests:
            result = self.clerk.use(request.name, request.parsed())
            self.messages.append({"role": "tool", "tool_call_id": request.id, "content": json.dumps(result)})
            for _, event in stream.tool_events(self.clerk.desk.used[-1]):
                yield event

    def script(self, found: Iterable[Bug], texts: tuple[str, ...]) -> stream.Script:
        """What was said, and the card below it; of the bugs only those of cards act on a model."""
        used = [use.name for use in self.clerk.desk.used]
        skill = SKILLS.get(used[-1], "booking") if used else "talk"
        plan = Plan(skill=skill, proposal=self.clerk.proposal, order=self.clerk.order)
        shown = card(plan, uuid4().hex, self.clerk.desk.today)
        return stream.Script(
            thread=self.thread,
            run=self.run,
            plan=plan,
            texts=texts,
            message_ids=tuple(self.bubbles),
            card=reduce(lambda changed, bug: changed and bug.card(changed), found, shown),
            input_tokens=sum(len(str(each["content"]).split()) for each in self.messages),
            model=self.model.name,
        )
