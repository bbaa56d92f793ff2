"""When a board collects garbage: only what it made since its start, never its own code and tables."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def while_it_is_made() -> Iterator[None]:
    """Collect nothing while a board is put together: hardly anything made then is garbage."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def leave_alone_what_is_there() -> None:
    """Exempt what a board is made of (modules, rules, fonts) from all later garbage collections.

    A full collection would go through it again and again, and hold up a card for milliseconds, on a weak board longer.
    """
    gc.collect()
    gc.freeze()
