"""Tickets that terminals took in: what lies in cash boxes on paper, held against what was credited for it."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from firmware.table.core.service import Happened
from firmware.table.features.cash_desks import TicketShown
from firmware.table.features.note_doubts import NoteDoubted
from sim.devices.note_path import NotePath, NotePlace
from sim.soak.cash_desk import PaidOut
from sim.soak.money import boards_of
from sim.soak.pages import Pages
from sim.whole_table import Seat, WholeTable

TERMINAL: Final = "ats-"
IN_DOUBT: Final = "put in doubt"
# What a night of soaks has to have seen of tickets in.
SEEN: Final = ("good", "paid", "already-paid", "another-table", "expired", IN_DOUBT)
# A paper that is here may have been credited.
TAKEN: Final = (NotePlace.TO_STACKER, NotePlace.PAST_LEVER)


class TakenIn:
    """Hears of each ticket that becomes credit. `wrong`: what was credited and must not be, or is on no paper.

    `credited`: how often a terminal's acceptor credited a number; what staff found for a doubt is not among it.
    `answers`: what terminals were told of tickets, and how often one was in doubt.
    """

    def __init__(self, table: WholeTable, pages: Pages, money: PaidOut) -> None:
        self.wrong: list[str] = []
        self.answers: Counter[str] = Counter()
        self.credited: Counter[str] = Counter()
        self._doubted: Counter[str] = Counter()
        # Of these terminals some doubt names neither note nor ticket: it may be any.
        self._unnamed: set[int] = set()
        self._table = table
        self._pages = pages
        self._money = money

    def happened(self, happened: Happened) -> None:
        """Hold what has happened: a ticket's money moves once, with the amount of its page."""
        for event in happened.events:
            if isinstance(event, TicketShown) and event.desk.startswith(TERMINAL):
                self.answers[event.answer] += 1
            if isinstance(event, TicketShown) and event.answer == "paid" and not event.again and event.to:
                self._credited(event)
            elif isinstance(event, NoteDoubted) and event.ticket:
                self.answers[IN_DOUBT] += 1
                self._doubted[event.ticket] += 1
            elif isinstance(event, NoteDoubted) and not event.amount:
                self._unnamed.add(event.ats)

    def _credited(self, event: TicketShown) -> None:
        number, money = event.number, self._money
        if number in money.credited or number in money.handed:
            where = money.credited.get(number, "a cash desk")
            self.wrong.append(f"ticket {number} is credited to ATS {event.to}, and was paid at {where}")
        if not self._pages.say(number, event.amount):
            self.wrong.append(f"ticket {number} is credited with {event.amount}, and no page says so")
        money.credited[number] = event.to
        if event.life:
            self.credited[number] += 1

    def astray(self) -> list[str]:
        """Return what papers and credits do not agree about."""
        return [*self._on_no_paper(), *self._swallowed()]

    def _on_no_paper(self) -> Iterator[str]:
        """What an acceptor has credited lies in a box, or is past recall."""
        lie = Counter(number for seat in self._table.seats.values() for number in papers(seat))
        for number in self.credited:
            if not lie[number] and number not in self._passing():
                yield f"ticket {number} was credited, and lies in no cash box"

    def _passing(self) -> set[str]:
        """Return what is past recall, and in no box yet."""
        paths = [path for seat in self._table.seats.values() for path in _paths(seat)]
        return {path.ticket for path in paths if path.place in TAKEN}

    def _swallowed(self) -> Iterator[str]:
        """What lies in a box is credited there, is in doubt, or is still remembered as on its way."""
        notes = self._table.state.setup.notes
        for seat in self._table.seats.values():
            lie = Counter(papers(seat))
            if lie and (notes is None or not notes.tickets):
                yield f"ATS {seat.ats}: tickets {sorted(lie)} were kept, and this table takes none in"
            if seat.ats in self._unnamed or _forgot(self._table, seat):
                continue
            flights = (board.pocket.in_flight() for board in boards_of(seat))
            known = self.credited + self._doubted + Counter(one.ticket for one in flights if one is not None)
            for number in lie - known:
                yield f"ATS {seat.ats}: ticket {number} is in the cash box, neither credited nor in doubt"


def papers(seat: Seat) -> list[str]:
    """Return the tickets in a terminal's cash boxes, whichever board had them taken."""
    return [number for path in _paths(seat) for number in path.tickets]


def _paths(seat: Seat) -> list[NotePath]:
    return [board.devices["note_acceptor"].model.path for board in boards_of(seat)]


def _forgot(table: WholeTable, seat: Seat) -> bool:
    """Whether the board is not let in, or was set back: then it does not know what its acceptor has in its hands."""
    known = table.state.pocket(seat.ats)
    return known.life != seat.pocket.life or known.of(seat.pocket.life).last > seat.pocket.count
