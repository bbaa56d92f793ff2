"""How sub-commands print: results on standard output, diagnostics on standard error, in lines that can be seen."""

import contextlib
import json
import logging
import sys
from typing import Any, Final

from hal.visible import visible, visible_json

# What stands before each line of a traceback, so that nobody takes one of them for a line of the log.
WITHIN: Final = "  | "


def say(line: str) -> None:
    """Print a line of a report."""
    sys.stdout.write(f"{visible(line)}\n")


def in_json(said: Any) -> str:
    """Return one JSON object as one line."""
    return visible_json(json.dumps(said, separators=(",", ":"), ensure_ascii=False))


def ask(question: str) -> None:
    """Print a question, at once; its answer is typed behind it."""
    sys.stdout.write(f"{visible(question)} ")
    sys.stdout.flush()


def say_json(said: Any) -> None:
    """Print one JSON object on one line."""
    sys.stdout.write(in_json(said) + "\n")


def warn(line: str) -> None:
    """Print a line of diagnostics, at once. Where it cannot be written, there is nowhere to say so."""
    with contextlib.suppress(OSError):
        sys.stderr.write(f"{visible(line)}\n")
        sys.stderr.flush()


class LogLines(logging.Formatter):
    """Log records of libraries, in lines that nothing they quote can forge."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as a line, with a traceback set off below it."""
        first, *more = super().format(record).split("\n")
        return "\n".join((visible(first), *(WITHIN + visible(line) for line in more)))


def log_in_lines() -> None:
    """Have what libraries log printed in such lines too."""
    handler = logging.StreamHandler()
    handler.setFormatter(LogLines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
