"""A page that was closed says so, in one way for every command."""

from collections.abc import Callable
from functools import wraps
from inspect import isfunction
from typing import Any, TypeVar

from playwright.sync_api import Error, Page

from evals.errors import PageClosedError, ProductError

T = TypeVar("T")


def while_open(*, but: tuple[str, ...] = ()) -> Callable[[type[T]], type[T]]:
    """Make each public method and property of a class raise PageClosedError where its `page` is closed.

    `but` names those that tell what they saw before.
    """

    def checked(kind: type[T]) -> type[T]:
        for name, member in list(vars(kind).items()):
            if name.startswith("_") or name in (*but, "page"):
                continue
            if isinstance(member, property) and member.fget:
                setattr(kind, name, property(checking(member.fget)))
            elif isfunction(member):
                setattr(kind, name, checking(member))
        return kind

    return checked


def checking(command: Callable[..., Any]) -> Callable[..., Any]:
    """The same command, which looks whether the page is open: before it begins, and where it breaks off."""

    @wraps(command)
    def checked(self: Any, *args: object, **kwargs: object) -> Any:  # noqa: ANN401 - whatever the command gives
        page: Page = self.page
        if page.is_closed():
            raise closed(page, f"`{command.__name__}` after it was closed")
        try:
            return command(self, *args, **kwargs)
        except PageClosedError:
            raise
        except (Error, ProductError) as error:
            if page.is_closed():
                raise closed(page, f"it was closed during `{command.__name__}`") from error
            raise

    return checked


def closed(page: Page, seen: str) -> PageClosedError:
    """The error, saying what was asked of the page."""
    return PageClosedError(
        "the page was closed, and nothing can be done on it any more",
        expected="a page that is open as long as the test uses it",
        seen=seen,
        where=page.url,
        fix="close it later, or open another one: chat.second_tab()",
    )
