"""Malfunctions, voids and results called too soon: read alike in every book, by Crown's numbers (rulings.md)."""

from typing import Any

import pytest
from floor import ALL, BANKER_DRAWS, CROWN, MBS, OPEN, PLAYER_DRAWS, STAND, accepted, crowns, run
from table_under_test import Table

from firmware.game import events as g
from firmware.game import steps as s
from firmware.table.core.authority import rule_of
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.malfunctions import Malfunction
from firmware.table.features.wagers import Wager

books = pytest.mark.parametrize("book", ALL)


@books
@pytest.mark.rule("crown 11.14, 11.14(a)")
def test_a_terminal_that_fails_before_the_close_loses_its_wagers_and_waits_for_the_next_coup(book: str) -> None:
    events = run(
        f"buyin 1 100; buyin 2 100; bets; wager 1 player 10; wager 2 banker 10; fault ats 1; clear ats 1;"
        f"wager 1 player 10; close; {STAND}; confirm; bets; wager 1 player 10",
        book,
    )
    assert events.irregularities() == [("ats_malfunction", crowns(book, "11.14(a)"))]
    returned = events.only("returned")
    assert (returned["ats"], returned["reason"], returned["rule"]) == (1, "malfunction", crowns(book, "11.14(a)"))
    assert events.refusals() == ["wager 1 player 10"]  # in the same coup; in the next it is taken
    assert events.only("settled")["ats"] == 2


@books
def test_the_last_wagers_gone_with_a_terminal_are_no_wagers(book: str) -> None:
    events = accepted("buyin 1 100; bets; wager 1 player 10; fault ats 1; close", book)
    assert events.irregularities()[-1] == ("no_wagers", crowns(book, "11.4"))


@books
@pytest.mark.rule("crown 11.14(b)")
def test_a_terminal_that_fails_after_the_close_is_settled_by_the_journal(book: str) -> None:
    events = accepted(f"{OPEN}; fault ats 1; {STAND}; confirm", book)
    assert events.irregularities() == [("ats_malfunction", crowns(book, "11.14(b)"))]
    assert events.only("settled") | {"ats": 1, "returned": 200_00} == events.only("settled")


@books
@pytest.mark.rule("crown 11.16")
@pytest.mark.parametrize("script", ["fault ats 1; forget ats 1", "forget ats 1; fault ats 1"])
def test_wagers_that_no_record_confirms_are_void(book: str, script: str) -> None:
    events = accepted(f"{OPEN}; {script}; {STAND}; confirm", book)
    assert events.only("records_lost")["ats"] == 1
    assert events.only("returned") | {"reason": "malfunction", "rule": crowns(book, "11.16")} == events.only("returned")
    assert not events.of("settled")
    assert events.balance(1) == 1000_00


@books
@pytest.mark.rule("crown 11.15, 11.15(a)")
def test_a_system_that_fails_before_the_close_voids_the_coup(book: str) -> None:
    events = run("buyin 1 100; buyin 2 100; bets; wager 1 player 10; wager 2 tie 5; fault system; bets", book)
    assert events.irregularities() == [("system_malfunction", crowns(book, "11.15(a)"))]
    assert events.rulings() == [("system_malfunction", "void", crowns(book, "11.15(a)"), "firmware")]
    assert [(r["ats"], r["reason"], r["rule"]) for r in events.of("returned")] == [
        (1, "void", crowns(book, "11.15(a)")),
        (2, "void", crowns(book, "11.15(a)")),
    ]
    assert events.refusals() == ["bets"]
    assert run("bets; fault system; clear system; bets", book).refusals() == []


@books
@pytest.mark.rule("crown 11.15(b), 11.16")
def test_a_system_that_fails_after_the_close_is_settled_by_the_journal(book: str) -> None:
    setup = "buyin 1 100; buyin 2 100; bets; wager 1 player 10; wager 2 player 10; close"
    events = accepted(
        f"{setup}; card 7S; forget ats 2; fault system; clear system; card 6H; card KD; card KC; confirm", book
    )
    assert events.irregularities() == [("system_malfunction", crowns(book, "11.15(b)"))]
    assert events.only("returned") | {"ats": 2, "rule": crowns(book, "11.16")} == events.only("returned")
    assert events.only("settled") | {"ats": 1, "returned": 20_00} == events.only("settled")


