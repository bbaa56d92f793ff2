"""Folds of what happens in a round before and around its coups."""

from typing import assert_never

from msgspec.structs import replace

from firmware.tournament import events as e
from firmware.tournament.accounts import with_fee, with_points
from firmware.tournament.state import RoundState, Score, Session, Tournament, account


def in_round(state: Tournament, **changes: object) -> Tournament:
    """Return the tournament with changes of the round that was opened last."""
    there = state.rounds[state.current]
    return replace(state, rounds={**state.rounds, state.current: replace(there, **changes)})


def in_session(state: Tournament, **changes: object) -> Tournament:
    """Return the tournament with changes of the session that is being played."""
    session = state.rounds[state.current].session
    assert session is not None
    return in_round(state, session=replace(session, **changes))


def round_(state: Tournament, event: e.RoundEvent) -> Tournament:
    """Return the tournament after something happened in a round."""
    match event:
        case e.RoundOpened():
            opened = RoundState(event.round, event.tables, event.players)
            after = replace(state, rounds={**state.rounds, event.round: opened}, current=event.round)
        case e.SeatsDrawn():
            after = in_round(state, seats={seat.player: seat for seat in event.seats})
        case e.BuyInPaid():
            player = state.players[event.player]
            paid = replace(player, bought_in=player.bought_in | {event.round})
            there = replace(state, players={**state.players, event.player: paid})
            after = with_fee(there, event.player, event.amount, event.pool)
        case e.SessionScheduled():
            after = in_round(state, start=event.start)
        case e.PlayersBriefed():
            after = in_round(state, briefed=state.rounds[event.round].briefed | set(event.players))
        case e.SessionStarted():
            after = _started(state, event)
        case e.PlayerArrived():
            after = in_session(state, late=session_of(state).late - {event.player})
        case e.TimeUp():
            after = in_session(state, target=event.coups)
        case _:
            assert_never(event)
    return after


def session_of(state: Tournament) -> Session:
    """Return the session that is under way."""
    session = state.rounds[state.current].session
    assert session is not None
    return session


def _started(state: Tournament, event: e.SessionStarted) -> Tournament:
    there = state.rounds[event.round]
    scores = dict(there.scores)
    for player in event.players:
        # 12.2.1(b): what was carried into the round counts once, the credit of each session
        score = scores.get(player) or Score(carried=state.balance(player))
        scores[player] = replace(score, credited=score.credited + event.credit)
    tables = dict.fromkeys(sorted({there.seats[player].table for player in event.players}), 0)
    session = Session(event.session, event.at, tables, late=frozenset(event.absent))
    after = in_round(state, scores=scores, session=session)
    return with_points(after, [("credit", account(player), event.credit) for player in event.players])
