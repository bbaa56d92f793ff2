"""`--set KEY=VALUE`: the settings of a driver on a command line, as a profile has them."""

import argparse
from collections.abc import Sequence

from firmware.cli.errors import BadInput


def add_set_argument(parser: argparse.ArgumentParser) -> None:
    """Name the argument."""
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="a setting of the driver, as in a profile, such as line.baud=9600",
    )


def settings_of(words: Sequence[str]) -> dict[str, object]:
    """Return what the words of --set set. Raises BadInput."""
    settings: dict[str, object] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not key:
            raise BadInput(f"--set: {word!r} is not a setting; write KEY=VALUE, such as line.baud=9600")
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
