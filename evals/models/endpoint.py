"""Where a model is reached, and what its failures mean in plain words. Pure: no client, no network.

No message made here ever holds the key.
"""

import email.utils
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit, urlunsplit

from evals.errors import (
    ModelAnswerError,
    ModelAuthError,
    ModelError,
    ModelRefusedError,
    ModelUnavailableError,
    SettingsError,
)

FILTER_CODES = ("content_filter", "content_policy_violation")
FORMAT_WORDS = ("response_format", "json_schema", "json_object")
DROPPABLE = ("temperature", "seed")
QUOTED_CHARACTERS = 200


@dataclass(frozen=True, kw_only=True)
class Limits:
    """How patient an adapter is.

    A request is tried `attempts` times in all; the waits between double from `backoff_s`. A service that asks
    to wait longer than `longest_wait_s` is given up. `parallel` requests run at once.
    """

    timeout_s: float = 60.0
    attempts: int = 4
    backoff_s: float = 0.5
    longest_wait_s: float = 60.0
    parallel: int = 16


@dataclass(frozen=True, kw_only=True)
class Failure:
    """One request that came to nothing. `status` is None where no response came."""

    status: int | None
    timed_out: bool = False
    code: str = ""
    param: str = ""
    text: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def filtered(self) -> bool:
        return self.code in FILTER_CODES

    @property
    def out_of_quota(self) -> bool:
        return self.code == "insufficient_quota"

    @property
    def passing(self) -> bool:
        """Whether another attempt may help."""
        lasting = self.status is not None and self.status not in (408, 409, 429) and self.status < 500
        return not lasting and not self.out_of_quota

    @property
    def retry_after_s(self) -> float | None:
        """What the service asks to wait: `retry-after-ms`, or `retry-after`, seconds or a date (RFC 9110)."""
        for name, unit_s in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
            try:
                seconds = float(self.headers.get(name, "")) * unit_s
            except ValueError:
                continue
            if seconds >= 0:  # false for NaN
                return seconds
        try:
            date = email.utils.parsedate_to_datetime(self.headers.get("retry-after", ""))
        except ValueError:
            return None
        return max(0.0, date.timestamp() - time.time())

    def refused_parameter(self, sent: Mapping[str, object]) -> str | None:
        """The parameter of `sent` that a 400 or 422 names; for `response_format` its type (a ladder)."""
        if self.status not in (400, 422) or self.filtered:
            return None
        named = self.param or self.text
        form = sent.get("response_format")
        if isinstance(form, Mapping) and any(word in named for word in FORMAT_WORDS):
            return str(form["type"])
        return next((name for name in DROPPABLE if name in sent and name in named), None)


@dataclass(frozen=True, kw_only=True)
class Endpoint:
    """A model of a service. `instead` is what a user can choose where it does not work.

    Raises SettingsError for a URL or a key that cannot be one.
    """

    model: str
    url: str
    key: str = field(repr=False)
    instead: str

    def __post_init__(self) -> None:
        check_url(self.url)
        if not self.key or not self.key.isascii() or not self.key.isprintable() or " " in self.key:
            raise SettingsError(
                "OPENAI_API_KEY is not a key",
                expected="printable ASCII characters without spaces",
                seen="an empty text" if not self.key else "other characters in it (the key is never shown)",
                fix=f"copy the key again, or use {self.instead}",
            )

    @property
    def where(self) -> str:
        return f"{shown(self.url)}, model {self.model!r}"

    def error(self, kind: type[ModelError], what: str, seen: str) -> ModelError:
        fix = f"check OPENAI_BASE_URL, the model's name and the state of the service, or use {self.instead}"
        return kind(what, seen=seen, where=self.where, fix=fix)

    def unreadable(self, seen: str) -> ModelError:
        return self.error(ModelAnswerError, "the model service sent an answer that cannot be read", seen)

    def refused(self, seen: str) -> ModelError:
        return ModelRefusedError(
            "the model service's content filter refused the request",
            seen=seen,
            where=self.where,
            fix=f"look at the texts that were to be judged, choose another model, or use {self.instead}",
        )

    def failed(self, failure: Failure, *, attempts: int, longest_wait_s: float) -> ModelError:
        """The error that a failure ends in, after `attempts`."""
        status, tried = failure.status, f"{attempts} attempt{'s' if attempts > 1 else ''}"
        if failure.filtered:
            return self.refused(f"{status}: {self.quoted(failure.text)}")
        if status in (401, 403):
            return self._unauthorised(failure)
        if status is None:
            why = "no answer in time" if failure.timed_out else "no connection, or it broke off"
            return self.error(
                ModelUnavailableError, "the model service could not be reached", f"{why} ({tried})"
            )
        seen = f"{status}: {self.quoted(failure.text)} ({tried})"
        if status == 404:
            what = "the model service does not know this model or this address"
            return self.error(ModelUnavailableError, what, seen)
        if failure.out_of_quota:
            return self.error(ModelUnavailableError, "the account has no quota left", seen)
        if not failure.passing:
            return self.error(ModelError, "the model service refused the request", seen)
        if (asked_s := failure.retry_after_s) is not None and asked_s > longest_wait_s:
            seen += f"; it asks to wait {asked_s:.0f} s, the limit is {longest_wait_s:.0f} s"
        return self.error(ModelUnavailableError, "the model service keeps failing", seen)

    def _unauthorised(self, failure: Failure) -> ModelError:
        # The service's own message is left out: some quote a part of the key.
        return ModelAuthError(
            "the model service did not accept the key",
            seen=f"{failure.status}" + (f" ({failure.code})" if failure.code else ""),
            where=self.where,
            fix=f"check that OPENAI_API_KEY fits OPENAI_BASE_URL and this model, or use {self.instead}",
        )

    def clean(self, text: str) -> str:
        """The text without the key, which some services quote."""
        return text.replace(self.key, "[key]")

    def quoted(self, text: str) -> str:
        text = " ".join(self.clean(text).split())
        return repr(text if len(text) <= QUOTED_CHARACTERS else text[: QUOTED_CHARACTERS - 1] + "…")


def check_url(url: str) -> None:
    """Raises SettingsError where `url` is not an http(s) URL with a host."""
    try:
        parts = urlsplit(url)
        good = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        good = False
    if not good or not url.isascii() or not url.isprintable() or " " in url:
        raise SettingsError(
            "OPENAI_BASE_URL is not a URL",
            expected="an address such as https://api.openai.com/v1",
            seen=repr(url.rpartition("@")[2]),
        )


def shown(url: str) -> str:
    """The URL without user, password and query, which may be secrets."""
    parts = urlsplit(url)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))
