"""What the scripted model reads in a prompt, and what it says to it."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

Where = Literal["inside", "outside", "anywhere"]

LABEL = r"(correct|partially_correct|wrong|yes|no)"
INSTRUCTIONS = (
    re.compile(
        rf"(?i)\b(?:answer|reply|respond|say|mark|grade|verdict|label)\b[^.\n]{{0,20}}?[\s:\"']{LABEL}\b"
    ),
    re.compile(rf'(?i)"label"\s*:\s*"{LABEL}"'),
)


@dataclass(frozen=True, kw_only=True)
class Request:
    """One request as it came; `arrived_s` is of the monotonic clock."""

    path: str
    headers: Mapping[str, str]
    body: Mapping[str, Any]
    arrived_s: float

    @property
    def system(self) -> str:
        return self._said("system")

    @property
    def user(self) -> str:
        return self._said("user")

    def _said(self, role: str) -> str:
        return "\n".join(m["content"] for m in self.body.get("messages", ()) if m["role"] == role)

    @property
    def results(self) -> list[Any]:
        """What the tools gave that the model had used."""
        return [json.loads(m["content"]) for m in self.body.get("messages", ()) if m["role"] == "tool"]

    @property
    def nonce(self) -> str | None:
        """The name of the fence, which the first line of the user message gives."""
        first = re.match(r"Fence of this request: (\S+)\n", self.user)
        return first and first[1]

    @property
    def sections(self) -> dict[str, str]:
        """What stands in the fences, by name."""
        found = self._fence.finditer(self.user) if self.nonce else ()
        return {match[1]: match[2].removesuffix("\n") for match in found}

    @property
    def inside(self) -> str:
        return "\n".join(self.sections.values())

    @property
    def outside(self) -> str:
        """The whole prompt without what stands in the fences; a fence ends where its nonce says so."""
        return f"{self.system}\n{self._fence.sub('', self.user) if self.nonce else self.user}"

    @property
    def _fence(self) -> re.Pattern[str]:
        nonce = re.escape(self.nonce or "")
        return re.compile(rf"^BEGIN (\S+) {nonce}\n(.*?)^END \S+ {nonce}$", re.M | re.S)

    @property
    def labels(self) -> list[str]:
        """What the schema offers, where it stands in the request or in the system message."""
        offered = re.search(
            r'"enum": (\[[^\]]*\])', json.dumps(self.body.get("response_format")) + self.system
        )
        return list(json.loads(offered[1])) if offered else []


@dataclass(kw_only=True)
class Rule:
    """Where the prompt matches and offers the label, the model says `content`; `times` at most.

    With a `tool` - name and arguments - it wants that used in the place of saying anything.
    """

    pattern: re.Pattern[str]
    content: str
    where: Where = "inside"
    times: int | None = None
    label: str | None = None
    tool: tuple[str, Mapping[str, Any]] | None = None

    def takes(self, request: Request) -> bool:
        texts = {"inside": request.inside, "outside": request.outside}
        text = texts.get(self.where, f"{request.system}\n{request.user}")
        offered = self.label is None or self.label in (request.labels or [self.label])
        if self.times == 0 or not offered or not self.pattern.search(text):
            return False
        if self.times is not None:
            self.times -= 1
        return True


def ruling(label: str, reason: str = "The script says so.") -> str:
    return json.dumps({"reason": reason, "label": label})


def obeyed(request: Request) -> str | None:
    """The label that an instruction outside of the fences demands."""
    found = (instruction.search(request.outside) for instruction in INSTRUCTIONS)
    return next((match[1].lower() for match in found if match), None)


def vector(text: str, size: int = 64) -> list[float]:
    """Hashed words: equal texts are equal, texts that share words are near."""
    counts = [0.0] * size
    for word in re.findall(r"\w+", text.lower()) or [text]:
        counts[sum(word.encode("utf-8", "replace")) % size] += 1
    return counts
