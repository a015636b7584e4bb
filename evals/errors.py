"""The one tree of errors. Every message says what was expected, what was seen, where, and what to do.

ReplywrightError
├── UsageError               something the user wrote or chose: mend it and run again
│   ├── SettingsError        an option, ini value or environment variable
│   ├── GoldenError          a golden file, with file:line
│   └── ChatUIError          a ChatUI, a driver, or a page that it does not fit
├── BrowserNotFoundError     no browser could be found or installed
├── ProductError             the product under test cannot be used, or broke off
│   ├── UnreachableError     nothing answers at the URL
│   ├── PageClosedError      the page was closed, and is used
│   ├── SendError            the message could not be sent
│   └── ReplyError           no whole reply came; holds the partial text
│       ├── FirstTokenTimeoutError   nothing arrived
│       ├── IdleTimeoutError         the reply stalled
│       ├── TotalTimeoutError        the reply never ended
│       └── StreamCutError           the server broke the stream off
├── ModelError               a judge or an embedder could not answer: outcome `error`, never a bad reply
│   ├── ModelAuthError       401 / 403
│   ├── ModelUnavailableError    refused, reset, 5xx, 429 after retries, timed out
│   ├── ModelAnswerError     the answer could not be read, even after one repair
│   └── ModelRefusedError    the service's content filter
└── JudgementError           a check ended in `error`: nothing can be said about the reply

Unexpected                   the product did something else than what the test says; an AssertionError
"""

import re

HIDDEN = "[redacted]"
URL_SECRETS = (
    (re.compile(r"(\w://)[^\s/@?#]+@"), rf"\1{HIDDEN}@"),
    (
        re.compile(
            r"(?i)([?&][^\s?&#=]*(?:token(?!s)|secret|passw(?:or)?d|api[-_]?key|signature|credential|bypass)"
            r"[^\s?&#=]*=)[^\s&#\"'`]+"
        ),
        rf"\1{HIDDEN}",
    ),
)


def without_url_secrets(text: str) -> str:
    """Hide credentials before the host of a URL, and values of its query that their names call secret."""
    for pattern, hidden in URL_SECRETS:
        text = pattern.sub(hidden, text)
    return text


class ReplywrightError(Exception):
    """Base of all errors raised on purpose.

    `what` is one line; the other parts become labelled lines below it when given. Secrets in URLs are hidden.
    """

    def __init__(
        self, what: str, *, expected: str = "", seen: str = "", where: str = "", fix: str = ""
    ) -> None:
        self.what, self.expected, self.seen, self.where, self.fix = what, expected, seen, where, fix
        super().__init__(told(what, expected=expected, seen=seen, where=where, fix=fix))


class Unexpected(AssertionError):  # noqa: N818 - it is no error: the test did its work
    """The product did something else than the test says it does. The message has the form of our errors."""

    __module__ = "builtins"  # as pytest's own outcomes do: the message begins without the way to this class

    def __init__(
        self, what: str, *, expected: str = "", seen: str = "", where: str = "", fix: str = ""
    ) -> None:
        super().__init__(told(what, expected=expected, seen=seen, where=where, fix=fix))


def told(what: str, *, expected: str, seen: str, where: str, fix: str) -> str:
    """A message: one line, and the parts that are given as labelled lines below it."""
    parts = {"expected": expected, "seen": seen, "where": where, "to fix": fix}
    labelled = (f"  {label + ':':<10}{indent(text)}" for label, text in parts.items() if text)
    return without_url_secrets("\n".join([what, *labelled]))


def indent(text: str) -> str:
    """Keep the later lines of a labelled text under its first one."""
    return text.replace("\n", "\n" + " " * 12)


class UsageError(ReplywrightError):
    """Something the user wrote or chose."""


class SettingsError(UsageError):
    """An option, ini value or environment variable."""


class GoldenError(UsageError):
    """A golden file; `where` is file:line."""


class ChatUIError(UsageError):
    """A ChatUI, a driver, or a page that it does not fit."""


class BrowserNotFoundError(ReplywrightError):
    """No browser could be found or installed."""


class ProductError(ReplywrightError):
    """The product under test cannot be used, or broke off."""


class UnreachableError(ProductError):
    """Nothing answers at the URL."""


class PageClosedError(ProductError):
    """The page was closed, and the test goes on to use it."""


class SendError(ProductError):
    """The message could not be sent."""


class ActionError(ProductError):
    """A card or a button is not there, or cannot be clicked."""


class ReplyError(ProductError):
    """No whole reply came. `partial` is the text that had been shown."""

    def __init__(
        self,
        what: str,
        *,
        partial: str = "",
        expected: str = "",
        seen: str = "",
        where: str = "",
        fix: str = "",
    ) -> None:
        self.partial = partial
        seen = seen or (f"the partial text {partial!r}" if partial else "no text at all")
        super().__init__(what, expected=expected, seen=seen, where=where, fix=fix)


class FirstTokenTimeoutError(ReplyError):
    """Nothing of a reply arrived within the first-token limit."""


class IdleTimeoutError(ReplyError):
    """The reply began, then nothing moved for the idle limit, and no sign said it was finished."""


class TotalTimeoutError(ReplyError):
    """The reply was still being written at the total limit."""


class StreamCutError(ReplyError):
    """The server ended the stream before the reply was whole."""


class ModelError(ReplywrightError):
    """A judge or an embedder could not answer. Its outcome is `error`, never a low score."""


class ModelAuthError(ModelError):
    """The service did not accept the key."""


class ModelUnavailableError(ModelError):
    """The service could not be reached or kept failing."""


class ModelAnswerError(ModelError):
    """The answer could not be read, even after one request to repair it."""


class ModelRefusedError(ModelError):
    """The service's content filter refused the request."""


class JudgementError(ReplywrightError):
    """A check ended in `error`: nothing can be said about the reply."""
