"""Two hundred players, four tables of fifty, five rounds: one scenario in which everything happens."""

import json
from functools import cache
from time import process_time

import pytest
from floor import Events

from firmware.tournament import events as e
from sim.grand_cup import grand_cup
from sim.play import play, prepare
from sim.scenario import read_scenario

# A minute of one core is what it may take at most, also where its branches are counted meanwhile.
MOST_S = 60
# What happens in no tournament of these conditions: other conditions have it (test_tournament_play.py).
NOT_HERE = {"place_filled", "played_down", "play_off_called", "play_off_played", "called_off", "coup_unfit"}


@cache
def played() -> tuple[Events, float]:
    script = "\n".join(grand_cup())
    lines, events = read_scenario(script, "script"), Events()
    start = process_time()
    play(lines, prepare(lines, "crown-baccarat", "script"), lambda event: events.append(json.loads(json.dumps(event))))
    return events, process_time() - start


def told(what: str) -> Events:
    return played()[0].of("tournament", what=what)


def test_every_feature_is_used_and_it_takes_seconds() -> None:
    events, took = played()
    kinds = {str(kind.__struct_config__.tag) for kind in e.TournamentEvent.__args__}
    assert kinds - {event["what"] for event in events.of("tournament")} == NOT_HERE
    assert {event["how"] for event in told("table_finished")} == {"complete", "determined", "agreed"}
    assert {event["kind"] for event in told("coup_played")} == {"played", "void", "dummy"}
    assert took < MOST_S


@pytest.mark.rule("crown 12.1.1")
def test_all_who_play_in_a_session_have_the_same_credit_and_the_same_number_of_coups() -> None:
    counted: dict[tuple[str, int], dict[int, int]] = {}
    for event in told("coup_played"):
        tables = counted.setdefault((event["round"], event["session"]), {})
        tables[event["table"]] = tables.get(event["table"], 0) + event["counts"]
    # The final ended early, at its one table, and so did the catch-up before its first coup.
    assert {key: set(tables.values()) for key, tables in counted.items()} == {
        ("heats", 1): {6},
        ("heats", 2): {6},
        ("second-chance", 1): {3},
        ("semi-final", 1): {6},
        ("final", 1): {3},
    }
    assert [len(event["players"]) for event in told("session_started")][:2] == [200, 196]


def test_every_cent_of_the_fees_is_a_prize_a_refund_or_the_houses() -> None:
    events, _ = played()
    paid = [*told("player_entered"), *told("bought_back"), *told("buy_in_paid")]
    refunds = [
        event["refund"]
        for what in ("player_withdrew", "player_out", "place_forfeited")
        for event in told(what)
        if event.get("refund")
    ]
    pool = sum(event["pool"] for event in paid) - sum(refund["from_pool"] for refund in refunds)
    awarded = told("prizes_awarded").only("tournament")
    assert pool == sum(award["amount"] for award in awarded["awards"]) + awarded["house"]
    # 202 fees of 100, 18 of 50 to buy back, and each buy-in of 20.
    fees = sum(event.get("fee", event.get("amount")) for event in paid)
    assert fees == 202 * 100_00 + len(told("bought_back")) * 50_00 + len(told("buy_in_paid")) * 20_00
    # Who withdrew has the fee back at table 1. The final's balances are cash: its table paid what the players had.
    balances = {one["player"]: one["points"] for one in told("session_ended")[-1]["balances"]}
    credited = events.only("prize_credited")
    assert (credited["ats"], credited["amount"], told("payment_ordered").only("tournament")["player"]) == (
        1,
        100_00,
        200,
    )
    assert sorted(event["amount"] for event in events.of("cashed_out")) == sorted([100_00, *balances.values()])


def test_points_of_each_session_are_what_was_credited_carried_and_won_less_penalties() -> None:
    ended = {(event["round"], event["session"]): event for event in told("session_ended")}
    assert len(ended) == 6
    for (name, number), event in ended.items():
        started = next(one for one in told("session_started") if (one["round"], one["session"]) == (name, number))
        won = sum(
            line["won"]
            for coup in told("coup_played")
            if (coup["round"], coup["session"]) == (name, number)
            for line in coup["lines"]
        )
        lost = sum(
            one["points"]
            for one in told("points_penalised")
            if one["round"] == name
            and any(
                (coup["table"], coup["coup"], coup["session"]) == (one["table"], one["coup"], number)
                for coup in told("coup_played")
            )
        )
        carried = sum(one["points"] for one in ended["semi-final", 1]["balances"]) if name == "final" else 0
        if name == "final":
            # Those who go on carry theirs; what the others have ended where they were.
            players = {one["player"] for one in event["balances"]}
            carried = sum(one["points"] for one in ended["semi-final", 1]["balances"] if one["player"] in players)
        credited = started["credit"] * len(started["players"])
        assert sum(one["points"] for one in event["balances"]) == credited + carried + won - lost


def test_nothing_is_refused_but_what_the_scenario_wants_refused() -> None:
    events, _ = played()
    # Wagers at terminals that nobody plays at any more, and of people who have not enough left.
    wagers = {"no_account", "balance"}
    refused = [event["code"] for event in events.of("refused") if event["code"] not in wagers]
    assert [code for code in refused if code not in ("not_eliminated", "not_seated")] == [
        "not_entitled", "no_application_form", "fee_differs", "person_plays", "player_paid", "table_reserved",
        "notice_short", "not_signed", "rule_6_excluded", "session_seat_out", "session_director_away", "seat_unknown",
        "session_notice", "not_agreed",
    ]  # fmt: skip
    # Eight sit in the final: all others of 201 numbers have no terminal to agree at.
    assert refused.count("not_seated") == 201 - 8
