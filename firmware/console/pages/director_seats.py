"""The seats of a table of the tournament: who sits where, with how many points, and what can be done about them."""

from collections.abc import Iterator
from typing import Final

from firmware.console.director_operations import named_seat
from firmware.console.known import Known
from firmware.console.pages.buttons import ask_for
from firmware.console.tab import Tab
from firmware.console.view import Choice, Page, Row
from firmware.pictures.cup_words import points
from firmware.table.core.hall_page import hall_page


def page(known: Known) -> Page:
    """Return the page."""
    return Page(known.words("hall.title"), tuple(_rows(known)))


TAB: Final = Tab(page)


def _rows(known: Known) -> Iterator[Row]:
    words, found = known.words, hall_page(known.state)
    back = Choice(("tab", "director"), words("hall.open"))
    seats = [] if found is None else [seat for seat in found.seats if seat.table == known.hall_table]
    yield Row(words("hall.table", table=known.hall_table), "" if seats else words("hall.seats.none"), choices=(back,))
    disqualifies = found is not None and any(act.do == "disqualify" for act in found.acts)
    for seat in seats:
        choices = (ask_for(known, "hall-disqualify", str(seat.player), look="danger"),) if disqualifies else ()
        yield Row(named_seat(seat), words("terminal", number=seat.ats), points(seat.points, words), choices=choices)
