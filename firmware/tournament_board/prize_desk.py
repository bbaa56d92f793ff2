"""Payments that tables are to make: each is ordered until its table says that it has it, and it has it once."""

from typing import Final

from firmware.refusal import Refused
from firmware.table.features.prizes import CreditPrize
from firmware.table.shown.session_table import SessionTable
from firmware.tournament import commands as c
from firmware.tournament.payments import owed
from firmware.tournament_board.service import TournamentService


class PrizeDesk:
    """Has tables pay."""

    def __init__(self, service: TournamentService) -> None:
        self._service: Final = service

    async def need_payable(self, command: c.PayAtTable, table: SessionTable) -> None:
        """Refuse a payment that the table would not take."""
        if self._service.refuses(command) is None:
            under_way = self._service.state.paying.get(command.player)
            amount = owed(self._service.state, command.player) if under_way is None else under_way.amount
            name = "asked" if under_way is None else under_way.number
            await table.would(CreditPrize(name, command.ats, amount))

    async def pay(self, number: int, table: SessionTable) -> bool:
        """Have a table make the payments that are under way there; return whether it made any. Raises Refused."""
        under_way = [(player, one) for player, one in self._service.state.paying.items() if one.table == number]
        why: Refused | None = None
        made = False
        for player, one in under_way:
            try:
                await table.order(CreditPrize(one.number, one.ats, one.amount))
            except Refused as refused:
                why = refused
                continue
            # An answer that was lost leaves it under way, and the same number is not credited again.
            made = bool(self._service.tell(c.ReportPaid(player, one.number), by=f"table {number}")) or made
        if why is not None and not made:
            raise why
        return made
