"""A player with a name: an account may say who plays, as told by a card reader or a host. No house needs this.

A card that is shown before there is an account waits for it: its holder's first note is theirs already.
"""

from typing import Final

from msgspec.structs import replace

from firmware.game.events import Event
from firmware.table.core.commands import Command
from firmware.table.core.feature import Feature
from firmware.table.core.kept import keep, kept
from firmware.table.core.needs import need_terminal
from firmware.table.core.state import TableState, with_account
from firmware.table.core.turn import TableTurn

NAME: Final = "patrons"


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
    waits = str(kept(state, NAME).get(str(ats), ""))
    return waits if account is None else account.patron or waits


def name_patron(turn: TableTurn, command: NamePatron) -> None:
    """Record who plays."""
    need_terminal(turn, command.ats)
    account, waits = turn.state.accounts.get(command.ats), kept(turn.state, NAME).get(str(command.ats), "")
    if command.patron != (waits if account is None else account.patron) or (account is not None and waits):
        turn.say(PatronNamed(command.ats, command.patron))


def _fold(state: TableState, event: PatronNamed) -> TableState:
    account = state.accounts.get(event.ats)
    if account is None:
        return keep(state, NAME, str(event.ats), event.patron or None)
    if str(event.ats) in kept(state, NAME):
        state = keep(state, NAME, str(event.ats), None)
    return with_account(state, event.ats, replace(account, patron=event.patron))


FEATURE: Final = Feature(
    decides={NamePatron: name_patron},
    folds={PatronNamed: _fold},
)
