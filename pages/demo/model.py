"""The product's one adapter of the `openai` package: a chat model that answers bit by bit and uses tools.

Whatever the client raises, and whatever the service sends, leaves this file as a ModelFailedError.
"""

import json
from collections.abc import AsyncIterator, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from evals.errors import without_url_secrets

if TYPE_CHECKING:
    from openai.types.chat import ChatCompletionChunk

TIMEOUT_S = 60.0
BROKE_OFF = "The answer of the model broke off."
NO_KEY = "none"
"""Services without keys still want a header."""


class ModelFailedError(Exception):
    """There is no whole answer; the message is for people."""


@dataclass(kw_only=True)
class Request:
    """A tool that the model wants to have used; `arguments` is JSON as the model wrote it."""

    id: str = ""
    name: str = ""
    arguments: str = ""

    def parsed(self) -> dict[str, Any]:
        """The arguments; an empty object where they are none."""
        try:
            value = json.loads(self.arguments or "{}")
        except ValueError:
            return {}
        return value if isinstance(value, dict) else {}

    def as_json(self) -> dict[str, Any]:
        """As the history of a conversation tells it to the model."""
        function = {"name": self.name, "arguments": self.arguments or "{}"}
        return {"id": self.id, "type": "function", "function": function}


@dataclass(kw_only=True)
class Answer:
    """What has come of one answer: text, or tools to use."""

    text: str = ""
    requests: dict[int, Request] = field(default_factory=dict)
    finish: str | None = None

    def take(self, chunk: "ChatCompletionChunk") -> str:
        """Add a chunk; returns the text in it."""
        if not chunk.choices:
            return ""
        choice = chunk.choices[0]
        self.finish = choice.finish_reason or self.finish
        for call in choice.delta.tool_calls or ():
            request = self.requests.setdefault(call.index, Request())
            request.id += call.id or ""
            request.name += (call.function and call.function.name) or ""
            request.arguments += (call.function and call.function.arguments) or ""
        added = choice.delta.content or ""
        self.text += added
        return added

    def check(self) -> None:
        """Raises ModelFailedError for half an answer, or none."""
        if self.finish not in ("stop", "tool_calls", "function_call"):
            why = f" ({self.finish})" if self.finish else ""
            raise ModelFailedError(f"{BROKE_OFF.removesuffix('.')}{why}.")
        if not self.text.strip() and not self.requests:
            raise ModelFailedError("The model gave an empty answer.")


@dataclass(frozen=True, kw_only=True)
class Model:
    """A model of an OpenAI-compatible service (chat completions, streamed, with tools)."""

    url: str
    name: str
    key: str = NO_KEY

    async def stream(
        self, messages: Iterable[Mapping[str, Any]], tools: Iterable[Mapping[str, Any]], answer: Answer
    ) -> AsyncIterator[str]:
        """The pieces of text of one answer, which fills `answer`. Raises ModelFailedError."""
        import openai

        asked: Any = {"messages": list(messages), "tools": list(tools)}
        begun = False
        try:
            async with openai.AsyncOpenAI(
                api_key=self.key, base_url=self.url, timeout=TIMEOUT_S, max_retries=1
            ) as client:
                chunks = await client.chat.completions.create(model=self.name, stream=True, **asked)
                begun = True
                async for chunk in chunks:
                    if piece := answer.take(chunk):
                        yield piece
        except openai.APIStatusError as error:
            raise ModelFailedError(refusal(error.status_code)) from error
        except (openai.OpenAIError, ValueError, AttributeError, TypeError) as error:
            unreached = f"The model cannot be reached at {without_url_secrets(self.url)}."
            raise ModelFailedError(BROKE_OFF if begun else unreached) from error
        answer.check()


def refusal(status: int) -> str:
    """What a status means to people."""
    if status in (401, 403):
        return f"The model does not accept the key ({status})."
    return f"The model failed to answer ({status})."
