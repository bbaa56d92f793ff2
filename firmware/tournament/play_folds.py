"""Folds of coups, and of what happens at a tournament's tables."""

from typing import assert_never

from msgspec.structs import replace

from firmware.tournament import events as e
from firmware.tournament.accounts import disposed, with_points
from firmware.tournament.round_folds import in_round, in_session, session_of
from firmware.tournament.state import CoupRecord, Score, Tournament, account, seat_key


def coup(state: Tournament, event: e.CoupEvent) -> Tournament:
    """Return the tournament after something happened in a coup."""
    match event:
        case e.CoupOpened():
            after = in_session(state, open=session_of(state).open | {event.table})
        case e.CoupPlayed():
            after = _played(state, event)
        case e.CoupUnfit():
            strange = {seat_key(event.table, event.coup)} if event.why == "no-session" else set()
            after = replace(state, strange=state.strange | strange)
        case e.PointsPenalised():
            after = with_points(state, [(account(event.player), "penalties", event.points)])
            score = after.rounds[event.round].scores[event.player]
            after = _score(after, event.round, event.player, replace(score, penalties=score.penalties + event.points))
        case e.CoupCorrected():
            after = _corrected(state, event)
        case _:
            assert_never(event)
    return after


def _score(state: Tournament, name: str, player: int, score: Score) -> Tournament:
    there = state.rounds[name]
    return replace(state, rounds={**state.rounds, name: replace(there, scores={**there.scores, player: score})})


def _played(state: Tournament, event: e.CoupPlayed) -> Tournament:
    session = session_of(state)
    counted = {**session.coups, event.table: session.coups[event.table] + event.counts}
    after = in_session(state, coups=counted, open=session.open - {event.table})
    record = CoupRecord(event.round, event.session, event.table, event.coup, event.kind, event.counts, event.lines)
    after = replace(after, coups={**after.coups, seat_key(event.table, event.coup): record})
    return _won(after, event.round, event.lines, 1)


def _won(state: Tournament, name: str, lines: tuple[e.Line, ...], sign: int) -> Tournament:
    """Add a coup's results to points and scores; with -1, take them out again."""
    scores = dict(state.rounds[name].scores)
    for line in lines:
        score = scores[line.player]
        scores[line.player] = replace(score, won=score.won + sign * line.won, wins=score.wins + sign * (line.won > 0))
    after = replace(state, rounds={**state.rounds, name: replace(state.rounds[name], scores=scores)})
    return with_points(after, [("won", account(line.player), sign * line.won) for line in lines])


def _corrected(state: Tournament, event: e.CoupCorrected) -> Tournament:
    key = seat_key(event.table, event.coup)
    was = state.coups[key]
    now = replace(was, kind=event.kind, counts=event.counts, lines=event.lines, corrected=True)
    after = _won(_won(state, event.round, was.lines, -1), event.round, event.lines, 1)
    after = replace(after, coups={**after.coups, key: now})
    there = after.rounds[event.round]
    if there.session is not None and there.session.number == event.session and after.current == event.round:
        coups = there.session.coups
        counted = {**coups, event.table: coups[event.table] + event.counts - was.counts}
        return in_session(after, coups=counted)
    # The session's points have already ended: what moves now ends in the same way (12.2.1(b), reading 33).
    balances = after.rules.round_named(event.round).balances
    if balances == "carried" and not after.over:
        return after
    to = "void" if balances == "carried" else balances
    for line in (*was.lines, *event.lines):
        moves = line.won if line in event.lines else 0
        moves -= line.won if line in was.lines else 0
        if moves:
            after = disposed(after, line.player, moves, to)
    return after


def table(state: Tournament, event: e.TableEvent) -> Tournament:
    """Return the tournament after something happened at a table."""
    match event:
        case e.SeatFailed():
            after = in_session(state, failed={**session_of(state).failed, seat_key(event.table, event.ats): event.why})
        case e.SeatRestored():
            back = seat_key(event.table, event.ats)
            failed = {key: why for key, why in session_of(state).failed.items() if key != back}
            after = in_session(state, failed=failed)
        case e.PlayerMoved():
            seats = {**state.rounds[state.current].seats, event.seat.player: event.seat}
            after = in_round(state, seats=seats)
        case e.PlayerAgreed():
            after = in_session(state, agreed=session_of(state).agreed | {event.player})
        case e.TableFinished():
            after = in_session(state, finished=session_of(state).finished | {event.table})
        case e.SessionEnded():
            after = _ended(state, event)
        case _:
            assert_never(event)
    return after


def _ended(state: Tournament, event: e.SessionEnded) -> Tournament:
    there = state.rounds[event.round]
    ended = {balance.player: balance.points for balance in event.balances}
    after = in_round(state, session=None, played=there.played + 1, start=None, briefed=frozenset(), ended=ended)
    if event.disposition == "carried":
        return after
    for balance in event.balances:
        after = disposed(after, balance.player, balance.points, event.disposition)
    return after
