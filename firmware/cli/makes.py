"""What command lines say of makes of device: which there are, and which is meant."""

import argparse
from collections.abc import Sequence
from typing import Final

from firmware.cli.errors import BadInput
from firmware.cli.say import say_json
from hal.make import LineMake, kinds
from hal.makes import Named, NoMake, makes_of

# The kinds of device that a technician has on the desk: what hangs on a line.
ON_DESK: Final = kinds(LineMake)


def makes_here(kind: str) -> dict[str, Named]:
    """Return the makes of a kind by their protocols. Raises BadInput where there is none, or one is not whole."""
    try:
        found = makes_of(kind)
    except NoMake as why:
        raise BadInput(f"drivers: {why}") from None
    if not found:
        raise BadInput(f"drivers: no make of {kind} is installed on this board")
    return found


def named_make(kind: str, protocol: str | None, option: str = "--protocol") -> Named:
    """Return the make that is asked for, or the usual one of its kind. Raises BadInput."""
    found = makes_here(kind)
    if protocol is None:
        return next(iter(found.values()))
    if protocol not in found:
        raise BadInput(f"{option}: no protocol {protocol!r} for this device; there are {', '.join(found)}")
    return found[protocol]


class ListMakes(argparse.Action):
    """Prints the makes that there are, a JSON object a line, and ends."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[object] | None,
        option_string: str | None = None,
    ) -> None:
        """Print them."""
        del namespace, values, option_string
        for kind in ON_DESK:
            for place, protocol in enumerate(makes_here(kind)):
                say_json({"event": "make", "device": kind, "protocol": protocol, "default": place == 0})
        parser.exit()
