"""A database that nobody closed is said on every Python, as Python 3.13 does by itself."""

import sqlite3
import sys
import warnings
from typing import Any

as_it_is = sqlite3.connect


class SaysIfLeftOpen(sqlite3.Connection):
    """A connection that warns, and so fails a test, if it is gone before somebody closed it."""

    left_open = ""

    def __init__(self, database: Any, *args: Any, **more: Any) -> None:
        super().__init__(database, *args, **more)
        self.left_open = str(database)

    def close(self) -> None:
        self.left_open = ""
        super().close()

    def __del__(self) -> None:
        if self.left_open:
            warnings.warn(f"nobody closed the database {self.left_open}", ResourceWarning, source=self, stacklevel=1)


def _connect(*args: Any, **more: Any) -> sqlite3.Connection:
    return as_it_is(*args, **{"factory": SaysIfLeftOpen, **more})


def say_what_is_left_open() -> None:
    """Have each connection say so from here on, where Python does not."""
    if sys.version_info < (3, 13):
        sqlite3.connect = _connect  # type: ignore[assignment]
