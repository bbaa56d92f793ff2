"""`--set KEY=VALUE`: the settings of a driver, or of an emulated device, on a command line, as a profile has them."""

import argparse
from collections.abc import Sequence
from typing import Final

from firmware.cli.errors import BadInput

EXAMPLES: Final = {"driver": "line.baud=9600", "device": "model=TM-T88V"}


def add_set_argument(parser: argparse.ArgumentParser, *, of: str = "driver") -> None:
    """Name the argument."""
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help=f"a setting of the {of}, as in a profile, such as {EXAMPLES[of]}",
    )


def settings_of(words: Sequence[str], *, of: str = "driver") -> dict[str, object]:
    """Return what the words of --set set. Raises BadInput."""
    settings: dict[str, object] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not key:
            raise BadInput(f"--set: {word!r} is not a setting; write KEY=VALUE, such as {EXAMPLES[of]}")
        *tables, last = key.split(".")
        inner = settings
        for table in tables:
            found = inner.setdefault(table, {})
            if not isinstance(found, dict):
                raise BadInput(
                    f"--set: {word!r} sets a part of {table}, but another --set already sets {table} to {found}"
                )
            inner = found
        inner[last] = _value(value)
    return settings


def _value(text: str) -> bool | float | str:
    if text in ("true", "false"):
        return text == "true"
    try:
        return int(text)
    except ValueError:
        try:
            return float(text)
        except ValueError:
            return text
