"""Accounts and wagers as rules 4, 5 and 6 want them."""

import pytest
from floor import ALL, CROWN, OPEN, SILENT, STAND, accepted, run

pytestmark = pytest.mark.lab(61)

crown = pytest.mark.parametrize("book", CROWN)
books = pytest.mark.parametrize("book", ALL)


@books
@pytest.mark.rule("crown 5.3, 5.3.1, 5.3.2, 5.3.2(a), 5.3.2(b)")
@pytest.mark.parametrize(
    ("asked", "accepted_", "rule"),
    [
        ("10", 10_00, None),
        ("9.99", 0, "5.3.1"),
        ("12", 10_00, "5.3.2(a)"),
        ("15.00", 15_00, None),
        ("100", 100_00, None),
        ("101", 100_00, "5.3.2(b)"),
        ("9999999", 100_00, "5.3.2(b)"),
    ],
)
def test_a_wager_is_lowered_to_the_next_permitted(book: str, asked: str, accepted_: int, rule: str | None) -> None:
    events = accepted(f"limit player min=10 max=100 step=5; buyin 1 1000; bets; wager 1 player {asked}", book)
    wager = events.only("wager")
    # reading 11 holds in every book; only Crown's has a number for it
    assert (wager["accepted"], wager["rule"]) == (accepted_, rule if book in CROWN else None)
    assert events.balance(1) == 1000_00 - accepted_


@books
def test_the_maximum_may_lie_between_steps(book: str) -> None:
    events = accepted(
        "limit player min=10 max=24 step=5; buyin 1 100; bets; wager 1 player 24; wager 1 player 30", book
    )
    rules = ("5.3.2(a)", "5.3.2(b)") if book in CROWN else (None, None)
    assert [(w["accepted"], w["rule"]) for w in events.of("wager")] == [(20_00, rule) for rule in rules]


@books
@pytest.mark.rule("crown 4.1")
def test_a_wager_moves_credit_to_the_layout_and_back(book: str) -> None:
    events = accepted("buyin 1 100; bets; wager 1 player 40; wager 1 player 25; wager 1 player 0", book)
    assert [b["balance"] for b in events.of("balance")] == [100_00, 60_00, 75_00, 100_00]


@books
def test_below_the_minimum_the_earlier_wager_is_taken_off(book: str) -> None:
    events = accepted(
        f"buyin 1 100; bets; wager 1 player 40; wager 1 player 4; wager 1 tie 5; close; {STAND}; confirm", book
    )
    assert events.of("wager")[1]["accepted"] == 0
    assert [s["bet"] for s in events.of("settled")] == ["tie"]


@books
@pytest.mark.rule("crown 4.1")
def test_more_than_the_balance_is_refused_and_changes_nothing(book: str) -> None:
    events = run(
        "buyin 1 100; bets; wager 1 player 60; wager 1 banker 45; wager 1 player 100; wager 1 player 105", book
    )
    assert events.refusals() == ["wager 1 banker 45", "wager 1 player 105"]
    assert events.only("refused", step="wager 1 banker 45")["rule"] == ("4.1" if book in CROWN else None)
    assert events.balance(1) == 0


@books
def test_an_amount_is_lowered_before_it_is_compared_with_the_balance(book: str) -> None:
    events = accepted("limit player max=50; buyin 1 50; bets; wager 1 player 80", book)
    assert events.only("wager")["accepted"] == 50_00


@pytest.mark.rule("crown 4.11, 4.11.1, 4.11.2")
@crown
@pytest.mark.parametrize("pair", ["player-pair", "banker-pair", "player-perfect", "banker-perfect"])
@pytest.mark.parametrize("main", ["player", "banker", "tie", "player-dragon", "banker-dragon"])
def test_pairs_stand_only_beside_a_main_wager(book: str, pair: str, main: str) -> None:
    table = "table side=pairs,perfect:1,dragon:1,super6; buyin 1 100; bets; wager 1 super6 5"
    events = run(f"{table}; wager 1 {pair} 5; wager 1 {main} 5; wager 1 {pair} 5; wager 1 {main} 0", book)
    refused = events.only("refused")
    assert (refused["step"], refused["rule"]) == (f"wager 1 {pair} 5", "4.11.1")
    returned = events.only("returned")
    assert (returned["bet"], returned["reason"], returned["rule"]) == (pair, "no_main_wager", "4.11.1")


@books
def test_another_main_wager_keeps_a_pair_alive(book: str) -> None:
    script = (
        "table side=pairs; buyin 1 100; bets; wager 1 player 5; wager 1 tie 5; wager 1 player-pair 5; wager 1 player 4"
    )
    assert not accepted(script, book).of("returned")


