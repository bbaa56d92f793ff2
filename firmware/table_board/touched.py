"""Whose view of the table an event can change.

A view is made only for those whom an event touches. An event that is not named here touches everybody, so that a new
event is told too often rather than not at all; tests/support/told_table.py checks those that are named here.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from firmware.game import events as g
from firmware.table.core.events import Abstained, Notice
from firmware.table.core.head import HeadSigned
from firmware.table.features.acceptors import AcceptorAnswers, AcceptorAtRest, AcceptorSeen
from firmware.table.features.board_retiring import BoardRetired
from firmware.table.features.boards import PocketBegan, PocketWaits
from firmware.table.features.buying_in import BoughtIn
from firmware.table.features.card_checks import CardsChecked
from firmware.table.features.cashing_out import CashedOut
from firmware.table.features.devices import DeviceReported
from firmware.table.features.guest_limits import OwnLimitsSet, PauseTaken
from firmware.table.features.limits import LimitSet, PeriodSet
from firmware.table.features.note_doubts import NoteDoubted
from firmware.table.features.papers import PaperEnded, PaperOrdered
from firmware.table.features.tickets import TicketIssued
from firmware.table.features.wagers import WagerSet


class TouchedViews(NamedTuple):
    """Whose view can have changed: the public one, and those of terminals (None: all of them)."""

    public: bool
    terminals: frozenset[int] | None

    def both(self, other: "TouchedViews") -> "TouchedViews":
        """Return those whom either touches."""
        known = None if self.terminals is None or other.terminals is None else self.terminals | other.terminals
        return TouchedViews(self.public or other.public, known)


_NO_TERMINAL: Final[frozenset[int]] = frozenset()
NOBODY: Final = TouchedViews(public=False, terminals=_NO_TERMINAL)
_EVERYBODY: Final = TouchedViews(public=True, terminals=None)
_PUBLIC: Final = TouchedViews(public=True, terminals=_NO_TERMINAL)
_SAME_FOR_ALL: Final[dict[type[g.Event], TouchedViews]] = {
    # No view shows these.
    DeviceReported: NOBODY,
    Notice: NOBODY,
    AcceptorAnswers: NOBODY,
    CardsChecked: NOBODY,
    HeadSigned: NOBODY,
    # These do not change what a terminal's own view shows.
    g.Burned: _PUBLIC,
    g.CuttingCard: _PUBLIC,
    g.CardLaid: _PUBLIC,
    g.CardSeen: _PUBLIC,
    g.ShoeResultReported: _PUBLIC,
    g.BetsClosed: _PUBLIC,
    g.BetsSuspended: _PUBLIC,
    g.BetsResumed: _PUBLIC,
    g.Irregularity: _PUBLIC,
    g.Question: _PUBLIC,
    g.Answered: _PUBLIC,
    g.Ruling: _PUBLIC,
    LimitSet: _PUBLIC,
    PeriodSet: _PUBLIC,
}
# What happens at one terminal, and concerns nobody else.
_OF_ONE: Final = (
    BoughtIn,
    WagerSet,
    CashedOut,
    TicketIssued,
    Abstained,
    PocketBegan,
    PocketWaits,
    NoteDoubted,
    AcceptorAtRest,
    AcceptorSeen,
    OwnLimitsSet,
    PauseTaken,
    BoardRetired,
    PaperOrdered,
    PaperEnded,
)


def touched_by(events: Iterable[g.Event]) -> TouchedViews:
    """Return those whom events touch."""
    touched, terminals = NOBODY, set[int]()
    for event in events:
        if isinstance(event, _OF_ONE):
            terminals.add(event.ats)
        else:
            touched = touched.both(_SAME_FOR_ALL.get(type(event), _EVERYBODY))
    return touched.both(TouchedViews(public=False, terminals=frozenset(terminals))) if terminals else touched
