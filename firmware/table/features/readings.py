"""Readings of the meters: each is a row with the sums of all accounts; later figures are shown from the last one on."""

from typing import Final, Literal

from firmware.game.events import Event
from firmware.table.core.authority import TECHNICAL
from firmware.table.core.bounds import need_figures
from firmware.table.core.commands import Command
from firmware.table.core.day_figures import ledger_text, read_ledger, totals
from firmware.table.core.feature import Feature
from firmware.table.core.kept import keep, kept
from firmware.table.core.state import TableState
from firmware.table.core.turn import TableTurn

NAME: Final = "readings"
# By hand; at a day's close, which the first of a month makes the month's; before and after a service.
ReadingWhy = Literal["hand", "day", "month", "before service", "after service"]


class ReadMeters(Command, frozen=True):
    """Somebody reads the meters, and gives the reading a name."""

    name: str


class MetersRead(Event, frozen=True, tag="meters_read"):
    """The meters were read: each account of money, summed over the terminals."""

    number: int
    name: str
    why: ReadingWhy
    accounts: dict[str, int]


def read_meters(turn: TableTurn, command: ReadMeters) -> None:
    """Record a reading."""
    take_reading(turn, command.name, "hand")


def take_reading(turn: TableTurn, name: str, why: ReadingWhy) -> None:
    """Record a reading, for any command that needs one."""
    need_figures(turn.state)
    turn.say(MetersRead(last_number(turn.state) + 1, name, why, totals(turn.state.ledger)))


def last_number(state: TableState) -> int:
    """Return the number of the last reading; 0 before the first."""
    return int(kept(state, NAME).get("number", 0))


def last_name(state: TableState) -> str:
    """Return the name of the last reading; nothing before the first."""
    return str(kept(state, NAME).get("name", ""))


def last_reading(state: TableState) -> tuple[int, str]:
    """Return the number and the name of the last reading; 0 before the first."""
    return last_number(state), last_name(state)


def ledger_then(state: TableState) -> dict[int, dict[str, int]]:
    """Return the ledger at the last reading."""
    return read_ledger(kept(state, NAME).get("ledger"))


def _fold(state: TableState, event: MetersRead) -> TableState:
    state = keep(keep(state, NAME, "number", event.number), NAME, "name", event.name)
    return keep(state, NAME, "ledger", ledger_text(state.ledger))


FEATURE: Final = Feature(
    decides={ReadMeters: read_meters},
    folds={MetersRead: _fold},
    beside={ReadMeters: TECHNICAL},
    while_closed=(ReadMeters,),
    signed_soon=(MetersRead,),
)