@pytest.mark.parametrize("book", SILENT)
@pytest.mark.rule("mbs 3.5", "rws 3.3")
def test_mbs_and_rws_know_no_such_need(book: str) -> None:
    events = accepted(f"table side=pairs; buyin 1 100; bets; wager 1 player-pair 5; close; {STAND}; confirm", book)
    assert events.only("settled")["bet"] == "player-pair"


@books
@pytest.mark.rule("crown 5.3.3")
def test_below_the_aggregate_minimum_nothing_is_recognised(book: str) -> None:
    events = accepted(
        f"table ats=3 aggregate-min=20; buyin 1 100; buyin 2 100; bets; wager 1 player 10; wager 1 tie 5;"
        f"wager 2 player 10; wager 2 tie 10; close; {STAND}; confirm",
        book,
    )
    rule = "5.3.3" if book in CROWN else None
    assert [(r["ats"], r["bet"], r["reason"], r["rule"]) for r in events.of("returned")] == [
        (1, "player", "aggregate", rule),
        (1, "tie", "aggregate", rule),
    ]
    assert {s["ats"] for s in events.of("settled")} == {2}


@books
def test_wagers_that_are_not_recognised_are_no_wagers(book: str) -> None:
    events = accepted("table aggregate-min=20; buyin 1 100; bets; wager 1 player 10; close", book)
    assert events.irregularities()[-1][0] == "no_wagers"
    assert events.only("returned")["reason"] == "aggregate"


@books
@pytest.mark.rule("crown 5.1")
def test_a_raised_minimum_waits_for_twenty_minutes(book: str) -> None:
    events = accepted(
        "table period=3000; buyin 1 1000; bets; limit * min=25 max=500 step=25; wager 1 player 10; wait 1199.999;"
        "wager 1 player 15; wait 0.001; wager 1 player 20; wager 1 player 30",
        book,
    )
    assert [w["accepted"] for w in events.of("wager")] == [10_00, 15_00, 0, 25_00]
    notice = events.of("notice", kind="limit")[0]
    assert (notice["rule"], notice["effective_at"]) == ("5.1" if book in CROWN else None, 1200_000)  # reading 15


@books
@pytest.mark.rule("crown 5.1")
def test_before_the_first_betting_and_for_lower_limits_there_is_nothing_to_wait_for(book: str) -> None:
    events = accepted(
        "limit * min=25 max=500 step=25; buyin 1 1000; bets; limit * min=10 step=5; wager 1 player 15", book
    )
    assert events.only("wager")["accepted"] == 15_00


@books
def test_the_last_limit_that_names_the_bet_holds_else_the_last_for_all(book: str) -> None:
    limits = "limit player min=50; limit * min=20 max=100 step=20; limit tie min=10 max=10 step=1"
    events = accepted(
        f"{limits}; buyin 1 1000; bets; wager 1 player 45; wager 1 player 55; wager 1 banker 30; wager 1 tie 70", book
    )
    assert [w["accepted"] for w in events.of("wager")] == [0, 55_00, 20_00, 10_00]


@books
def test_a_limit_that_its_own_parts_contradict_is_refused(book: str) -> None:
    assert run("limit * max=100; limit * min=200", book).refusals() == ["limit * min=200"]


@books
@pytest.mark.rule("crown 4.9, 1.5")
def test_there_is_no_other_way_to_place_a_wager(book: str) -> None:
    events = run(
        "buyin 1 100; wager 1 player 5; bets; wager 2 player 5; wager 2 player 0; wager 1 super6 5; wager 1 player 10;"
        f"wager 1 tie 5; cashout 1; close; wager 1 player 5; {STAND}; confirm; cashout 1; bets; wager 1 player 5",
        book,
    )
    assert [event["code"] for event in events.of("refused")] == [
        "betting_not_open", "no_account", "no_account", "bet_not_offered", "wagers_in_play", "betting_closed",
        "no_account",
    ]  # fmt: skip
    assert [(line["bet"], line["stake"]) for line in events.of("settled")] == [("player", 10_00), ("tie", 5_00)]


@crown
@pytest.mark.rule("crown 4.11.2")
def test_side_wagers_are_placed_beside_each_other_and_without_a_main_wager(book: str) -> None:
    sides = ("player-dragon", "banker-dragon", "super6", "tie")
    placed = "; ".join(f"wager 1 {bet} 5" for bet in sides)
    events = accepted(f"table side=dragon:1,super6; buyin 1 100; bets; {placed}; close; {STAND}; confirm", book)
    assert {line["bet"] for line in events.of("settled")} == set(sides)


