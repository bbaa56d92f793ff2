"""Ends a board within a fixed time, whatever holds it up: a stuck card, or a name that nobody resolves.

Nothing is lost by it: what is not on the disk by then has not happened, as after any loss of power.
"""

import logging
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

# A person who stops a board, or systemd that restarts it, should not wait longer than ten seconds in all.
LATEST_S: Final = 7.0
LOOK_S: Final = 1.0
_ends: Final = threading.Event()
_log: Final = logging.getLogger(__name__)


def ends() -> None:
    """Note that the board is ending: it was told to, or cannot go on."""
    _ends.set()


@contextmanager
def ended_in_time(latest_s: float = LATEST_S, leave: Callable[[int], object] = os._exit) -> Iterator[None]:
    """Leave a board's process with status 1 if it still runs `latest_s` after it began to end.

    It begins to end with `ends`, or with a SIGTERM that is still held back because the board is only starting.
    """
    _ends.clear()
    over = threading.Event()

    def watch() -> None:
        while not _ends.wait(LOOK_S) and signal.SIGTERM not in signal.sigpending():
            pass
        # No clean-up: that would wait for the very thing that does not come.
        if not over.wait(latest_s):
            _log.critical("this board was to end, and has not within %g s: it leaves as it is", latest_s)
            leave(1)

    threading.Thread(target=watch, name="ending", daemon=True).start()
    try:
        yield
    finally:
        over.set()
        _ends.set()
