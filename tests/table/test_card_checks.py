"""The cards at the beginning and the end of gaming: who cut them, and what their check found."""

import pytest
from floor import ALL, CROWN, SILENT, STAND, accepted, crowns, run
from table_under_test import Table

from firmware.game import steps as s
from firmware.table.features.card_checks import CardChecksCode, CardsChecked, CheckCards, unchecked
from firmware.table.features.closing import CloseTable
from firmware.table.features.opening import OpenTable

books = pytest.mark.parametrize("book", ALL)


@books
@pytest.mark.rule("crown 3.4")
def test_the_check_at_the_end_of_gaming_goes_on_record_with_its_result(book: str) -> None:
    events = accepted(f"shoe; bets; {STAND}; confirm; close-table; check-cards missing", book)
    checked = events.only("cards_checked")
    assert (checked["shoe"], checked["finding"]) == (1, "missing")
    assert checked["rule"] == ("3.4" if book in CROWN else None)


@books
@pytest.mark.rule("crown 3.4")
def test_cards_that_are_played_with_are_not_checked_and_none_are_checked_twice(book: str) -> None:
    events = run("check-cards complete; close-table; check-cards complete; check-cards missing", book)
    assert [(event["step"], event["code"]) for event in events.of("refused")] == [
        ("check-cards complete", "cards_in_play"), ("check-cards missing", "cards_checked"),
    ]  # fmt: skip
    assert events.only("cards_checked")["finding"] == "complete"


@books
@pytest.mark.rule("crown 3.4")
def test_a_shoe_that_has_ended_is_checked_while_the_table_is_open(book: str) -> None:
    events = accepted(
        f"cut; bets; {STAND}; confirm; check-cards complete; shoe; close-table; check-cards damaged", book
    )
    assert [(event["shoe"], event["finding"]) for event in events.of("cards_checked")] == [
        (1, "complete"), (2, "damaged"),
    ]  # fmt: skip


@books
@pytest.mark.rule("crown 3.4")
def test_cards_that_were_checked_and_dealt_again_are_to_be_checked_again(book: str) -> None:
    async def story(table: Table) -> None:
        assert unchecked(table.service.state)
        await table.tell(CloseTable("complete"))
        assert not unchecked(table.service.state)
        assert table.of(CardsChecked) == [CardsChecked(1, "complete", crowns(book, "3.4"))]
        await table.tell(OpenTable(table.setup), s.OpenBets(), s.CloseBets(), s.Invalidate())
        assert unchecked(table.service.state)
        assert (await table.refuse(CheckCards("complete"))).code == CardChecksCode.CARDS_IN_PLAY

    Table(rulebook=book).run(story)


def started(script: str, book: str) -> list[tuple[str, int]]:
    return [(event["cut_by"], event["cut_at"]) for event in accepted(script, book).of("shoe_started")]


@pytest.mark.parametrize("book", CROWN)
@pytest.mark.rule("crown 3.7")
def test_crowns_cards_are_cut_by_a_supervisor_and_by_nobody_else(book: str) -> None:
    assert started("shoe cut-by=supervisor; shoe unburned cut-by=supervisor; shoe", book) == [
        ("supervisor", 0), ("supervisor", 0), ("", 0),
    ]  # fmt: skip
    for who in ("dealer", "2"):
        refused = run(f"shoe cut-by={who}", book).only("refused")
        assert (refused["code"], refused["rule"]) == ("cut_by", "3.7")


@pytest.mark.parametrize("book", SILENT)
def test_where_the_book_is_silent_whoever_cut_is_named(book: str) -> None:
    assert started("shoe cut-by=dealer; shoe cut-by=2; shoe cut-by=supervisor", book) == [
        ("dealer", 0), ("player", 2), ("supervisor", 0),
    ]  # fmt: skip
    assert run("shoe cut-by=3", book).only("refused")["code"] == "no_terminal"


@pytest.mark.parametrize("book", ALL)
@pytest.mark.rule("crown 13.2.4, 13.2.5")
def test_what_was_done_about_a_player_beyond_the_game_is_on_record_and_moves_nothing(book: str) -> None:
    events = accepted("buyin 1 100; measure 1 confiscated; measure 1 detained; measure 1 handed-over; cashout 1", book)
    rules = ["13.2.4", "13.2.5", "13.2.5"] if book in CROWN else [None] * 3
    assert [(event["measure"], event["rule"]) for event in events.of("measure_recorded")] == list(
        zip(("confiscated", "detained", "handed-over"), rules, strict=True)
    )
    assert events.only("cashed_out")["amount"] == 100_00
    assert run("measure 3 detained", book).only("refused")["code"] == "no_terminal"