@books
@pytest.mark.rule("crown 11.13")
def test_a_display_that_differs_is_disregarded(book: str) -> None:
    events = accepted(f"{OPEN}; fault wnd; {STAND}; confirm; clear wnd", book)
    assert events.irregularities() == [("wnd_mismatch", crowns(book, "11.13"))]
    assert events.rulings() == [("wnd_mismatch", "disregard-display", crowns(book, "11.13"), "firmware")]
    assert events.balance(1) == 1100_00


@books
@pytest.mark.rule("crown 11.10, 13.3, 13.3.1, 13.3.2, 13.4")
@pytest.mark.parametrize("before", ["bets; wager 1 player 100", OPEN, f"{OPEN}; card 2S", f"{OPEN}; {STAND}"])
def test_a_supervisor_may_void_the_coup_with_the_reason(book: str, before: str) -> None:
    start = "" if "buyin" in before else "buyin 1 1000;"
    events = accepted(f"{start}{before}; void a brawl at the table; bets", book)
    ruling = events.only("ruling")
    assert (ruling["action"], ruling["by"], ruling["text"]) == ("void", "supervisor", "a brawl at the table")
    assert ruling["rule"] == crowns(book, "13.3")
    assert events.only("returned") | {"reason": "void", "rule": crowns(book, "13.4")} == events.only("returned")
    assert events.only("result")["winner"] == "void"


@books
@pytest.mark.rule("crown 11.10, 11.15(b)")
@pytest.mark.parametrize(
    ("ground", "fault", "kind", "rule"),
    [
        ("", "", "invalidated", "13.3"),
        ("disruption", "system", "invalidated", "13.3"),
        ("malfunction", "", "equipment_malfunction", "11.10"),
        ("malfunction", "system", "system_malfunction", "11.15(b)"),  # 11.10 is for what 11.15 does not cover
        ("", "system", "system_malfunction", "11.15(b)"),
        ("", "wnd", "equipment_malfunction", "11.10"),
        ("malfunction", "wnd", "equipment_malfunction", "11.10"),
    ],
)
def test_a_void_rests_on_the_malfunction_that_stands_and_the_journal_names_its_rule(
    book: str, ground: Any, fault: Any, kind: str, rule: str
) -> None:
    void = s.Invalidate("the reader", ground)

    async def story(table: Table) -> None:
        await table.tell(BuyIn(1, 100_00), s.OpenBets(), Wager(1, "player", 5_00), s.CloseBets())
        if fault:
            await table.tell(Malfunction(fault))
        assert rule_of(table.service.state, void) == (crowns(book, rule) or "")
        await table.tell(void)
        last = table.of(g.Ruling)[-1]
        assert (last.kind, last.action, last.rule) == (kind, "void", crowns(book, rule))

    Table(rulebook=book).run(story)


@books
@pytest.mark.rule("crown 8.4.1, 9.2, 9.3", "mbs 5.2", "rws 5.1.2")
@pytest.mark.parametrize(
    ("before", "named"),
    [
        ("", "Player hand is due its first"),
        ("card 2S", "Banker hand is due its first"),
        (PLAYER_DRAWS, "Player hand is due its third"),
        (BANKER_DRAWS, "Banker hand is due its third"),
    ],
)
def test_a_result_called_too_soon_is_refused_and_names_the_card_that_is_due(book: str, before: str, named: str) -> None:
    events = run(f"{OPEN}; {before}; confirm", book)
    assert named in events.only("refused")["reason"]
    assert events.only("refused")["rule"] == ("8.4.1" if book in CROWN else "5.2" if book in MBS else "5.1.2")
    assert not events.of("result")
