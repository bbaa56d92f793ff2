"""Which notes a table takes: its own currency's, of the values in its list, and no other is ever credited."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from table_under_test import Table

from firmware.refusal import Refused
from firmware.table.core.setup import Caps, NoteList
from firmware.table.features.boards import ShowPocket
from firmware.table.features.buying_in import BoughtIn, BuyIn
from firmware.table.features.note_doubts import NoteDoubted, ReportNoteDoubt, ResolveNoteDoubt
from firmware.table.features.notes import CashSet, SetCash, cash_of, fewest, notes_for
from firmware.table.features.notes_credited import CreditNote
from hal.currency import MINOR, NOTES

pytestmark = pytest.mark.lab(38)

AUSTRALIAN = NoteList("AUD", (5_00, 10_00, 20_00, 50_00, 100_00))
LISTS = sorted(
    {some for values in NOTES.values() for n in range(1, len(values) + 1) for some in combinations(values, n)}
)


def note(amount: int, currency: str = "AUD", ats: int = 1) -> BuyIn:
    return BuyIn(ats, amount, "note", single=True, currency=currency)


@pytest.mark.rule("crown 6.3.2")
def test_each_note_of_the_list_is_credited_as_what_it_is() -> None:
    async def story(table: Table) -> None:
        for value in AUSTRALIAN.values:
            await table.tell(note(value))
        assert table.service.state.balance(1) == 185_00
        assert [event.notes for event in table.of(BoughtIn)] == [{value: 1} for value in AUSTRALIAN.values]

    Table(notes=AUSTRALIAN).run(story)


@pytest.mark.parametrize(
    ("amount", "currency"),
    [
        (1_000_000_000_000, "AUD"),  # each of these was credited once
        (37, "AUD"),
        (1, "AUD"),
        (1_00, "AUD"),  # position 1 of a data set, read as dollars
        (500_00, "AUD"),
        (20_01, "AUD"),
        (20_00, "NZD"),
        (20_00, "USD"),
        (20_00, "aud"),
        (20_00, ""),
    ],
)
def test_what_is_no_note_of_this_table_is_never_credited(amount: int, currency: str) -> None:
    async def story(table: Table) -> None:
        refusal = await table.refuse(note(amount, currency))
        assert str(refusal.code) == "note_not_taken"
        assert refusal.values["currency"] == "AUD"
        assert refusal.values["notes"] == "5, 10, 20, 50, 100"
        assert not table.of(BoughtIn)

    Table(notes=AUSTRALIAN).run(story)


@given(st.integers(-(10**20), 10**20), st.sampled_from(["AUD", "NZD", "USD", "", "AUD ", "XXX"]))
def test_only_the_notes_of_the_list_pass(amount: int, currency: str) -> None:
    async def story(table: Table) -> None:
        try:
            await table.tell(note(amount, currency))
        except Refused:
            assert not table.service.state.ledger
            assert (currency, amount) not in {("AUD", value) for value in AUSTRALIAN.values}
        else:
            assert (currency, amount) in {("AUD", value) for value in AUSTRALIAN.values}

    Table(notes=AUSTRALIAN).run(story)


def test_a_table_that_is_told_of_no_notes_takes_none() -> None:
    async def story(table: Table) -> None:
        for told in (note(20_00), note(20_00, ""), BuyIn(1, 20_00, "note")):
            assert str(await table.refuse(told)) == "no_notes"

    Table(notes=None).run(story)


def doubt(life: int) -> str:
    return f"1-{life:016}-1"


def test_a_note_in_doubt_is_credited_only_as_one_that_the_table_takes() -> None:
    async def story(table: Table) -> None:
        for life, amount, currency in ((1, 20_00, "AUD"), (2, 20_00, "NZD"), (3, 37, "AUD"), (4, 0, "")):
            await table.tell(ReportNoteDoubt(1, f"{life:016}", 1, amount, "why", currency))
        assert [event.currency for event in table.of(NoteDoubted)] == ["AUD", "NZD", "AUD", ""]
        assert str((await table.refuse(ResolveNoteDoubt(doubt(2), 20_00))).code) == "note_not_taken"
        assert str((await table.refuse(ResolveNoteDoubt(doubt(3), 37))).code) == "note_not_taken"
        # Another amount than its figure: it is never said to be so much of the table's money.
        refused_otherwise = await table.refuse(ResolveNoteDoubt(doubt(2), 50_00))
        assert refused_otherwise.values["note"] == "NZD 20"
        # Nobody knows which note it was: it is one, and no more than that.
        for amount in (37, 7_00, 1_00, 150_00, 10_000_000_00, -20_00):
            refused = (await table.refuse(ResolveNoteDoubt(doubt(4), amount))).code
            assert refused == ("note_doubt_amount" if amount < 0 else "note_not_taken")
        await table.tell(
            ResolveNoteDoubt(doubt(1), 20_00), ResolveNoteDoubt(doubt(2), 0), ResolveNoteDoubt(doubt(3), 0)
        )
        await table.tell(ResolveNoteDoubt(doubt(4), 100_00))
        assert table.service.state.balance(1) == 120_00
        assert [event.notes for event in table.of(BoughtIn)] == [{20_00: 1}, {100_00: 1}]
        assert not table.service.state.note_doubts

    Table(notes=AUSTRALIAN).run(story)


def test_a_doubt_of_a_journal_of_before_names_no_currency_and_is_of_the_tables() -> None:
    async def story(table: Table) -> None:
        life = "a" * 16
        await table.tell(ReportNoteDoubt(1, life, 1, 20_00, "why"))
        await table.tell(ResolveNoteDoubt(f"1-{life}-1", 20_00))
        assert table.service.state.balance(1) == 20_00

    Table(notes=AUSTRALIAN).run(story)


# Notes that make up an amount.


def by_hand(values: tuple[int, ...], most: int) -> list[int | None]:
    """Return the fewest notes for each sum of whole units, by trying every note on every smaller sum."""
    fewest_to: list[int | None] = [0]
    for total in range(1, most + 1):
        before = [fewest_to[total - value] for value in values if value <= total]
        found = [count for count in before if count is not None]
        fewest_to.append(min(found) + 1 if found else None)
    return fewest_to


@pytest.mark.some(9)
@pytest.mark.parametrize("values", LISTS, ids=lambda values: "-".join(map(str, values)))
def test_notes_make_up_what_they_can_with_the_fewest(values: tuple[int, ...]) -> None:
    most = min(4 * max(values), 1200)
    for total, count in enumerate(by_hand(values, most)):
        found = fewest(tuple(value * MINOR for value in values), total * MINOR)
        assert (found is None) == (count is None), total
        if found is not None:
            assert sum(value * many for value, many in found.items()) == total * MINOR
            assert sum(found.values()) == count
            assert list(found) == sorted(found, reverse=True)
    assert fewest(tuple(value * MINOR for value in values), most * MINOR + 50) is None


def test_a_large_amount_is_made_up_at_once() -> None:
    assert fewest(tuple(value * MINOR for value in NOTES["SGD"]), 10**14 + 6_00) == {
        1000_00: 10**9, 2_00: 3,
    }  # fmt: skip
    assert fewest((), 5_00) is None
    assert Counter(notes_for(AUSTRALIAN, 185_00)) == Counter(AUSTRALIAN.values)


# What the configuration says, and the journal keeps.


def test_the_journal_follows_the_configuration_but_never_to_another_currency() -> None:
    async def story(table: Table) -> None:
        state = table.service.state
        assert cash_of(state, AUSTRALIAN, Caps()) is None
        fewer = NoteList("AUD", (50_00,))
        wanted = cash_of(state, fewer, Caps(balance=500_00))
        assert wanted == SetCash(fewer, Caps(balance=500_00))
        await table.tell(note(20_00), wanted)
        assert table.of(CashSet) == [CashSet(fewer, Caps(balance=500_00))]
        assert str((await table.refuse(note(20_00))).code) == "note_not_taken"
        refusal = await table.refuse(SetCash(NoteList("NZD", (20_00,))))
        assert (str(refusal.code), refusal.values) == ("currency_counted", {"currency": "AUD"})
        assert str((await table.refuse(SetCash(None))).code) == "currency_counted"
        none = cash_of(table.service.state, None, Caps(balance=500_00))
        assert none == SetCash(NoteList("AUD", ()), Caps(balance=500_00))
        await table.tell(none)
        assert cash_of(table.service.state, None, Caps(balance=500_00)) is None
        assert str((await table.refuse(note(50_00))).code) == "note_not_taken"

    Table(notes=AUSTRALIAN).run(story)


def test_a_table_of_before_is_told_its_currency_once() -> None:
    async def story(table: Table) -> None:
        await table.tell(BuyIn(1, 20_00))  # money has been counted, in no currency that the journal names
        wanted = cash_of(table.service.state, AUSTRALIAN, Caps())
        assert wanted is not None
        await table.tell(wanted, note(20_00))
        assert table.service.state.balance(1) == 40_00
        assert cash_of(table.service.state, None, Caps()) is not None

    Table(notes=None).run(story)


def test_a_doubt_of_several_notes_is_resolved_as_no_more_than_so_many() -> None:
    async def story(table: Table) -> None:
        # A pocket that was set back by three numbers may have told of three notes.
        for number in (1, 2, 3):
            await table.tell(CreditNote(1, "a" * 16, number, 20_00, "AUD"))
        await table.tell(ShowPocket(1, "a" * 16, 0))
        (doubt,) = table.service.state.note_doubts
        for amount in (300_01, 320_00, 10_000_000_00):
            refused = await table.refuse(ResolveNoteDoubt(doubt, amount))
            assert refused.code in ("note_doubt_notes", "no_notes_make")
        await table.tell(ResolveNoteDoubt(doubt, 300_00))
        assert table.service.state.balance(1) == 360_00

    Table(notes=AUSTRALIAN).run(story)
