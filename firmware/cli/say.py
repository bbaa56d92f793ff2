"""How sub-commands print: results to standard output, diagnostics to standard error, with nothing invisible in them."""

import contextlib
import json
import sys
from collections.abc import Mapping

from hal.visible import visible, visible_json


def say(line: str) -> None:
    """Print a line of a report."""
    sys.stdout.write(f"{visible(line)}\n")


def in_json(said: Mapping[str, object]) -> str:
    """Return one JSON object as one line."""
    return visible_json(json.dumps(said, separators=(",", ":"), ensure_ascii=False))


def ask(question: str) -> None:
    """Print a question, at once; its answer is typed behind it."""
    sys.stdout.write(f"{visible(question)} ")
    sys.stdout.flush()


def have_read() -> None:
    """Have what was printed so far be there to be read, at once."""
    sys.stdout.flush()


def say_json(said: Mapping[str, object]) -> None:
    """Print one JSON object on one line."""
    sys.stdout.write(in_json(said) + "\n")


def warn(line: str) -> None:
    """Print a line of diagnostics, at once. Where it cannot be written, there is nowhere to say so."""
    with contextlib.suppress(OSError):
        sys.stderr.write(f"{visible(line)}\n")
        sys.stderr.flush()
