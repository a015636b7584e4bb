"""What more than one folder of tests uses."""

import signal

from tests.model_server import model_server

__all__ = ["model_server", "pytest_configure"]


def pytest_configure() -> None:
    """Let the programs that tests start be interrupted, where this one was started as a background job.

    A shell lets background jobs ignore SIGINT, and they hand that on to all that they start.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
