"""The Director's page as tables are told it: made once for all of them, and told by its changes."""

from collections import OrderedDict
from collections.abc import Mapping
from typing import Final

from firmware.refusal import Refused
from firmware.table.core.hall_change import BLANK, change_to, changed
from firmware.table.core.hall_page import HallChange, HallPage
from firmware.tournament.entering import MINUTE
from firmware.tournament.state import Tournament
from firmware.tournament_board.director_page import director_page

# So many pages are remembered that tables may show: each of them shows the last one, or one shortly before.
REMEMBERED: Final = 64


class DirectorPages:
    """Makes the page. A tournament is looked at far more often than it changes: it is made once."""

    def __init__(self) -> None:
        self._of: Tournament | None = None
        self._by: object = None
        self._made: HallPage | None = None
        self._shown: Final[OrderedDict[str, HallPage]] = OrderedDict()
        # All tables of a round mostly show the same, and are told the same.
        self._told_last = ("", "")
        self._last = HallChange("", "")

    def at(
        self,
        state: Tournament,
        terminals: Mapping[int, int],
        waiting: Mapping[int, Refused],
        now: int,
        names: Mapping[int, str],
    ) -> HallPage | None:
        """Return the page; see director_page."""
        whys = {number: str(why) for number, why in waiting.items()}
        by = (dict(terminals), whys, _grace_over(state, now), dict(names))
        if state is not self._of or by != self._by:
            self._of, self._by, self._made = state, by, director_page(state, terminals, waiting, now, names)
        return self._made

    def change(self, shown: str, page: HallPage) -> HallChange:
        """Return what a table is told that shows the page of this mark; what it shows then is remembered.

        Of a page that nobody here remembers, as after a restart, nothing is left.
        """
        if (shown, page.mark) != self._told_last:
            before = self._shown.get(shown, BLANK)
            self._told_last, self._last = (shown, page.mark), change_to(page, before)
            self._shown[self._last.after] = changed(before, self._last)
        change = self._last
        self._shown.move_to_end(change.after)
        if len(self._shown) > REMEMBERED:
            self._shown.popitem(last=False)
        return change


def _grace_over(state: Tournament, now: int) -> bool:
    """Whether whoever is late can be ruled absent: of all that is shown only this comes by time alone."""
    session = None if state.round is None else state.round.session
    return session is not None and now >= session.started + state.rules.attendance.grace_minutes * MINUTE
