"""A table as a tournament reaches it: what it sees of it, its coups, and its orders."""

from collections.abc import Sequence
from typing import Final, Literal, Protocol

from msgspec import Struct

from firmware.game import events as g
from firmware.table.core.commands import Command
from firmware.table.core.events import CoupInvalidated, WagersSettled
from firmware.table.core.faults import fault_name
from firmware.table.core.hall_page import HallWish, hall_page, hall_wish
from firmware.table.core.reported import SessionHold
from firmware.table.core.service import Happened, TableService
from firmware.table.core.session_bounds import announced_bounds
from firmware.table.core.session_standing import standing_of
from firmware.table.core.session_terms import agreed, first_coup, hold_of, players_of, reserved_for, terms_of
from firmware.table.core.state import TableState
from firmware.table.features.wagers import WagerSet
from firmware.table.shown.session_coups import SessionCoup, session_coup

# Events that give, or change, the outcome of a coup.
_ENDS: Final = (g.CoupResult, WagersSettled, CoupInvalidated, g.SettledCoupVoided)


class SeatSeen(Struct, frozen=True, forbid_unknown_fields=True):
    """A terminal of a session: who sits there, and the points, those that are owed taken off."""

    player: int
    balance: int
    points: int
    agreed: bool = False


class TableSeen(Struct, frozen=True, forbid_unknown_fields=True):
    """A table as a tournament sees it: whose it is, its session, what holds that, and whether a coup is open.

    `coups`: how many it has opened in all; `last`, `until`: how far it was allowed to go; `at`: the table's time.
    `standing`, `page`, `bounds`: the marks of the standings, of the Director's page and of the round's limits that it
    shows. `wish`: what the Director asked there, and was not answered yet. `name`: as the floor knows it.
    """

    reserved: str
    session: str
    hold: SessionHold | Literal[""]
    open: bool
    seats: dict[int, SeatSeen]
    failed: frozenset[int]
    coups: int = 0
    last: int = 0
    until: int = 0
    at: int = 0
    standing: str = ""
    terminals: int = 0
    page: str = ""
    wish: HallWish | None = None
    bounds: str = ""
    name: str = ""


class SessionTable(Protocol):
    """A table of a tournament."""

    def changed(self) -> bool:
        """Whether anything but wagers has happened there since it was looked at."""
        ...

    async def refresh(self) -> None:
        """Look at it again. Raises Refused if it cannot be reached."""
        ...

    def seen(self) -> TableSeen:
        """Return how it stood when it was looked at."""
        ...

    def coups(self) -> Sequence[SessionCoup]:
        """Return the coups that ended or changed since the last call; at first all of them."""
        ...

    async def would(self, order: Command) -> None:
        """Raise Refused if the table would not do something."""
        ...

    async def order(self, order: Command) -> None:
        """Make the table do something. Raises Refused."""
        ...


class TableHere:
    """A table of this process. Its publisher passes on what happened."""

    def __init__(self, service: TableService, by: str, name: str = "") -> None:
        """`name`: of the table, as the floor knows it."""
        self._service: Final = service
        self._by: Final = by
        self._name: Final = name
        first = first_coup(service.state)
        self._fresh: set[int] = set(range(first, service.state.game.coups + 1)) if first else set()
        self._changed = True

    def happened(self, happened: Happened) -> None:
        """Hear what happened at the table."""
        for event in happened.events:
            self._changed = self._changed or not isinstance(event, WagerSet)
            if isinstance(event, _ENDS):
                self._fresh.add(event.coup)

    def changed(self) -> bool:
        """Whether anything but wagers has happened."""
        return self._changed

    async def refresh(self) -> None:
        """Do nothing: it is in this process, and always up to date."""

    def seen(self) -> TableSeen:
        """Look at it."""
        self._changed = False
        return table_seen(self._service.state, self._service.now_ms(), self._name)

    def coups(self) -> Sequence[SessionCoup]:
        """Return the outcomes of coups, as the table's journal has them now."""
        fresh, self._fresh = sorted(self._fresh), set()
        found = (session_coup(self._service.of_coup(coup)) for coup in fresh)
        return [coup for coup in found if coup is not None]

    async def would(self, order: Command) -> None:
        """Raise Refused if the table would not do it."""
        self._service.preview(order)

    async def order(self, order: Command) -> None:
        """Do it."""
        await self._service.submit(order, by=self._by)


def table_seen(state: TableState, at: int, name: str = "") -> TableSeen:
    """Return what a tournament sees of a table."""
    seats = {}
    have_agreed = agreed(state)
    for ats, player in players_of(state).items():
        account, balance = state.accounts[ats], state.balance(ats)
        owed = sum(state.owed_points.get(ats, {}).values())
        seats[ats] = SeatSeen(player, balance, balance + account.total + owed, ats in have_agreed)
    failed = frozenset(ats for ats in range(1, state.setup.ats + 1) if fault_name("ats", ats) in state.faults)
    game = state.game
    shown = announced_bounds(state)
    terms, standing, page = terms_of(state), standing_of(state), hall_page(state)
    return TableSeen(
        reserved_for(state), state.session, hold_of(state), game.coup is not None, seats, failed,
        game.coups, terms.last, terms.until, at, "" if standing is None else standing.mark,
        state.setup.ats, "" if page is None else page.mark, hall_wish(state),
        "" if shown is None else shown.bounds.mark, name,
    )  # fmt: skip
