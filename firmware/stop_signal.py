"""Keeps SIGTERM from the start of a program until there is somebody to obey it."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

_TOLD: Final = frozenset({signal.SIGTERM})


@contextmanager
def kept_until_heard() -> Iterator[None]:
    """Have a SIGTERM wait until `heard` says that it is handled now. One that comes in too late for that is dropped.

    Without this it would end a program that has only begun as a failure, which systemd reports and starts anew.
    """
    # Kept, not handled: what is raised out of a handler can get lost in the midst of an import, and ends nothing then.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _TOLD)
    try:
        yield
    finally:
        # The program ends anyway.
        while signal.SIGTERM in signal.sigpending():
            signal.sigwait(_TOLD)
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def nothing_begun() -> Iterator[None]:
    """Where SIGTERM is kept, have one end the program at once with status 0 for as long as this lasts.

    For what takes long and holds nothing yet that has to be put away, as loading the software. A busy machine can need
    half a minute for that, and whoever stops a board waits for ten seconds.
    """
    if signal.SIGTERM not in signal.pthread_sigmask(signal.SIG_BLOCK, ()):
        yield
        return
    # Nothing is raised: it could get lost in the midst of an import.
    before = signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _TOLD)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_BLOCK, _TOLD)
        signal.signal(signal.SIGTERM, before)


def heard() -> None:
    """Take it that SIGTERM is handled from here on: one that waited comes now."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _TOLD)
