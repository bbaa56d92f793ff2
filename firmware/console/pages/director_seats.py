"""The seats of a table of the tournament, or who has none: who sits where, and what can be done about them.

Points are those of this table's own journal: what another table's players have, its own console shows.
"""

from collections.abc import Iterator
from typing import Final

from firmware.console.director_operations import NO_TABLE, named_seat, named_table
from firmware.console.known import Known
from firmware.console.pages.buttons import ask_for
from firmware.console.tab import Tab
from firmware.console.view import Choice, Page, Row
from firmware.pictures.cup_words import points
from firmware.table.core.hall_page import HallSeat, hall_page
from firmware.table.core.session_terms import players_of


def page(known: Known) -> Page:
    """Return the page."""
    return Page(known.words("hall.title"), tuple(_rows(known)))


TAB: Final = Tab(page)


def _rows(known: Known) -> Iterator[Row]:
    words, found = known.words, hall_page(known.state)
    seats = [] if found is None else [seat for seat in found.seats if seat.table == known.hall_table]
    disqualifies = found is not None and any(act.do == "disqualify" for act in found.acts)
    choices: tuple[Choice, ...] = (Choice(("tab", "director"), words("hall.open")),)
    title = named_table(known, found, known.hall_table)
    if known.hall_table == NO_TABLE:
        title = words("hall.others")
        choices += (ask_for(known, "hall-disqualify-number", look="danger"),) if disqualifies else ()
    yield Row(title, "" if seats else words("hall.seats.none"), choices=choices)
    for seat in seats:
        acts = (ask_for(known, "hall-disqualify", str(seat.player), look="danger"),) if disqualifies else ()
        yield Row(named_seat(seat), _where(known, seat), _points(known, seat), choices=acts)


def _where(known: Known, seat: HallSeat) -> str:
    if seat.table == NO_TABLE:
        return known.words(f"hall.others.{seat.why or 'none'}")
    return known.words("terminal", number=seat.ats)


def _points(known: Known, seat: HallSeat) -> str:
    """Return the points that a player of a session of this very table can play with."""
    here = players_of(known.state).get(seat.ats) == seat.player and seat.table != NO_TABLE
    return points(known.state.balance(seat.ats), known.words) if here else ""
