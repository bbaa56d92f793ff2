"""Rounds and sessions: tables, seats, notice, briefing, start, and those who come late (12.2, 12.3)."""

from typing import assert_never

from firmware.refusal import Refused
from firmware.tournament import commands as c
from firmware.tournament import events as e
from firmware.tournament.codes import TournamentCode
from firmware.tournament.conditions import Round
from firmware.tournament.draw import draw_seats
from firmware.tournament.entering import MINUTE
from firmware.tournament.finishing import finish_tables, left_in
from firmware.tournament.standings import eligible
from firmware.tournament.turn import Turn


def decide_round(turn: Turn, command: c.RoundCommand) -> None:
    """Decide on rounds and sessions."""
    match command:
        case c.OpenRound():
            _open(turn, command)
        case c.DrawSeats():
            _draw(turn, command)
        case c.PayBuyIn():
            _pay(turn, command)
        case c.ScheduleSession():
            _schedule(turn, command)
        case c.Brief():
            _brief(turn, command)
        case c.StartSession():
            _start(turn, command)
        case c.Arrive():
            _arrive(turn, command)
        case c.RuleAbsence():
            _absent(turn, command)
        case _:
            assert_never(command)


def _open(turn: Turn, command: c.OpenRound) -> None:
    if turn.state.entry != "closed":
        raise Refused(TournamentCode.ENTRY_STILL_OPEN, "12.2.1(g)")
    turn.need_no_question()
    before = turn.state.round
    if before is not None and not before.announced:
        raise Refused(TournamentCode.ROUND_RUNNING, round=before.name)
    terms, skipped = next_round(turn)
    if terms is None:
        raise Refused(TournamentCode.ROUND_PLAYED, round=turn.state.current)
    # crown 12.3.1: as many tables as the conditions have (12.2.1(d)), each once
    if len(command.tables) != terms.tables or len(set(command.tables)) != terms.tables:
        raise Refused(TournamentCode.TABLES_WANTED, "12.3.1", count=terms.tables, round=terms.name)
    turn.say(e.RoundOpened(terms.name, command.tables, eligible(turn.state, terms), skipped))


def next_round(turn: Turn) -> tuple[Round | None, tuple[str, ...]]:
    """Return the next round that somebody comes to, and those before it that nobody does."""
    rounds, opened = turn.rules().rounds, turn.state.current
    names = [one.name for one in rounds]
    skipped: list[str] = []
    for terms in rounds[names.index(opened) + 1 if opened else 0 :]:
        if eligible(turn.state, terms):
            return terms, tuple(skipped)
        skipped.append(terms.name)
    return None, tuple(skipped)


def _draw(turn: Turn, command: c.DrawSeats) -> None:
    there = turn.round()
    if there.seats:
        raise Refused(TournamentCode.SEATS_DRAWN, round=there.name)
    players = [number for number in there.players if turn.state.players[number].status == "in"]
    # crown 12.1.1
    seats = draw_seats(players, there.tables, command.seed, f"seats/{there.name}")
    turn.say(e.SeatsDrawn(there.name, command.seed, seats))


def _pay(turn: Turn, command: c.PayBuyIn) -> None:
    there, player = turn.round(), turn.player(command.player)
    # crown 12.2.1(b)
    fee = turn.state.terms.buy_in
    if command.player not in there.players:
        raise Refused(TournamentCode.NOT_SEATED, player=command.player)
    if not fee or there.name in player.bought_in:
        raise Refused(TournamentCode.NO_BUY_IN, "12.2.1(b)", player=command.player)
    turn.need_fee(command.paid, fee, "12.2.1(b)")
    turn.say(e.BuyInPaid(command.player, there.name, fee, turn.pool_of(fee)))


def _schedule(turn: Turn, command: c.ScheduleSession) -> None:
    there = turn.round()
    if there.session is not None:
        raise Refused(TournamentCode.SESSION_UNDER_WAY, session=there.session.number)
    _need_sessions_left(turn)
    if command.start < turn.now:
        raise Refused(TournamentCode.START_PAST)
    # crown 12.3.4: whoever reckons with the earlier of both times is told so long before it
    notice = turn.rules().play.notice_minutes
    if there.start is not None and min(there.start, command.start) - turn.now < notice * MINUTE:
        raise Refused(TournamentCode.NOTICE_SHORT, "12.3.4", minutes=notice)
    turn.say(e.SessionScheduled(there.name, there.played + 1, command.start, turn.now))


