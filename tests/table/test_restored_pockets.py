"""Terminals at a restored table: what they told after the copy's end is in doubt, once, and never credited besides."""

from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from msgspec.structs import replace
from table_under_test import Table

from firmware.table.core.codec import read_state, write_state
from firmware.table.core.codes import TableCode
from firmware.table.core.evolve import evolve
from firmware.table.core.head import JournalRestored
from firmware.table.core.numbering import Numbering
from firmware.table.core.pockets import PrintedTicket
from firmware.table.features.boards import PocketCompared, ShowPocket
from firmware.table.features.buying_in import BoughtIn, BuyIn
from firmware.table.features.cash_desks import RedeemTicket, TicketShown
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.lost_tickets import MOST_UNKNOWN, SettleLostTicket
from firmware.table.features.note_doubts import NoteDoubted
from firmware.table.features.notes_credited import CreditNote, PayByTicket
from firmware.table.features.tickets import NumberTickets, ReportTicket, ResolveTicket, TicketIssued, TicketReported
from sim.notes import ALL
from sim.ticket_numbers import MACHINE

LIFE = "4f2a90c1d3e5b786"
RESTORED = JournalRestored(40, "00" * 32, 1, 60, 1020, "copy")
Story = Callable[[Table], Coroutine[Any, Any, None]]


def note(number: int, amount: int = 20_00) -> CreditNote:
    return CreditNote(1, LIFE, number, amount, ALL.currency)


def restored_with(*told: Any) -> Callable[[Story], Table]:
    """A table that knew so much of a terminal when its copy ended, and was restored from that."""

    def run(story: Story) -> Table:
        table = Table(machine=MACHINE, notes=ALL)

        async def whole(table: Table) -> None:
            await table.tell(ShowPocket(1, LIFE, 0), *told)
            table.service.state = evolve(table.service.state, RESTORED)
            table.said.clear()
            await story(table)

        table.run(whole)
        return table

    return run


def test_what_a_terminal_has_counted_beyond_what_the_table_knows_is_in_doubt_once() -> None:
    async def story(table: Table) -> None:
        await table.tell(ShowPocket(1, LIFE, 5))
        await table.tell(ShowPocket(1, LIFE, 6))  # and never again
        (compared,) = table.of(PocketCompared)
        assert (compared.shown, compared.known) == (5, 2)
        (doubted,) = table.of(NoteDoubted)
        assert (doubted.doubt, doubted.amount, doubted.why, doubted.notes) == (
            f"1-{LIFE}-lost-3-to-5",
            0,
            "restored",
            3,
        )
        # Told once more, such a note is not credited: it is in doubt already.
        await table.tell(note(4))
        assert table.of(BoughtIn) == []
        # What is new is new.
        await table.tell(note(7))
        assert [(event.note, event.amount) for event in table.of(BoughtIn)] == [(7, 20_00)]
        assert len(table.service.state.note_doubts) == 1

    restored_with(note(1), note(2))(story)


def test_a_terminal_that_has_told_nothing_since_leaves_no_doubt() -> None:
    async def story(table: Table) -> None:
        await table.tell(ShowPocket(1, LIFE, 2), note(3))
        (compared,) = table.of(PocketCompared)
        assert (compared.shown, compared.known) == (2, 2)
        assert table.of(NoteDoubted) == []
        assert table.service.state.balance(1) == 60_00

    restored_with(note(1), note(2))(story)


def test_a_note_that_comes_before_the_pocket_is_shown_tells_of_those_before_it() -> None:
    async def story(table: Table) -> None:
        await table.tell(note(6))
        (doubted,) = table.of(NoteDoubted)
        assert doubted.doubt == f"1-{LIFE}-lost-2-to-5"
        assert [event.note for event in table.of(BoughtIn)] == [6]
        await table.tell(ShowPocket(1, LIFE, 6))
        assert len(table.of(NoteDoubted)) == 1

    restored_with(note(1))(story)


def test_so_does_a_cash_out() -> None:
    async def story(table: Table) -> None:
        await table.tell(PayByTicket(1, LIFE, 4))
        (doubted,) = table.of(NoteDoubted)
        assert doubted.doubt == f"1-{LIFE}-lost-2-to-3"
        (issued,) = table.of(TicketIssued)
        # The numbers that pages of after the copy's end may carry are passed over.
        assert issued.count == 1021

    restored_with(note(1))(story)


