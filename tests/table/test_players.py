"""What is done about one player: excluded, wagers declared void, winnings held, a claim (readings 27 and 31)."""

import asyncio

import pytest
from floor import ALL, CROWN, OPEN, STAND, accepted, run
from table_under_test import Table

from firmware.game import steps as s
from firmware.table.core.codes import TableCode
from firmware.table.core.ledger import total
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.claims import ClaimsCode, DecideClaim, RecordClaim
from firmware.table.features.closing import AnnounceClosing, CloseTable, ClosingCode
from firmware.table.features.owed import ResolveOwed
from firmware.table.features.wagers import Wager
from firmware.table.features.winnings import HoldWinnings, KeepWinnings, ReleaseWinnings, WinningsCode

books = pytest.mark.parametrize("book", ALL)
crown = pytest.mark.parametrize("book", CROWN)
# A coup that Player won with 7 to 6, and one that Banker won with 7 to 6.
WON = f"{OPEN}; {STAND}; confirm"
LOST = f"{OPEN}; card 6S; card 7H; card KD; card KC; confirm"


@books
@pytest.mark.rule("crown 6.6.2, 13.2, 13.2.2")
@pytest.mark.parametrize(("by", "rule"), [("by=dealer", "6.6.2"), ("", "13.2.2")])
def test_reading_27_to_exclude_is_not_to_void(book: str, by: str, rule: str) -> None:
    excluded = accepted(f"{OPEN}; card 6S; exclude 1 {by} a brawl", book).only("excluded")
    assert (excluded["ats"], excluded["text"]) == (1, "a brawl")
    assert excluded["rule"] == (rule if book in CROWN else None)
    events = accepted(f"{OPEN}; exclude 1; card 6S; card 7H; card KD; card KC; confirm; cashout 1; buyin 1 50", book)
    assert not events.of("returned")
    assert events.only("settled") | {"outcome": "lose", "returned": 0} == events.only("settled")
    assert events.only("cashed_out")["amount"] == 900_00


@books
def test_reading_27_who_is_excluded_wagers_no_more_and_takes_in_no_more_money(book: str) -> None:
    events = run(
        "buyin 1 100; bets; wager 1 player 10; exclude 1; wager 1 player 20; wager 1 tie 5; buyin 1 20;"
        "buyin 1 20 by=note; exclude 1; wager 1 player 0; close",
        book,
    )
    assert [(event["step"], event["code"]) for event in events.of("refused")] == [
        ("wager 1 player 20", "excluded"), ("wager 1 tie 5", "excluded"), ("buyin 1 20", "excluded"),
        ("buyin 1 20 by=note", "excluded"), ("exclude 1", "excluded_already"),
    ]  # fmt: skip
    assert events.balance(1) == 100_00  # what lay could still be taken off


@crown
@pytest.mark.rule("crown 6.6.2, 13.2.2")
@pytest.mark.parametrize(("by", "rule"), [("by=dealer", "6.6.2"), ("", "13.2.2")])
def test_reading_27_what_is_refused_names_the_rule_by_which_the_player_was_excluded(
    book: str, by: str, rule: str
) -> None:
    events = run(f"buyin 1 100; bets; exclude 1 {by}; wager 1 player 20; buyin 1 20; buyin 1 20 by=note", book)
    assert [event["rule"] for event in events.of("refused")] == [rule] * 3


@books
@pytest.mark.rule("crown 13.2.1")
def test_wagers_of_the_open_coup_are_declared_void(book: str) -> None:
    events = run(f"{OPEN}; card 6S; declare-void 1; declare-void 1; card 7H; card KD; card KC; confirm", book)
    rule = "13.2.1" if book in CROWN else None
    assert events.only("returned") | {"amount": 100_00, "reason": "void", "rule": rule} == events.only("returned")
    assert not events.of("settled")
    assert events.only("refused")["code"] == "no_wagers"


@books
@pytest.mark.parametrize(("waits", "code"), [("cards 7S 6H together", "question_open"), ("unreadable", "card_unread")])
def test_wagers_of_a_coup_that_is_suspended_are_declared_void_after_the_answer(
    book: str, waits: str, code: str
) -> None:
    events = run(f"{OPEN}; {waits}; declare-void 1; exclude 1 by=dealer; claim 1 x", book)
    assert [(event["step"], event["code"]) for event in events.of("refused")] == [("declare-void 1", code)]
    answer = "enter 7S" if waits == "unreadable" else "decide order=7S,6H"
    assert accepted(f"{OPEN}; {waits}; {answer}; declare-void 1", book).only("returned")["amount"] == 100_00


@books
@pytest.mark.rule("crown 13.2.1")
def test_wagers_of_a_settled_coup_are_declared_void_by_recalculation_and_stay_so(book: str) -> None:
    both = f"buyin 2 1000; buyin 1 1000; bets; wager 1 player 100; wager 2 player 100; close; {STAND}; confirm"
    events = run(f"{both}; declare-void 1 1; declare-void 1 1; declare-void 2 9", book)
    (line,) = events.of("settled", corrected=True)
    assert (line["ats"], line["outcome"], line["returned"]) == (1, "void", 100_00)
    assert (events.balance(1), events.balance(2)) == (1000_00, 1100_00)
    assert [event["code"] for event in events.of("refused")] == ["no_wagers", "not_settled"]
    assert [account["ats"] for account in events.of("adjusted")] == [1]


