"""Tickets put into acceptors in a soak: what a broken table, terminal or acceptor makes of them is found."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from firmware.link.local_table import LocalTable
from firmware.table.features import tickets_in
from firmware.table.features.cash_desks import _BY_FATE, TicketShown
from firmware.terminal.note_desk import NoteDesk
from hal.note_acceptor import Escrowed
from hal.note_way import NoteInFlight
from sim.soak import ticket_guest
from sim.soak.coverage import coverage
from sim.soak.run import TICKETS_OFF, Case, soak, soak_case
from sim.soak.tickets_in import IN_DOUBT

ON, OFF = 2, TICKETS_OFF
Break = Callable[[pytest.MonkeyPatch], None]


def a_ticket_that_is_credited_though_it_was_paid(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(_BY_FATE, "paid", "paid")


def a_ticket_that_is_credited_and_given_back(patch: pytest.MonkeyPatch) -> None:
    decide = NoteDesk._decide  # noqa: SLF001

    async def generous(self: NoteDesk, lies: Escrowed) -> None:
        if not lies.ticket:
            await decide(self, lies)
            return
        await self.credit(NoteInFlight(self._pocket.next_number(), 0, ticket=lies.ticket))
        assert self._acceptor is not None
        self._acceptor.give_back()

    patch.setattr(NoteDesk, "_decide", generous)


def a_ticket_that_is_swallowed(patch: pytest.MonkeyPatch) -> None:
    credit = LocalTable.credit

    async def forgetful(self: LocalTable, note: NoteInFlight) -> bool:
        return bool(note.ticket) or await credit(self, note)

    patch.setattr(LocalTable, "credit", forgetful)


def a_ticket_that_becomes_another_amount(patch: pytest.MonkeyPatch) -> None:
    answered = tickets_in.answered
    patch.setattr(tickets_in, "answered", lambda turn, asked: more(answered(turn, asked)))


def more(shown: TicketShown) -> TicketShown:
    return replace(shown, amount=shown.amount + 5 if shown.answer == "paid" else shown.amount)


def another_tables_ticket_that_is_kept(patch: pytest.MonkeyPatch) -> None:
    async def welcome(*_: Any) -> None:
        return None

    patch.setattr(LocalTable, "why_not", welcome)


def a_table_that_takes_them_in_though_it_should_not(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(tickets_in, "_need_taken", lambda *_: None)


@pytest.mark.some(3)
@pytest.mark.parametrize(
    ("breaks", "says", "seed"),
    [
        (a_ticket_that_is_credited_though_it_was_paid, "is credited to ATS", ON),
        (a_ticket_that_is_credited_and_given_back, "was credited, and lies in no cash box", ON),
        (a_ticket_that_is_swallowed, "is in the cash box, neither credited nor in doubt", ON),
        (a_ticket_that_becomes_another_amount, "and no page says so", ON),
        (another_tables_ticket_that_is_kept, "which is no ticket of this table, was kept", ON),
        (a_table_that_takes_them_in_though_it_should_not, "and this table takes none in", OFF),
    ],
)
def test_what_is_broken_about_tickets_in_is_found(
    breaks: Break, says: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    breaks(monkeypatch)
    # Whether anybody holds such a ticket against an acceptor is chance; the settings are those of every fourth seed.
    seeds = (seed + TICKETS_OFF * times for times in range(5))
    assert any(says in wrong for one in seeds for wrong in soak(one, 0.2, 2, ()).wrong)


def test_tickets_become_credit_once_whatever_is_done_with_them(monkeypatch: pytest.MonkeyPatch) -> None:
    # A guest who hardly rests does in a tenth of an hour what others do in a night's third.
    monkeypatch.setattr(ticket_guest, "BETWEEN_S", (1.0, 8.0))
    found = soak_case(Case(ON, 0.1, 2, ("ticket-while-dark", "table-power", "acceptor-power")))
    assert found.wrong == ()
    told = found.tickets_in
    assert told["paid"] > 2, told
    assert told["already-paid"] + told[IN_DOUBT] > 2, told
    assert coverage([found]).tickets_in["paid"] == told["paid"]


def test_a_table_that_takes_none_in_gives_each_back_and_has_nothing_of_it_on_record() -> None:
    found = soak_case(Case(OFF, 0.1, 2, ("ticket-while-dark", "terminal-power")))
    assert (found.wrong, found.tickets_in) == ((), {})
    assert f"ticket in: {IN_DOUBT}" in coverage([found]).never
