"""Numbers of tickets: the form, and the order that only the table's secret tells."""

import asyncio
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from table_under_test import Table

from firmware.refusal import Refused
from firmware.table.core.codes import TableCode
from firmware.table.core.journal import Batch
from firmware.table.core.numbering import NUMBERS, UNNUMBERED, Numbering, permuted
from firmware.table.core.validation import Numbered, read_number, validation_number
from firmware.table.features.buying_in import BoughtIn, BuyIn
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.tickets import TicketIssued, TicketReported
from firmware.table.journal.file import connect_to_read
from firmware.table.journal.sqlite_journal import SqliteJournal

pytestmark = pytest.mark.lab(46)

MACHINE = 0x654321
SECRET = b"a secret of a table, 32 bytes of"
three_bytes = st.integers(0, NUMBERS - 1)


def issued(numbering: Numbering, many: int, machine: int = MACHINE, count: int = 0) -> list[str]:
    """Issue so many tickets, one after the other."""
    numbers: list[str] = []
    for _ in range(many):
        number, count = numbering.next_number(machine, count, numbers.__contains__)
        numbers.append(number)
    return numbers


@given(three_bytes, three_bytes)
def test_a_number_is_read_back_to_what_it_was_made_from(machine: int, sequence: int) -> None:
    assert read_number(validation_number(machine, sequence)) == Numbered(machine, sequence)


def test_what_has_not_the_form_is_no_number() -> None:
    good = validation_number(MACHINE, 1)
    spoilt = [good[:place] + str((int(good[place]) + 1) % 10) + good[place + 1 :] for place in range(18)]
    # Each half of it carries its check: one digit that differs is found, wherever it stands.
    assert not any(read_number(number) for number in spoilt)
    other = ("", "12", good[:-1], good + "0", "00642918818544610x", "००६४२९१८८१८५४४६१०४", "9" * 18, "0" * 17 + "9")
    for number in other:
        assert read_number(number) is None


@given(st.lists(three_bytes, unique=True, max_size=50), st.binary(min_size=32, max_size=32))
def test_no_two_places_go_to_the_same(places: list[int], key: bytes) -> None:
    found = {permuted(key, place) for place in places}
    assert len(found) == len(places)
    assert all(0 <= place < NUMBERS for place in found)


def test_who_has_a_thousand_tickets_can_tell_none_of_the_next_thousand() -> None:
    numbers = issued(Numbering(SECRET), 2000)
    had, coming = numbers[:1000], set(numbers[1000:])
    sequences = [read.sequence for read in map(read_number, had) if read is not None]
    assert len(sequences) == 1000
    # What an inversion of the form offers: the next of each, the next ones after the last, the last step once more.
    guesses = {sequence + 1 for sequence in sequences} | {sequences[-1] + more for more in range(1, 1001)}
    guesses |= {2 * later - sooner for sooner, later in pairwise(sequences)}
    guessed = {validation_number(MACHINE, guess % NUMBERS) for guess in guesses}
    assert len(guessed) > 2900
    assert not guessed & coming


def test_each_terminal_and_each_secret_has_an_order_of_its_own() -> None:
    def order(secret: bytes, machine: int) -> list[int]:
        return [read.sequence for read in map(read_number, issued(Numbering(secret), 50, machine)) if read is not None]

    assert order(SECRET, MACHINE) == order(SECRET, MACHINE)
    orders = [order(SECRET, MACHINE), order(SECRET, MACHINE + 1), order(SECRET[::-1], MACHINE)]
    assert all(orders[one] != orders[other] for one, other in ((0, 1), (0, 2), (1, 2)))


def test_when_all_numbers_are_used_up_the_key_changes() -> None:
    numbering = Numbering(SECRET)
    last, count = numbering.next_number(MACHINE, NUMBERS - 2, lambda _: False)
    first, after = numbering.next_number(MACHINE, count, lambda _: False)
    assert (count, after) == (NUMBERS - 1, NUMBERS)
    used = [last, *issued(numbering, 500)]
    again = [first, *issued(numbering, 500, count=NUMBERS)]
    assert len({*used, *again}) > 1000 - 3  # another order: by chance alone one of them could come twice


def test_a_number_that_was_issued_is_skipped() -> None:
    first, second, third = issued(Numbering(SECRET), 3)
    before = {first: 7}  # by another secret of this machine, as its seventh
    assert Numbering(SECRET, before.get).next_number(MACHINE, 0, lambda _: False) == (second, 2)
    known = {first, second}.__contains__
    assert Numbering(SECRET).next_number(MACHINE, 0, known) == (third, 3)
    # All are used up and come again: what was issued under the key before may be, unless its ticket is still known.
    (again,) = issued(Numbering(SECRET), 1, count=NUMBERS)
    assert Numbering(SECRET, {again: 5}.get).next_number(MACHINE, NUMBERS, lambda _: False)[0] == again
    assert Numbering(SECRET, {again: NUMBERS + 5}.get).next_number(MACHINE, NUMBERS, lambda _: False)[0] != again


def test_nothing_is_numbered_without_a_secret_and_none_is_shown() -> None:
    with pytest.raises(Refused, match="no_tickets"):
        UNNUMBERED.next_number(MACHINE, 0, lambda _: False)
    assert UNNUMBERED.key == ""
    numbering = Numbering(SECRET)
    assert len(numbering.key) == 16
    assert numbering.key != Numbering(SECRET[::-1]).key
    assert SECRET.hex()[:8] not in numbering.key + repr(numbering)
    assert repr(SECRET)[2:10] not in repr(numbering)


@pytest.mark.parametrize("setup", [{"machine": 0}])
def test_a_table_without_a_machine_number_pays_no_ticket(setup: dict[str, int]) -> None:
    async def story(table: Table) -> None:
        await table.tell(BuyIn(1, 25_00))
        assert (await table.refuse(CashOut(1, "ticket"))).code == TableCode.NO_TICKETS
        assert table.service.state.balance(1) == 25_00
        await table.tell(CashOut(1))

    Table(**setup).run(story)


def test_the_count_is_on_record_and_the_secret_is_not() -> None:
    async def story(table: Table) -> None:
        for _ in range(3):
            await table.tell(BuyIn(1, 25_00), CashOut(1, "ticket"))
        assert [ticket.count for ticket in table.of(TicketIssued)] == [1, 2, 3]
        assert table.service.state.ticket_counts == {1: 3}

    Table().run(story)


def test_a_journal_file_tells_whether_a_number_was_issued(tmp_path: Path) -> None:
    async def whole() -> None:
        journal = SqliteJournal(tmp_path / "journal")
        old = validation_number(1, 1)
        events = (
            BoughtIn(1, 5_00, "dealer"), TicketIssued(1, old, 5_00), TicketIssued(1, "1" * 18, 5_00, 0, 3),
            TicketIssued(1, "1" * 18, 5_00, 0, NUMBERS), TicketReported(1, "2" * 18, "printed", ""),
        )  # fmt: skip
        await journal.append(0, [Batch(events)])
        found = [journal.issued(number) for number in (old, "1" * 18, "2" * 18, "")]
        assert found == [0, NUMBERS, None, None]
        reader = connect_to_read(tmp_path / "journal")
        (plan,) = reader.execute(
            "EXPLAIN QUERY PLAN SELECT event FROM entries WHERE kind='ticket_issued' AND "
            """substr(event, instr(event, CAST('"number":"' AS BLOB)) + 10, 18)=? ORDER BY sequence DESC LIMIT 1""",
            (b"",),
        ).fetchall()
        assert "USING INDEX of_ticket" in plan[-1]
        reader.close()
        journal.close()

    asyncio.run(whole())
