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

# A person who stops a board, and systemd that starts it anew, wait no longer than for ten seconds.
LATEST_S: Final = 7.0
LOOK_S: Final = 1.0
_ends: Final = threading.Event()
_log: Final = logging.getLogger(__name__)


def ends() -> None:
    """Take it that the board ends from here on: it has been told to, or cannot go on."""
    _ends.set()


@contextmanager
def ended_in_time(latest_s: float = LATEST_S, leave: Callable[[int], object] = os._exit) -> Iterator[None]:
    """Leave a board's process with status 1 where it goes on for longer than `latest_s` after it began to end.

    It begins to end by `ends`, or by a SIGTERM that is still kept from it, as it is only beginning itself.
    """
    _ends.clear()
    over = threading.Event()

    def watch() -> None:
        while not _ends.wait(LOOK_S) and signal.SIGTERM not in signal.sigpending():
            pass
        # No clean-up: what would be waited for is what does not come.
        if not over.wait(latest_s):
            _log.critical("this board was to end, and has not within %g s: it leaves as it is", latest_s)
            leave(1)

    threading.Thread(target=watch, name="ending", daemon=True).start()
    try:
        yield
    finally:
        over.set()
        _ends.set()