@books
@pytest.mark.rule("crown 11.9, 11.11")
def test_a_correction_leaves_void_what_was_declared_void(book: str) -> None:
    events = accepted(f"{WON}; declare-void 1 1; correct 1 player=6S,KD banker=7H,KC", book)
    assert [line["outcome"] for line in events.of("settled", corrected=True)] == ["void", "void"]
    assert events.balance(1) == 1000_00


@books
@pytest.mark.rule("crown 11.11, 13.2.1")
def test_what_is_wagered_after_a_declaration_was_not_declared_void(book: str) -> None:
    # Wagers that were made are void; one that is placed after that stands, and is recalculated like any other.
    again = f"buyin 1 1000; bets; wager 1 player 100; declare-void 1; wager 1 player 50; close; {STAND}; confirm"
    events = accepted(f"{again}; correct 1 player=6S,KD banker=7H,KC", book)
    assert [(line["amount"], line["reason"]) for line in events.of("returned")] == [(100_00, "void")]
    assert [(line["outcome"], line["returned"]) for line in events.of("settled")] == [("win", 100_00), ("lose", 0)]
    assert events.balance(1) == 950_00
    assert accepted(f"{again}; declare-void 1 1", book).balance(1) == 1000_00


@books
@pytest.mark.rule("crown 13.2.3")
def test_winnings_are_held_up_to_what_was_won_and_to_what_is_there(book: str) -> None:
    events = run(f"{WON}; hold 1 100.01; hold 1 60; hold 1 40; hold 1 0.01; cashout 1; release 1", book)
    assert [event["amount"] for event in events.of("held")] == [60_00, 40_00]
    assert [(event["step"], event["code"]) for event in events.of("refused")] == [
        ("hold 1 100.01", "held_over_won"), ("hold 1 0.01", "held_over_won"),
    ]  # fmt: skip
    assert events.only("cashed_out")["amount"] == 1000_00
    # The player has left: what is released is owed, and said so as any debt of the house.
    assert events.only("held_released") | {"amount": 100_00, "owed": True} == events.only("held_released")
    assert events.only("owed") | {"ats": 1, "amount": 100_00, "by": "house"} == events.only("owed")
    little = f"{WON}; bets; wager 1 player 1050; close; hold 1 60"
    assert run(little, book).only("refused")["code"] == "held_over_balance"


@books
def test_what_is_held_is_released_or_kept_once(book: str) -> None:
    events = run(f"{WON}; hold 1 60; release 1; release 1; hold 1 100; keep 1; keep 1; hold 1 0.01", book)
    assert [event["code"] for event in events.of("refused")] == ["nothing_held", "nothing_held", "held_over_won"]
    assert events.balance(1) == 1000_00
    assert not events.of("owed"), "what is released to a player who is there is on the account"
    assert run(f"{LOST}; hold 1 0.01", book).only("refused")["code"] == "held_over_won"


@books
def test_what_a_correction_takes_back_can_be_held_no_more(book: str) -> None:
    events = run(f"{WON}; correct 1 player=6S,KD banker=7H,KC; hold 1 0.01", book)
    assert events.only("refused")["code"] == "held_over_won"


@books
def test_what_was_held_of_a_player_who_has_left_stands_in_the_next_ones_way(book: str) -> None:
    async def story(table: Table) -> None:
        await table.tell(BuyIn(1, 100_00))
        await table.coup(Wager(1, "player", 10_00))
        await table.tell(HoldWinnings(1, 10_00), CashOut(1), BuyIn(1, 100_00))
        await table.coup(Wager(1, "player", 10_00))
        assert (await table.refuse(HoldWinnings(1, 5_00))).code == WinningsCode.HELD_OF_OTHER
        await table.tell(ReleaseWinnings(1))
        assert table.service.state.balance(1) == 110_00
        assert table.service.state.owed_for(1, 0) == 10_00
        await table.tell(ResolveOwed(1, 0, "paid"), HoldWinnings(1, 5_00), KeepWinnings(1))
        assert table.service.state.ledger[1]["kept"] == 5_00
        assert total(table.service.state.ledger) == 0

    Table(rulebook=book).run(story)


@books
@pytest.mark.rule("crown 11.12")
def test_a_claim_goes_on_record_and_moves_nothing(book: str) -> None:
    events = accepted(f"{WON}; claim 1 the banker had eight", book)
    claim = events.only("claim")
    assert (claim["ats"], claim["text"], claim["coup"]) == (1, "the banker had eight", 1)
    assert claim["rule"] == ("11.12" if book in CROWN else None)
    assert events.balance(1) == 1100_00


