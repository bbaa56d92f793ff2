"""A second opinion on settlements: of whoever wrote an engine of their own. It is named, and ships with nobody."""

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import NamedTuple

from firmware.game.bets import Outcome
from firmware.table.core.events import WagersSettled
from firmware.table.core.state import CoupRecord


class SettledWager(NamedTuple):
    """A wager that was settled: by which book and options, on which hands."""

    rulebook: str
    options: dict[str, int]
    player: tuple[str, ...]
    banker: tuple[str, ...]
    bet: str
    stake: int


# What a wager came to (`win lose push`), and what goes back of it.
Opinion = Callable[[SettledWager], tuple[str, int]]


def opinion_named(name: str) -> Opinion:
    """Return the opinion of a `module:function` that can be imported. Raises ValueError."""
    module, colon, function = name.partition(":")
    if not colon:
        raise ValueError(f"{name!r} is no opinion; it reads MODULE:FUNCTION")
    try:
        opinion: Opinion = getattr(import_module(module), function)
    except (ImportError, AttributeError, ValueError) as error:
        raise ValueError(f"{name!r} cannot be had: {error}") from None
    return opinion


def differs(event: WagersSettled, record: CoupRecord, opinion: Opinion) -> Iterator[str]:
    """Say which wagers of a settlement, or of a recalculation, another engine would have settled otherwise."""
    result = record.result
    player, banker = tuple(map(str, result.player.cards)), tuple(map(str, result.banker.cards))
    version = event.version
    for line in event.lines:
        if line.outcome is Outcome.VOID:
            continue  # a person declared it void
        right = opinion(SettledWager(version.rulebook, version.side_wagers, player, banker, line.bet, line.stake))
        if (line.outcome.value, line.returned) != right:
            yield f"{line} of {result.notation} comes to {right} elsewhere"
