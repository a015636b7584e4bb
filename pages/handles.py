"""Live handles on what a reply offers: they look at the page anew, unlike the frozen Card and Action."""

from collections.abc import Callable

from playwright.sync_api import Error, Locator, Page
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from evals.errors import ActionError
from evals.transcript import Card
from pages.closed import while_open


@while_open()
class ActionHandle:
    """A button or link by its name. `locator` is for Playwright's `expect`."""

    def __init__(
        self,
        locator: Locator,
        name: str,
        inside: str,
        offered: Callable[[], str],
        limit_s: float,
        clicked: Callable[[str], None],
    ) -> None:
        self.locator = locator
        self._limit_s = limit_s
        self._name, self._inside, self._offered, self._clicked = name, inside, offered, clicked

    @property
    def page(self) -> Page:
        """The page it is on."""
        return self.locator.page

    def click(self) -> None:
        """Click once. Raises ActionError, with what is there, when it cannot be clicked."""
        self._clicked(f"{self._name!r} in {self._inside}")
        try:
            self.locator.click(timeout=self._limit_s * 1000)
        except PlaywrightTimeout as error:
            raise ActionError(
                f"{self._name!r} could not be clicked in {self._inside}",
                expected=f"a button called {self._name!r} that is shown and enabled",
                seen=self._offered(),
                where=self.locator.page.url,
            ) from error


@while_open()
class CardHandle:
    """A card by its title. `locator` is for Playwright's `expect`, `read` gives the frozen Card."""

    def __init__(
        self,
        locator: Locator,
        title: str,
        read: Callable[[Locator], Card],
        offered: Callable[[], str],
        limit_s: float,
        clicked: Callable[[str], None],
    ) -> None:
        self.locator = locator
        self._limit_s = limit_s
        self._title, self._read, self._offered, self._clicked = title, read, offered, clicked

    @property
    def page(self) -> Page:
        """The page it is on."""
        return self.locator.page

    def read(self) -> Card:
        """What the card shows now. Raises ActionError when no such card is there."""
        try:
            self.locator.wait_for(timeout=self._limit_s * 1000)
        except PlaywrightTimeout as error:
            raise ActionError(
                f"there is no card {self._title!r}",
                expected=f"a card with the title {self._title!r}",
                seen=self._offered(),
                where=self.locator.page.url,
            ) from error
        return self._read(self.locator)

    def action(self, name: str) -> ActionHandle:
        """The card's button or link called `name` (exactly)."""
        button = self.locator.get_by_role("button", name=name, exact=True)
        link = self.locator.get_by_role("link", name=name, exact=True)
        inside = f"the card {self._title!r}"
        return ActionHandle(button.or_(link), name, inside, self._actions, self._limit_s, self._clicked)

    def _actions(self) -> str:
        try:
            actions = self._read(self.locator).actions if self.locator.count() else None
        except Error:
            actions = None
        if actions is None:
            return self._offered()
        names = ", ".join(f"{a.name!r}{'' if a.enabled else ' (disabled)'}" for a in actions)
        return f"the card has {names or 'no buttons'}"
