"""A player with a name: an account may say who plays, as told by a card reader or a host. No house needs this."""

from typing import Final

from msgspec.structs import replace

from firmware.game.events import Event
from firmware.table.core.commands import Command
from firmware.table.core.feature import Feature
from firmware.table.core.needs import need_account
from firmware.table.core.state import TableState, with_account
from firmware.table.core.turn import TableTurn


class NamePatron(Command, frozen=True):
    """A terminal's player is this patron; no name: the card was taken out."""

    ats: int
    patron: str


class PatronNamed(Event, frozen=True, tag="patron_named"):
    """An account is this patron's; it is anonymous without one."""

    ats: int
    patron: str


def patron_of(state: TableState, ats: int) -> str:
    """Return who plays at a terminal; nothing for an anonymous player."""
    account = state.accounts.get(ats)
    return "" if account is None else account.patron


def name_patron(turn: TableTurn, command: NamePatron) -> None:
    """Record who plays."""
    if need_account(turn, command.ats).patron != command.patron:
        turn.say(PatronNamed(command.ats, command.patron))


def _fold(state: TableState, event: PatronNamed) -> TableState:
    return with_account(state, event.ats, replace(state.accounts[event.ats], patron=event.patron))


FEATURE: Final = Feature(
    decides={NamePatron: name_patron},
    folds={PatronNamed: _fold},
)