@books
def test_what_was_decided_about_a_claim_is_put_on_record(book: str) -> None:
    async def story(table: Table) -> None:
        await table.tell(RecordClaim(1, "the banker had eight"))
        assert table.service.state.claims[1].text == "the banker had eight"
        await table.tell(DecideClaim(1, "the cards were looked at: the banker had seven"))
        assert not table.service.state.claims
        assert (await table.refuse(DecideClaim(1, "again"))).code == ClaimsCode.NO_CLAIM

    Table(rulebook=book).run(story)


@books
@pytest.mark.rule("crown 11.16")
@pytest.mark.parametrize("when", ["", "card 7S; cards 6H KD together;", "card 7S; unreadable;"])
def test_reading_31_wagers_whose_records_do_not_verify_are_void_by_the_dealers_word(book: str, when: str) -> None:
    events = accepted(f"{OPEN}; {when} forget ats 1", book)
    rule = "11.16" if book in CROWN else None
    returned = events.only("returned")
    assert (returned["amount"], returned["reason"], returned["rule"]) == (100_00, "malfunction", rule)


@books
@pytest.mark.rule("crown 11.11")
def test_reading_28_frozen_means_frozen(book: str) -> None:
    frozen = "wager 1 player 200; buyin 1 50; cashout 2; void; declare-void 1; hold 1 5; forget ats 1"
    events = run(f"buyin 2 100; buyin 1 1000; bets; wager 1 player 100; freeze; {frozen}; unfreeze; freeze", book)
    assert [(event["step"], event["code"]) for event in events.of("refused")] == [
        (step, "frozen") for step in frozen.split("; ")
    ]
    dealt = run(f"{OPEN}; freeze; {STAND}; confirm; unfreeze; confirm", book)
    assert dealt.refusals() == ["confirm"]
    assert dealt.balance(1) == 1100_00


@books
def test_reading_28_the_betting_clock_stands_while_accounts_are_frozen(book: str) -> None:
    events = run("buyin 1 100; bets; wait 20; freeze; wait 100; unfreeze; wager 1 player 10; wait 9; wait 2", book)
    assert events.refusals() == []
    assert events.only("bets_closed") | {"at": 130, "cause": "elapsed"} == events.only("bets_closed")


@books
def test_reading_28_an_answer_that_moves_money_waits_until_accounts_are_not_frozen(book: str) -> None:
    asked = f"{OPEN}; card 7S; cards 6H KD together; freeze"
    events = run(f"{asked}; decide order=6H,KD; card KC", book)
    assert events.refusals() == []
    void = "decide order=unknown" if book.startswith("mbs") else "decide order=unknown; decide void"
    assert run(f"{asked}; {void}; unfreeze", book).refusals() == [void.rsplit("; ", maxsplit=1)[-1]]


@crown
@pytest.mark.rule("crown 13.8")
def test_reading_29_abstention_is_counted_by_coup_however_often_its_betting_opened(book: str) -> None:
    coup = f"bets; close; bets; close; {STAND}; confirm"
    events = accepted(f"buyin 1 100; buyin 2 100; {coup}; {coup}; {coup}", book)
    assert [(event["ats"], event["coups"]) for event in events.of("abstained")] == [(1, 3), (2, 3)]
    once = accepted(f"buyin 1 100; buyin 2 100; {coup}; {coup}", book)
    assert not once.of("abstained")


@books
@pytest.mark.rule("crown 13.7")
def test_reading_29_whoever_sits_down_while_a_closing_is_announced_has_its_twenty_minutes(book: str) -> None:
    async def story(table: Table) -> None:
        await table.tell(AnnounceClosing())
        await asyncio.sleep(60)
        await table.tell(BuyIn(1, 100_00))
        assert table.service.state.closes_at == 20 * 60 * 1000  # the sign says so
        await asyncio.sleep(2)
        assert (await table.refuse(CloseTable())).code == ClosingCode.CLOSING_NOTICE
        await asyncio.sleep(20 * 60 - 62)
        assert (await table.refuse(CloseTable())).code == TableCode.ACCOUNTS_OPEN
        await table.tell(CashOut(1), CloseTable())

    Table(rulebook=book).run(story)


@books
@pytest.mark.rule("crown 13.7")
def test_reading_29_an_empty_table_closes_without_notice(book: str) -> None:
    async def story(table: Table) -> None:
        await table.tell(CloseTable())

    Table(rulebook=book).run(story)


@books
@pytest.mark.rule("crown 3.11")
def test_reading_30_no_more_of_a_card_is_replaced_than_can_still_be_in_the_shoe(book: str) -> None:
    async def story(table: Table) -> None:
        seven = table.cards("7S")[0]
        refusal = await table.refuse(s.ReplaceCards((seven,) * 9))
        assert refusal.values == {"cards": "7S"}
        await table.tell(s.ReplaceCards((seven,) * 8))
        await table.coup()  # one seven of spades leaves
        await table.refuse(s.ReplaceCards((seven,) * 8))
        await table.tell(s.ReplaceCards((seven,) * 7))

    Table(rulebook=book).run(story)
