"""Whatever a tournament is told: its sums hold, ranks follow from its events, and nobody plays two seats."""

import os
from collections import Counter
from collections.abc import Iterable
from typing import Literal, get_args, get_origin, get_type_hints

import msgspec
import pytest
from any_tournament import Evening

from firmware.tournament import events as e
from firmware.tournament.evolve import evolve, fold
from firmware.tournament.payments import owed
from firmware.tournament.report import report
from firmware.tournament.state import Tournament

BATCHES = 8
# A thousand in all where the properties are held for long.
EACH = 125 if os.environ.get("PROPERTIES") == "deep" else 15


def played(seed: int) -> Evening:
    evening = Evening(seed)
    evening.play()
    return evening


def points_hold(events: Iterable[e.TournamentEvent], state: Tournament) -> None:
    """Points sum to what was credited plus won, reckoned from the events alone."""
    credited = penalties = 0
    coups: dict[tuple[int, int], tuple[e.Line, ...]] = {}
    for event in events:
        if isinstance(event, e.SessionStarted):
            credited += event.credit * len(event.players)
        elif isinstance(event, e.CoupPlayed | e.CoupCorrected):
            coups[event.table, event.coup] = event.lines
        elif isinstance(event, e.PointsPenalised):
            penalties += event.points
    won = sum(line.won for lines in coups.values() for line in lines)
    held = sum(amount for name, amount in state.points.items() if name.startswith("player/"))
    ended = state.points.get("void", 0) + state.points.get("cash", 0)
    assert held + ended == credited + won - penalties
    assert state.points.get("cash", 0) == state.money.get("cash", 0)


def money_holds(events: Iterable[e.TournamentEvent], state: Tournament) -> None:
    """Fees = prizes + refunds + house, and what was paid out in cash; reckoned from the events alone."""
    fees = refunds = prizes = 0
    for event in events:
        match event:
            case e.PlayerEntered() | e.BoughtBack():
                fees += event.fee
            case e.BuyInPaid():
                fees += event.amount
            case e.PlayerWithdrew() | e.PlayerOut() | e.PlaceForfeited() | e.PlaceFilled():
                refunds += event.refund.amount
            case e.CalledOff():
                refunds += sum(refund.amount for refund in event.refunds)
            case e.PrizesAwarded():
                # Those that a correction makes others of are given anew, all of them.
                prizes = sum(award.amount for award in event.awards)
    money = Counter(state.money)
    assert -money["paid"] == fees
    assert (money["refunds"], money["prizes"], money["pool"]) == (refunds, prizes, 0)
    assert fees == prizes + refunds + money["house"] + money["cash"]
    # Nobody is paid more than they are owed, nor anything twice.
    paid = Counter[int]()
    for event in events:
        if isinstance(event, e.PlayerPaid):
            assert event.amount > 0
            paid[event.player] += event.amount
    assert state.payouts.get("desk", 0) == -sum(paid.values())
    for number, player in state.players.items():
        due = player.refunded + sum(award.amount for award in state.awards if award.player == number)
        assert paid[number] + owed(state, number) == due
        assert 0 <= paid[number] <= due


def seats_hold(state: Tournament) -> None:
    """Nobody plays two seats, and nobody two players' seats."""
    people = [
        person for player in state.players.values() if player.status != "out"
        for person in {player.person, player.substitute} - {""}
    ]  # fmt: skip
    assert len(people) == len(set(people))
    for one in state.rounds.values():
        # Whoever is out, or absent for good, sits nowhere any more.
        playing = [n for n in one.seats if state.players[n].status == "in" and n not in one.absent]
        places = [(one.seats[player].table, one.seats[player].ats) for player in playing]
        assert len(places) == len(set(places))
        assert all(player == seat.player for player, seat in one.seats.items())


def ranks_hold(events: list[e.TournamentEvent]) -> None:
    """Who is before whom follows from points, reckoned from the events up to the announcement."""
    points: Counter[tuple[str, int]] = Counter()
    state = Tournament()
    lines: dict[tuple[int, int], tuple[e.Line, ...]] = {}
    for event in events:
        if isinstance(event, e.SessionStarted):
            for player in event.players:
                first = (event.round, player) not in points
                points[event.round, player] += event.credit + (state.balance(player) if first else 0)
        elif isinstance(event, e.CoupPlayed | e.CoupCorrected):
            for sign, of in ((-1, lines.get((event.table, event.coup), ())), (1, event.lines)):
                for line in of:
                    points[event.round, line.player] += sign * line.won
            lines[event.table, event.coup] = event.lines
        elif isinstance(event, e.PointsPenalised):
            points[event.round, event.player] -= event.points
        elif isinstance(event, e.PlaceFilled):
            points[event.round, event.player] = points.pop((event.round, event.gone))
        elif isinstance(event, e.ProgressionAnnounced | e.ProgressionQuestioned):
            ranked = [points[event.round, group[0]] for group in event.ranking]
            assert ranked == sorted(ranked, reverse=True)
            assert all(
                points[event.round, player] == points[event.round, group[0]]
                for group in event.ranking
                for player in group
            )
            last = [points[event.round, player] for player in event.through[-1:]]
            overall = state.rules.round_named(event.round).best_overall
            behind = [
                points[event.round, player]
                for group in event.ranking
                for player in group
                if player not in event.through
            ]
            assert not overall or not last or max(behind, default=last[0]) <= last[0]
        state = evolve(state, event)


@pytest.mark.parametrize("batch", range(BATCHES))
def test_sums_seats_and_ranks_hold_in_any_tournament(batch: int) -> None:
    for seed in range(batch * EACH, (batch + 1) * EACH):
        evening = played(seed)
        held = evening.held
        points_hold(held.events, held.state)
        money_holds(held.events, held.state)
        seats_hold(held.state)
        ranks_hold(held.events)


def test_a_tournament_follows_from_its_events_at_each_of_them() -> None:
    for seed in range(8):
        held = played(seed).held
        written = [msgspec.json.encode(event) for event in held.events]
        read = [msgspec.json.decode(row, type=e.TournamentEvent) for row in written]
        assert read == held.events
        state = Tournament()
        for count, event in enumerate(read):
            state = evolve(state, event)
            if count % 17 == 0:
                assert fold(Tournament(), read[: count + 1]) == state
        assert state == held.state
        assert report(state).digest() == report(held.state).digest()


# The fields of each kind of event that are one of some words: why somebody is out, how a table finished.
WORDS = {
    kind: [name for name, hint in get_type_hints(kind).items() if get_origin(hint) is Literal]
    for kind in e.TournamentEvent.__args__
}


def words_of_events() -> set[tuple[str, str, str]]:
    """Return each word that an event can say, with its kind and field."""
    return {
        (kind.__name__, field, word)
        for kind, fields in WORDS.items()
        for field in fields
        for word in get_args(get_type_hints(kind)[field])
    }


def test_every_kind_of_event_and_most_refusals_come_about() -> None:
    # So that the other tests here are about everything that can happen.
    events: Counter[str] = Counter()
    refusals: set[str] = set()
    said: set[tuple[str, str, str]] = set()
    for seed in range(150):
        evening = played(seed)
        events += Counter(type(event).__name__ for event in evening.held.events)
        refusals |= evening.refusals
        for event in evening.held.events:
            said |= {(type(event).__name__, field, getattr(event, field)) for field in WORDS[type(event)]}
    wanted = {kind.__name__ for kind in e.TournamentEvent.__args__}
    assert not wanted - events.keys()
    assert not words_of_events() - said
    assert len(refusals) >= 25