def test_a_pocket_that_began_after_the_copys_end_is_in_doubt_whole() -> None:
    async def story(table: Table) -> None:
        await table.tell(ShowPocket(2, "00112233445566ff", 3))
        (doubted,) = table.of(NoteDoubted)
        assert (doubted.ats, doubted.notes) == (2, 3)

    restored_with()(story)


def test_another_board_than_the_tables_is_not_compared_but_waits() -> None:
    async def story(table: Table) -> None:
        await table.tell(ShowPocket(1, "00112233445566ff", 3))
        assert table.of(PocketCompared) == []
        assert table.service.state.pocket(1).waiting == "00112233445566ff"

    restored_with(note(1))(story)


@pytest.mark.parametrize("counted", [2, 3])
def test_at_a_table_that_was_not_restored_what_may_be_under_way_is_not_compared(counted: int) -> None:
    async def story(table: Table) -> None:
        await table.tell(ShowPocket(1, LIFE, 0), note(1), ShowPocket(1, LIFE, counted))
        assert table.of(PocketCompared) == []
        assert table.of(NoteDoubted) == []

    Table(notes=ALL).run(story)


def test_a_pocket_far_ahead_leaves_one_doubt_and_a_bounded_memory() -> None:
    async def story(table: Table) -> None:
        await table.tell(ShowPocket(1, LIFE, 100_000))
        assert len(table.service.state.pocket(1).of(LIFE).told) <= 64
        assert len(table.of(NoteDoubted)) == 1

    restored_with(note(1))(story)


def test_a_table_that_is_restored_again_compares_again() -> None:
    async def story(table: Table) -> None:
        await table.tell(ShowPocket(1, LIFE, 3))
        table.service.state = evolve(table.service.state, RESTORED)
        await table.tell(CashOut(1), ShowPocket(1, LIFE, 4))
        assert len(table.of(PocketCompared)) == 2

    restored_with(note(1))(story)


LOST = PrintedTicket("006429188185446104", 130_00)


def test_a_ticket_that_the_table_does_not_know_is_named_and_not_paid_until_a_supervisor_has_seen_to_it() -> None:
    async def story(table: Table) -> None:
        (known,) = table.service.state.tickets
        await table.tell(ShowPocket(1, LIFE, 3, (PrintedTicket(known, 20_00), LOST)))
        (compared,) = table.of(PocketCompared)
        assert compared.tickets == (LOST,)
        await table.tell(RedeemTicket("cage-1", LOST.number, pay=True), SettleLostTicket(LOST.number))
        (shown,) = table.of(TicketShown)
        assert (shown.answer, shown.ats, shown.amount) == ("in-doubt", 1, 130_00)
        await table.tell(RedeemTicket("cage-1", LOST.number, pay=True))
        shown = table.of(TicketShown)[-1]
        assert (shown.answer, shown.ats, shown.amount) == ("already-paid", 1, 130_00)
        assert table.service.state.desks["cage-1"].unknown == 0
        assert read_state(write_state(table.service.state)) == table.service.state
        assert table.service.state.lost_tickets == {}
        assert (await table.refuse(SettleLostTicket(LOST.number))).code == TableCode.NO_TICKET

    restored_with(note(1), PayByTicket(1, LIFE, 2))(story)


# So many of its last tickets a terminal names, and no more.
OTHERS = tuple(PrintedTicket(f"{number:018d}", 5_00) for number in range(8))


@pytest.mark.parametrize(("shown", "fate"), [("it", "in_doubt"), ("others", "in_doubt"), ("none", "printing")])
def test_a_ticket_of_which_the_report_is_lost_is_in_doubt_if_its_terminal_began_to_print_it(
    shown: str, fate: str
) -> None:
    # Seen: it was under way for ever; when its terminal was switched on again it was said never to have been begun, and
    # its money went back to the account although its page was out.
    async def story(table: Table) -> None:
        (number,) = table.service.state.tickets
        printed = {"it": (PrintedTicket(number, 20_00),), "others": OTHERS, "none": ()}[shown]
        await table.tell(ShowPocket(1, LIFE, 2, printed))
        assert table.service.state.tickets[number].fate == fate
        reported = [(event.number, event.fate) for event in table.of(TicketReported)]
        assert reported == ([(number, "in_doubt")] if fate == "in_doubt" else [])
        if fate == "in_doubt":
            await table.tell(ResolveTicket(number, "printed"), RedeemTicket("cage-1", number, pay=True))
            assert [event.answer for event in table.of(TicketShown)] == ["paid"]

    restored_with(note(1), PayByTicket(1, LIFE, 2))(story)


