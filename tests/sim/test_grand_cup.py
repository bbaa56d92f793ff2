"""Two hundred players, four tables of fifty, five rounds: one scenario in which everything happens."""

import json
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from time import process_time
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from floor import Events
from grand_features import FEATURES
from msgspec import Struct

from firmware.conditions_file import read_conditions
from firmware.tournament import events as e
from firmware.tournament.conditions import Conditions, TieBreak
from firmware.tournament.standings import Judge
from sim.grand_cup import CONDITIONS, grand_cup
from sim.play import play, prepare
from sim.scenario import read_scenario

# A minute of one core is what it may take at most, also where its branches are counted meanwhile.
MOST_S = 60
STEPS = tuple(grand_cup())
BEGINS = [number for number, step in enumerate(STEPS, 1) if step.startswith("tournament ")]
CUPS = [Path(STEPS[number - 1].removeprefix("tournament ")) for number in BEGINS]


@cache
def played() -> tuple[Events, float, Counter[str]]:
    """Play it; return what came of it, the seconds of CPU, and how often each tie-break told players apart."""
    lines, events, broken = read_scenario("\n".join(STEPS), "script"), Events(), Counter[str]()
    apart = Judge._apart  # noqa: SLF001

    def counted(judge: Judge, group: tuple[int, ...], tie_break: TieBreak) -> Any:
        found = apart(judge, group, tie_break)
        # What the room sees meanwhile is no decision.
        broken[tie_break] += judge.strict and len(found) > 1
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Judge, "_apart", counted)
        start = process_time()
        setup = prepare(lines, "crown-baccarat", "script")
        play(lines, setup, lambda event: events.append(json.loads(json.dumps(event))))
    return events, process_time() - start, broken


def whole() -> Events:
    return played()[0]


def grand() -> Events:
    """What came of the Grand Cup alone, without the small ones beside it."""
    first = BEGINS[CUPS.index(CONDITIONS)]
    after = next(number for number in BEGINS if number > first)
    return Events(event for event in whole() if first <= event["line"] < after)


def told(what: str) -> Events:
    return grand().of("tournament", what=what)


@pytest.mark.parametrize("name", [name for part in FEATURES.values() for name in part])
def test_every_feature_of_the_issue_comes_about(name: str) -> None:
    (counts,) = (part[name] for part in FEATURES.values() if name in part)
    assert counts(Events()) == 0
    assert counts(whole()) > 0


def test_every_kind_of_event_happens_and_it_takes_seconds() -> None:
    events, took, _ = played()
    kinds = {str(kind.__struct_config__.tag) for kind in e.TournamentEvent.__args__}
    assert kinds == {event["what"] for event in events.of("tournament")}
    assert took < MOST_S


def test_every_tie_break_tells_players_apart() -> None:
    assert set(get_args(TieBreak)) == {tie_break for tie_break, count in played()[2].items() if count}


def _choices(kind: type[Struct], said: Any) -> Iterator[tuple[str, Any, tuple[Any, ...]]]:
    """Return each field of conditions that is one of some words, what it says, and the words."""
    for name, hint in get_type_hints(kind).items():
        parts = said[name] if isinstance(said[name], list) else [said[name]]
        of = next((one for one in (hint, *get_args(hint)) if isinstance(one, type) and issubclass(one, Struct)), None)
        if get_origin(hint) is Literal or hint is bool:
            yield f"{kind.__name__}.{name}", said[name], get_args(hint) or (False, True)
        elif of is not None:
            for part in parts:
                yield from _choices(of, part)


def test_every_alternative_that_conditions_have_is_used() -> None:
    used: dict[str, set[Any]] = {}
    words: dict[str, tuple[Any, ...]] = {}
    for path in CUPS:
        read_conditions(path.read_text())
        for name, said, choices in _choices(Conditions, tomllib.loads(path.read_text())):
            used.setdefault(name, set()).add(said)
            words[name] = choices
    lacking = {name: set(choices) - used[name] for name, choices in words.items() if set(choices) - used[name]}
    # All play at the same tables, and so by one book.
    assert lacking == {"Conditions.rulebook": {"crown-traditional"}}


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
    events = grand()
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
    # One more had 100 at table 4 before the round, in money.
    balances = {one["player"]: one["points"] for one in told("session_ended")[-1]["balances"]}
    credited = events.only("prize_credited")
    assert (credited["ats"], credited["amount"], told("payment_ordered").only("tournament")["player"]) == (
        1,
        100_00,
        200,
    )
    assert sorted(event["amount"] for event in events.of("cashed_out")) == sorted([100_00, 100_00, *balances.values()])


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
    # Wagers at terminals that nobody plays at any more, and of people who have not enough left.
    wagers = {"no_account", "balance"}
    refused = [event["code"] for event in whole().of("refused") if event["code"] not in wagers]
    assert [code for code in refused if code not in ("not_eliminated", "not_seated")] == [
        "right_not_reserved", "too_few_players",
        "not_entitled", "no_application_form", "fee_differs", "person_plays", "player_paid", "accounts_open",
        "table_reserved", "notice_short", "not_signed", "rule_6_excluded", "session_seat_out", "seat_unknown",
        "session_director_away", "session_notice", "not_agreed",
        "session_seat_out", *["player_paid"] * 4,
        "tournament_full", "not_determined", *["player_paid"] * 3,
    ]  # fmt: skip
    # Eight sit in the final: all others of 201 numbers have no terminal to agree at.
    assert refused.count("not_seated") == 201 - 8
