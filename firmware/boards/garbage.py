"""When a board collects garbage: only what it made since it started, never the code and tables that it consists of."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def while_it_is_made() -> Iterator[None]:
    """Collect nothing while a board is put together: next to nothing of that is garbage, and all of it stays."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def leave_alone_what_is_there() -> None:
    """Take what a board is made of, modules, rules, fonts, out of all later collections of garbage.

    A full collection would go through it again and again, and hold up a card for milliseconds, on a weak board longer.
    """
    gc.collect()
    gc.freeze()