def test_a_ticket_that_a_table_has_on_record_as_printed_stays_so() -> None:
    async def story(table: Table) -> None:
        (number,) = table.service.state.tickets
        await table.tell(ReportTicket(number, "printed"), ShowPocket(1, LIFE, 3, (PrintedTicket(number, 20_00),)))
        assert table.service.state.tickets[number].fate == "printed"

    restored_with(note(1), PayByTicket(1, LIFE, 2))(story)


def test_a_number_that_was_passed_over_may_be_of_before_and_others_are_unknown() -> None:
    # 1,020 numbers of each terminal were passed over: of what was printed in them, nobody may remember anything.
    async def story(table: Table) -> None:
        counted = table.service.state.ticket_counts[1]
        assert counted == 1021

        def number(ats: int, count: int) -> str:
            return table.numbering.next_number(MACHINE + ats, count - 1, lambda _: False)[0]

        for ats, count, answer in (
            (1, 2, "before-restore"),
            (1, counted, "before-restore"),
            (2, 1, "before-restore"),
            (1, counted + 1, "unknown"),
            (2, 1021, "unknown"),
        ):
            await table.tell(RedeemTicket("cage-1", number(ats, count)))
            assert table.of(TicketShown)[-1].answer == answer, (ats, count)
        assert table.service.state.desks["cage-1"].unknown == 2

    restored_with(note(1), PayByTicket(1, LIFE, 2))(story)


def of_before(count: int, ats: int = 1) -> str:
    """A number that was printed by a secret which is lost since."""
    return Numbering(b"the secret of before").next_number(MACHINE + ats, count - 1, lambda _: False)[0]


def test_without_the_secret_of_before_a_few_numbers_of_each_terminal_are_no_guess() -> None:
    # Seen: five guests with tickets that nobody could know any more had the desk locked for a minute.
    async def story(table: Table) -> None:
        await table.tell(NumberTickets(MACHINE, "the key of now"))
        for ats in (1, 2):
            for _ in range(2):
                for count in range(2, 2 + MOST_UNKNOWN):
                    await table.tell(RedeemTicket("cage-1", of_before(count, ats), pay=True))
                    assert table.of(TicketShown)[-1].answer == "before-restore"
        assert read_state(write_state(table.service.state)) == table.service.state
        assert table.service.state.desks["cage-1"].unknown == 0
        # Whoever comes with more of them guesses; so does who comes with one that no terminal here prints.
        for number in (of_before(2 + MOST_UNKNOWN), of_before(1, 3)):
            await table.tell(RedeemTicket("cage-1", number))
            assert table.of(TicketShown)[-1].answer == "unknown"
        assert table.service.state.desks["cage-1"].unknown == 2

    restored_with(NumberTickets(MACHINE, "the key of before"), note(1), PayByTicket(1, LIFE, 2))(story)


def test_a_secret_that_changes_at_a_table_that_was_never_restored_makes_no_number_one_of_before() -> None:
    async def story(table: Table) -> None:
        await table.tell(BuyIn(1, 5_00), CashOut(1, "ticket"), NumberTickets(MACHINE, "the key of now"))
        await table.tell(RedeemTicket("cage-1", of_before(2)))
        assert [shown.answer for shown in table.of(TicketShown)] == ["unknown"]

    table = Table(machine=MACHINE, notes=ALL)
    table.run(story)


def test_a_table_that_was_never_restored_knows_nothing_of_before() -> None:
    async def story(table: Table) -> None:
        await table.tell(BuyIn(1, 5_00), CashOut(1, "ticket"))
        numbering = table.numbering
        other = numbering.next_number(MACHINE + 1, 7, lambda _: False)[0]
        await table.tell(RedeemTicket("cage-1", other))
        assert [shown.answer for shown in table.of(TicketShown)] == ["unknown"]

    Table(machine=MACHINE, notes=ALL).run(story)


def test_a_ticket_that_was_paid_long_ago_is_known_by_the_journal() -> None:
    async def story(table: Table) -> None:
        (number,) = table.service.state.tickets
        table.service.state = replace(table.service.state, tickets={}, unsettled=())  # paid, and forgotten since
        await table.tell(ShowPocket(1, LIFE, 2, (PrintedTicket(number, 20_00),)))
        assert table.of(PocketCompared)[0].tickets == ()

    restored_with(note(1), PayByTicket(1, LIFE, 2))(story)
