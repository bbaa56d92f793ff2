"""What a terminal's view shows besides play: its board, its tickets, its place in a tournament.

No wager and no settlement changes it, so it is made again only when something else has happened.
"""

from operator import attrgetter, is_
from typing import Final

from msgspec import Struct

from firmware.link.cup_messages import PlaceView
from firmware.link.cup_views import place_view
from firmware.link.local_table import reprints_of
from firmware.link.messages import REPRINTS, PaperView, TicketView
from firmware.link.ticket_views import ticket_view
from firmware.table.core.bounds import MOST_HELD
from firmware.table.core.software import asked
from firmware.table.core.state import TableState
from firmware.table.core.updates import allowed
from firmware.table.features.acceptors import asked_of
from firmware.table.features.board_retiring import retired
from firmware.table.features.papers import ordered
from firmware.table.features.pocket_numbers import served

# A terminal is told of the oldest of the tickets that it should print; of others once these are reported.
PRINTING: Final = 16
# The parts of the state that it is made of. It is given these alone, so that no other can be forgotten here.
PARTS: Final = ("setup", "pockets", "tickets", "unsettled", "holds", "kept", "note_doubts")
_parts_of: Final = attrgetter(*PARTS)


class ShownBesides(Struct, frozen=True):
    """One terminal's, as its view has it."""

    remote: bool
    printing: tuple[str, ...]
    reprints: tuple[TicketView, ...]
    life: str
    held: int
    place: PlaceView | None
    waiting: str
    prove: str
    asked: int
    restart: bool
    paper: PaperView | None
    retired: str


class BesidesPlay:
    """What each terminal is shown besides play, kept while the parts of the state that it is made of are the same."""

    def __init__(self) -> None:
        self._seen = self._alone = TableState.unopened()
        self._parts = _parts_of(self._alone)
        self._made: dict[int, ShownBesides] = {}

    def of(self, state: TableState, ats: int) -> ShownBesides:
        """Return a terminal's."""
        if state is not self._seen:
            self._seen = state
            parts = _parts_of(state)
            if not all(map(is_, parts, self._parts)):
                self._parts, self._made = parts, {}
                self._alone = TableState(**dict(zip(PARTS, parts, strict=True)))
        made = self._made.get(ats)
        if made is None:
            made = self._made[ats] = _shown(self._alone, ats)
        return made


def _shown(state: TableState, ats: int) -> ShownBesides:
    unsettled, pocket = state.unsettled_of(ats), state.pocket(ats)
    return ShownBesides(
        remote=ats in state.setup.remote,
        printing=tuple(n for n, t in unsettled.items() if t.fate == "printing")[:PRINTING],
        reprints=tuple(map(ticket_view, reprints_of(state, ats)))[:REPRINTS],
        life=served(state, ats),
        held=_held(state, ats),
        place=place_view(state, ats),
        waiting=pocket.waiting,
        prove=asked(state, ats),
        asked=asked_of(state, ats),
        restart=bool(allowed(state, f"ats-{ats}")),
        paper=_paper(state, ats),
        retired=retired(state, ats),
    )


def _paper(state: TableState, ats: int) -> PaperView | None:
    order = ordered(state, ats)
    return None if order is None else PaperView(order.number, order.lines)


def _held(state: TableState, ats: int) -> int:
    """Return the held winnings of the present player there; those of an earlier player are nobody else's business."""
    hold = state.holds.get(ats)
    return 0 if hold is None or hold.left else min(hold.amount, MOST_HELD)
