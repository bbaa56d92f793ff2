"""`rapid-table bench --tournament`: a tournament with simulated players, by conditions that are cut to the table."""

import argparse
from typing import TYPE_CHECKING

from firmware.cli.errors import BadInput
from firmware.cli.text_file import read_text

if TYPE_CHECKING:
    from firmware.tournament.conditions import Conditions
    from sim.bench.bench import Bench


def tournament(arguments: argparse.Namespace) -> "Conditions | None":
    """Return the conditions that are named. Raises BadInput."""
    if arguments.tournament is None:
        return None
    for option in ("scenario", "side"):
        if getattr(arguments, option) is not None:
            raise BadInput(f"--{option}: the conditions of --tournament say what is played; leave one of the two out")
    from firmware.conditions_file import ConditionsError, read_conditions  # noqa: PLC0415

    try:
        return read_conditions(read_text(arguments.tournament, "conditions are a TOML file"))
    except ConditionsError as error:
        raise BadInput(f"{arguments.tournament}:{error}") from None


async def begin_cup(bench: "Bench", conditions: "Conditions | None") -> None:
    """Begin the tournament, unless one goes on that was begun before. Raises BadInput."""
    from sim.devices.model import NoCommand  # noqa: PLC0415

    try:
        if conditions is not None and not bench.cups.under_way:
            await bench.cups.begin(conditions, simulated=True)
    except NoCommand as error:
        raise BadInput(f"--tournament: {error}") from None
