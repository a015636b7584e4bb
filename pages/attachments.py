"""Attaches files to the next message, through the UI's input of files or the browser's dialogue."""

from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Error, Locator
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from evals.errors import ActionError

IS_INPUT = "node => node.matches('input[type=file]')"


def attach(found: Locator, paths: Sequence[str | Path], limit_s: float) -> None:
    """Choose files in the input, or in the dialogue that a click on the button opens.

    Raises ActionError where there is neither, or where it does not take them.
    """
    files = [Path(path).resolve(strict=True) for path in paths]
    page, timeout_ms = found.page, 1000 * limit_s
    try:
        if found.evaluate(IS_INPUT, timeout=timeout_ms):
            return found.set_input_files(files, timeout=timeout_ms)
        with page.expect_file_chooser(timeout=timeout_ms) as chooser:
            found.click(timeout=timeout_ms)
        chooser.value.set_files(files, timeout=timeout_ms)
    except Error as error:
        count = found.count()
        raise ActionError(
            f"{', '.join(file.name for file in files)} could not be attached",
            expected="one input of files, or one button that opens the dialogue for them",
            seen=error.message.splitlines()[0] if count == 1 else f"{count or 'none'} on the page",
            where=page.url,
            fix="check `attach` of the ChatUI" if count != 1 or isinstance(error, PlaywrightTimeout) else "",
        ) from error
    return None