def _need_sessions_left(turn: Turn) -> None:
    there = turn.round()
    if there.played >= turn.state.terms.sessions:
        raise Refused(TournamentCode.ROUND_PLAYED, round=there.name)


def _brief(turn: Turn, command: c.Brief) -> None:
    there = turn.round()
    for number in command.players:
        turn.seated(number)
    # crown 12.2.3
    session = there.played + 1
    turn.say(e.PlayersBriefed(there.name, session, tuple(sorted(set(command.players))), command.by))


def _start(turn: Turn, command: c.StartSession) -> None:
    there = turn.round()
    if there.session is not None:
        raise Refused(TournamentCode.SESSION_UNDER_WAY, session=there.session.number)
    turn.need_no_question()
    _need_sessions_left(turn)
    if not there.seats:
        raise Refused(TournamentCode.SEATS_NOT_DRAWN, round=there.name)
    if there.start is None:
        raise Refused(TournamentCode.NOT_SCHEDULED)
    if turn.now < there.start:
        raise Refused(TournamentCode.TOO_EARLY, minutes=-(-(there.start - turn.now) // MINUTE))
    for number in command.present:
        _need_ready(turn, number)
    players = left_in(turn.state, there)
    if not players:
        raise Refused(TournamentCode.TOO_FEW_PLAYERS, count=0, least=1)
    absent = tuple(number for number in players if number not in command.present)
    # crown 12.1.1, 12.2.1(b): the same credit for all
    credit = turn.state.terms.credit
    turn.say(e.SessionStarted(there.name, there.played + 1, turn.now, credit, players, absent))
    finish_tables(turn)


def _need_ready(turn: Turn, number: int) -> None:
    """Refuse a player who is not briefed, or has not signed or paid as the conditions require."""
    player = turn.player(number)
    turn.seated(number)
    there, rules = turn.round(), turn.rules()
    # crown 12.2.3
    if number not in there.briefed:
        raise Refused(TournamentCode.NOT_BRIEFED, "12.2.3", player=number)
    # crown 12.2.4
    if rules.entry.signatures and not player.signed:
        raise Refused(TournamentCode.NOT_SIGNED, "12.2.4", player=number)
    if turn.state.terms.buy_in and there.name not in player.bought_in:
        raise Refused(TournamentCode.BUY_IN_DUE, "12.2.1(b)", player=number, amount=turn.state.terms.buy_in)


def _need_late(turn: Turn, number: int) -> None:
    if number not in turn.session().late:
        raise Refused(TournamentCode.NOT_LATE, player=number)


def _arrive(turn: Turn, command: c.Arrive) -> None:
    _need_late(turn, command.player)
    _need_ready(turn, command.player)
    turn.say(e.PlayerArrived(command.player))


def _absent(turn: Turn, command: c.RuleAbsence) -> None:
    """Carry out what the conditions say about absence (12.2.1(i)); anybody who retired earlier has already left."""
    turn.player(command.player)
    _need_late(turn, command.player)
    there, attendance = turn.round(), turn.rules().attendance
    over = turn.session().started + attendance.grace_minutes * MINUTE
    if turn.now < over:
        raise Refused(
            TournamentCode.GRACE_RUNS, "12.2.1(i)", player=command.player, minutes=-(-(over - turn.now) // MINUTE)
        )
    refund = turn.refund(command.player, attendance.absent_refund_percent)
    waiting = [one.number for one in turn.state.players.values() if one.status == "waiting"]
    # crown 12.2.1(i)
    if attendance.then == "played-down":
        turn.say(e.PlayedDown(command.player))
    elif attendance.then == "replaced" and waiting and there.name == turn.rules().rounds[0].name:
        turn.say(e.PlaceFilled(command.player, waiting[0], there.name, refund))
    else:
        turn.say(e.PlaceForfeited(command.player, there.name, refund))
    finish_tables(turn)
