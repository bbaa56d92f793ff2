"""The tabs of a console: which page is open, and which of them somebody should look at."""

from typing import Final

from firmware.console.known import Known
from firmware.console.main_choices import main_choices
from firmware.console.pages import BEHIND, PAGES, opening
from firmware.console.pages.director import waits
from firmware.console.view import Choice, Page
from firmware.table.core.hall_page import hall_page
from firmware.table.core.software import out
from firmware.table.features.days import is_over

COUP: Final = "coup"
# The tab of a page that has none of its own.
_BEHIND: Final = {
    "technical": "devices",
    "terminal": "terminals",
    "meters": "day",
    "recall": "terminals",
    "director": "game",
    "director_seats": "game",
}


def tabs(known: Known, page: str) -> tuple[Choice, ...]:
    """Return the tabs; a page without one of its own belongs to another's."""
    found = hall_page(known.state)
    stands = _BEHIND.get(page, page)
    calls = {
        "devices": bool(known.state.faults) or bool(out(known.state)),
        "terminals": any(pocket.waiting for pocket in known.state.pockets.values()),
        "game": found is not None and waits(found),
        "day": is_over(known.state, known.now),
        COUP: bool(known.state.game.questions),
    }
    looks = {key: "chosen" if key == stands else "alarm" if calls.get(key) else "quiet" for key in (COUP, *PAGES)}
    return tuple(Choice(("tab", key), known.words(f"tab.{key}"), look) for key, look in looks.items())


def shown(known: Known, page: str) -> Page | None:
    """Return the page that is shown; none is the coup's own."""
    if page != COUP:
        return {**PAGES, **BEHIND}[page](known)
    if known.opening is None or known.stopped:
        return None
    return opening.page(known, known.opening, main_choices(known))
