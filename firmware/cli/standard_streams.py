"""Standard input, output and error of a sub-command: all three are there, and an output that takes nothing says so."""

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager


class OutputGone(Exception):
    """Whoever read standard output has left."""


class OutputLost(Exception):
    """Standard output cannot be written: why. No error of a file, so that nobody takes it for one of theirs."""


class _Output(io.FileIO):
    """Standard output, whose errors have names of their own."""

    def write(self, data: "bytes | memoryview[int]") -> int | None:  # type: ignore[override]
        try:
            return super().write(data)
        except BrokenPipeError:
            raise OutputGone from None
        except OSError as error:
            raise OutputLost(error.strerror) from None


@contextmanager
def standard() -> Iterator[None]:
    """Have all three while a sub-command runs. Raises OutputGone and OutputLost for what could not be written."""
    _have_all()
    usual = sys.stdout
    # A test, or a program that calls this one, has put its own there.
    ours = usual is sys.__stdout__
    if ours:
        raw = _Output(1, "w", closefd=False)
        sys.stdout = io.TextIOWrapper(
            io.BufferedWriter(raw), usual.encoding, usual.errors, line_buffering=bool(usual.line_buffering)
        )
    try:
        try:
            yield
        except SystemExit:  # a help ends so, and what it says is not out yet
            sys.stdout.flush()
            raise
        sys.stdout.flush()
    except (OutputGone, OutputLost):
        # What is left goes nowhere: Python would complain once more when it lets go of it.
        _nowhere(1)
        raise
    finally:
        if ours:
            sys.stdout.flush()
            sys.stdout = usual


def let_go_of_error() -> None:
    """Have nothing left for standard error when the process ends: what it does not take goes nowhere.

    Python would try once more at its end, and have the process end with a status of its own (120).
    """
    try:
        sys.stderr.flush()
    except (OSError, ValueError):
        if sys.stderr is sys.__stderr__:
            _nowhere(2)


def _nowhere(number: int) -> None:
    """Have an output take everything from now on, and keep nothing."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, number)
    os.close(nowhere)


def _have_all() -> None:
    """Have all three be there, so that no file that is opened later takes the place of one that was closed.

    What is written to an output that was closed fails, as it should.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_WRONLY if number == 2 else os.O_RDONLY)  # it gets the least number that is free
    if sys.stdin is None:
        sys.stdin = sys.__stdin__ = open(0, encoding="utf-8", closefd=False)  # type: ignore[misc]  # noqa: SIM115
    if sys.stdout is None:
        sys.stdout = sys.__stdout__ = open(1, "w", encoding="utf-8", closefd=False)  # type: ignore[misc]  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
