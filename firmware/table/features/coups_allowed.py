"""How far a tournament's session may go before the tournament is heard again (12.1.1)."""

from typing import Final

from firmware.game.events import Event
from firmware.table.core.authority import TOURNAMENT
from firmware.table.core.commands import Command
from firmware.table.core.feature import Feature
from firmware.table.core.kept import keep
from firmware.table.core.session_terms import SESSION, terms_of
from firmware.table.core.state import TableState
from firmware.table.core.turn import TableTurn
from firmware.table.features.tournament_tables import need_session


class AllowCoups(Command, frozen=True):
    """The session opens no coup of the table beyond `last`, nor from `until` on; 0 is no bound (12.1.1)."""

    last: int
    until: int


class CoupsAllowed(Event, frozen=True, tag="coups_allowed"):
    """The session opens no coup of the table beyond `last`, nor from `until` on; 0 is no bound."""

    last: int
    until: int


def allow_coups(turn: TableTurn, command: AllowCoups) -> None:
    """Say how far a session goes: the table stops there by itself, whether or not it hears from the tournament."""
    # crown 12.1.1
    need_session(turn)
    terms = terms_of(turn.state)
    if (terms.last, terms.until) != (command.last, command.until):
        turn.say(CoupsAllowed(command.last, command.until))


def _fold_allowed(state: TableState, event: CoupsAllowed) -> TableState:
    return keep(keep(state, SESSION, "last", event.last), SESSION, "until", event.until)


FEATURE: Final = Feature(
    decides={AllowCoups: allow_coups},
    folds={CoupsAllowed: _fold_allowed},
    beside={AllowCoups: TOURNAMENT},
)
