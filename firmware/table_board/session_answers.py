"""What the table answers a tournament: how it stands, how its coups ended, and its orders."""

import secrets
from typing import Final

from firmware.link import messages as m
from firmware.link.plain import plain
from firmware.link.session_orders import command_of, coup_view, seat_views
from firmware.link.tournament_messages import COUPS_TOLD, ORDERS, HallView, OrderTable, SeeTable
from firmware.refusal import Refused
from firmware.table.core.codes import TableCode
from firmware.table.core.service import Happened, TableService
from firmware.table.shown.session_coups import SessionCoup
from firmware.table.shown.session_table import TableHere

TOURNAMENT: Final = "tournament-"


class SessionAnswers:
    """Answers tournaments. Coups are counted as they end or change, from 0 at each start of the table."""

    def __init__(self, service: TableService, name: str = "") -> None:
        """`name`: of the table, as the floor knows it."""
        self._service: Final = service
        self._here: Final = TableHere(service, "table", plain(name))
        # Told with every count, as the counts begin again at each start: the tournament must notice that.
        self._life: Final = secrets.token_hex(8)
        self._counted = 0
        self._coups: dict[int, tuple[int, SessionCoup]] = {}

    def follow(self, happened: Happened) -> None:
        """Hear what happened at the table."""
        self._here.happened(happened)

    def see(self, device: str, number: str, what: SeeTable) -> m.Answer:
        """Say how the table stands, and the next coups. Raises Refused."""
        _need_tournament(device)
        for coup in self._here.coups():
            self._counted += 1
            # The newest comes last: the asker knows everything up to a number.
            self._coups.pop(coup.coup, None)
            self._coups[coup.coup] = (self._counted, coup)
        known = what.known if what.life == self._life else 0
        fresh = [one for one in self._coups.values() if one[0] > known]
        told = fresh[:COUPS_TOLD]
        seen = self._here.seen()
        view = HallView(
            self._life, told[-1][0] if told else self._counted, len(fresh) > len(told), plain(seen.reserved),
            plain(seen.session), seen.hold, seen.open, seat_views(seen), tuple(sorted(seen.failed)),
            seen.coups, seen.last, seen.until, seen.at, seen.standing, seen.terminals, seen.page, seen.wish,
            seen.bounds, seen.name, ORDERS, tuple(coup_view(coup) for _, coup in told),
        )  # fmt: skip
        return m.Answer(number, "done", hall=view)

    async def order(self, device: str, number: str, what: OrderTable) -> m.Answer:
        """Do what a tournament orders, or say whether it would be done. Raises Refused."""
        _need_tournament(device)
        command = command_of(what.order)
        if what.only_ask:
            self._service.preview(command)
        else:
            await self._service.submit(command, by=device)
        return m.Answer(number, "done")


def _need_tournament(device: str) -> None:
    if not device.startswith(TOURNAMENT):
        raise Refused(TableCode.NOT_A_TOURNAMENT)