@books
@pytest.mark.rule("crown 6.2, 6.3, 6.3.1, 6.3.2, 6.4, 6.5, 6.5.1, 6.5.2")
def test_buy_ins_open_an_account_and_add_to_it(book: str) -> None:
    events = run("bets; wager 1 player 5; buyin 1 100; buyin 1 50 by=note; buyin 1 0.50; wager 1 player 5", book)
    assert events.refusals() == ["wager 1 player 5"]
    assert events.balance(1) == 145_50


@books
@pytest.mark.rule("crown 6.2")
def test_notes_make_up_whole_units_only(book: str) -> None:
    assert run("buyin 1 12.50 by=note; buyin 1 0; buyin 3 10; buyin 0 10", book).refusals() == [
        "buyin 1 12.50 by=note", "buyin 1 0", "buyin 3 10", "buyin 0 10",
    ]  # fmt: skip


@books
@pytest.mark.rule("crown 6.6, 6.6.1")
@pytest.mark.parametrize(
    "when",
    ["bets", OPEN, f"{OPEN}; card 7S", f"{OPEN}; {STAND}", f"{OPEN}; cards 7S 6H together", f"{OPEN}; unreadable"],
)
def test_a_player_may_leave_at_any_time_when_nothing_of_his_is_in_play(book: str, when: str) -> None:
    events = accepted(f"buyin 2 50; {when}; cashout 2", book)
    assert (events.only("cashed_out")["ats"], events.only("cashed_out")["amount"]) == (2, 50_00)


@books
@pytest.mark.rule("crown 6.7, 6.7.1, 6.7.2")
@pytest.mark.parametrize("by", ["dealer", "ticket"])
def test_cash_out_pays_the_whole_balance_and_closes_the_account(book: str, by: str) -> None:
    events = run(
        f"{OPEN}; cashout 1 by={by}; {STAND}; confirm; cashout 1 by={by}; cashout 1; bets; wager 1 player 5", book
    )
    assert events.refusals() == [f"cashout 1 by={by}", "cashout 1", "wager 1 player 5"]
    paid = events.only("cashed_out")
    assert (paid["amount"], paid["by"]) == (1100_00, by)
    assert [ticket["amount"] for ticket in events.of("ticket_issued")] == ([1100_00] if by == "ticket" else [])
    assert events.balance(1) == 0


@books
@pytest.mark.rule("crown 6.7.2(b)")
def test_a_terminal_out_of_service_prints_no_ticket_and_the_dealer_pays(book: str) -> None:
    events = run("buyin 1 100; fault ats 1; buyin 1 10 by=note; cashout 1 by=ticket; cashout 1", book)
    assert events.refusals() == ["buyin 1 10 by=note", "cashout 1 by=ticket"]


@books
def test_a_terminal_that_is_out_of_service_when_betting_opens_waits_for_the_next_coup(book: str) -> None:
    events = run(
        "buyin 1 100; fault ats 1; bets; wager 1 player 5; clear ats 1; wager 1 player 5; close; void;"
        "bets; wager 1 player 5",
        book,
    )
    assert events.refusals() == ["wager 1 player 5"] * 2


@books
def test_malfunctions_are_told_apart(book: str) -> None:
    events = run(
        "clear ats 1; fault ats 1; fault ats 1; fault ats 3; clear wnd; fault wnd; clear wnd; forget ats 1", book
    )
    # A malfunction that stands already is a fact all the same, and changes nothing.
    assert events.refusals() == ["clear ats 1", "fault ats 3", "clear wnd", "forget ats 1"]
    assert len(events.of("irregularity", kind="ats_malfunction")) == 1


@books
def test_a_system_fault_between_coups_is_flagged(book: str) -> None:
    events = accepted("fault system; clear system; bets", book)
    assert events.irregularities() == [("system_malfunction", None)]


@books
@pytest.mark.rule("crown 4.6, 8.4.2, 4.10")
def test_every_accepted_wager_ends_in_exactly_one_way(book: str) -> None:
    events = accepted(
        f"table side=pairs; buyin 1 100; buyin 2 100; bets; wager 1 player 25; wager 1 tie 5; wager 2 banker 10;"
        f"wager 2 tie 20; wager 1 player 10; wager 2 tie 0;"
        f"wager 2 banker-pair 5; close; {STAND}; confirm",
        book,
    )
    ended = [(e["ats"], e["bet"], e["stake"]) for e in events.of("settled")]
    assert ended == [(1, "player", 10_00), (1, "tie", 5_00), (2, "banker", 10_00), (2, "banker-pair", 5_00)]
    kinds = [event["event"] for event in events]
    assert kinds.index("result") < kinds.index("settled")
    assert {b["ats"]: b["balance"] for b in events.of("balance")} == {1: 105_00, 2: 85_00}
