"""Entry: who plays, what they pay, and how they withdraw (12.2.1(a), (f), (g))."""

from typing import Final, assert_never

from firmware.refusal import Refused
from firmware.tournament import commands as c
from firmware.tournament import events as e
from firmware.tournament.codes import TournamentCode
from firmware.tournament.state import Tournament
from firmware.tournament.turn import Turn

MINUTE: Final = 60_000


def decide_entry(turn: Turn, command: c.EntryCommand) -> None:
    """Decide on entry."""
    match command:
        case c.OpenEntry():
            _open(turn)
        case c.Enter():
            _enter(turn, command)
        case c.RefuseEntry():
            _refuse(turn, command)
        case c.Sign():
            # crown 12.2.4
            turn.player(command.player)
            turn.say(e.ConditionsSigned(command.player, command.how, turn.state.digest))
        case c.Withdraw():
            _withdraw(turn, command)
        case c.CloseEntry():
            _close(turn)
        case c.CallOff():
            _call_off(turn, command)
        case _:
            assert_never(command)


def _open(turn: Turn) -> None:
    turn.rules()
    if not turn.state.director:
        raise Refused(TournamentCode.DIRECTOR_MISSING, "12.1.2")
    if turn.state.entry:
        raise Refused(TournamentCode.ENTRY_BEGUN)
    turn.say(e.EntryOpened())


def _need_open(turn: Turn) -> None:
    if turn.state.entry != "open":
        raise Refused(TournamentCode.ENTRY_SHUT, "12.2.1(g)")


def need_new_person(state: Tournament, person: str) -> None:
    """Refuse a person who already plays: nobody plays two seats."""
    for player in state.players.values():
        if player.status != "out" and person in (player.person, player.substitute, player.nominated):
            raise Refused(TournamentCode.PERSON_PLAYS, person=person, player=player.number)


def _enter(turn: Turn, command: c.Enter) -> None:
    entry = turn.rules().entry
    _need_open(turn)
    if not command.entitled:
        # crown 12.2.1(f)(i)
        raise Refused(TournamentCode.NOT_ENTITLED, "12.2.1(f)(i)")
    if not command.form:
        raise Refused(TournamentCode.NO_APPLICATION_FORM, "12.2.1(g)")
    need_new_person(turn.state, command.person)
    # crown 12.2.1(a)
    turn.need_fee(command.paid, entry.fee, "12.2.1(a)")
    waiting = turn.state.playing() >= entry.most
    if waiting and not entry.waiting_list:
        # crown 12.2.1(g)
        raise Refused(TournamentCode.TOURNAMENT_FULL, "12.2.1(g)", most=entry.most)
    number, pool = len(turn.state.players) + 1, turn.pool_of(entry.fee)
    turn.say(e.PlayerEntered(number, command.person, command.name, entry.fee, pool, waiting))


def _refuse(turn: Turn, command: c.RefuseEntry) -> None:
    eligibility = turn.rules().eligibility
    _need_open(turn)
    reserved = {
        "not-entitled": True,
        # crown 12.2.1(f)(ii), 12.2.1(f)(iii): only the conditions' own reasons may be given
        "criteria": bool(eligibility.criteria),
        "reserved": eligibility.may_refuse != "none",
    }
    if not reserved[command.ground]:
        raise Refused(TournamentCode.RIGHT_NOT_RESERVED, "12.2.1(f)")
    turn.say(e.EntryRefused(command.person, command.name, command.ground, command.reason))


def _withdraw(turn: Turn, command: c.Withdraw) -> None:
    player = turn.player(command.player)
    rounds, entry = turn.state.rounds, turn.rules().entry
    if any(one.begun for one in rounds.values()):
        raise Refused(TournamentCode.PLAY_BEGUN, "12.2.1(g)")
    starts = [one.start for one in rounds.values() if one.start is not None]
    late = any(turn.now > start - entry.withdraw_minutes * MINUTE for start in starts)
    percent = entry.late_refund_percent if late and player.status == "in" else 100
    turn.say(e.PlayerWithdrew(turn.refund(command.player, percent)))
    # Seats are not drawn twice: a place that becomes free afterwards stays free.
    if player.status == "in" and not rounds:
        promote(turn)


def promote(turn: Turn) -> None:
    """Give a free place to the player who has waited longest."""
    waiting = next((one.number for one in turn.state.players.values() if one.status == "waiting"), None)
    if waiting is not None:
        turn.say(e.PlayerPromoted(waiting))


def _close(turn: Turn) -> None:
    _need_open(turn)
    playing, least = turn.state.playing(), turn.rules().entry.least
    if playing < least:
        # crown 12.2.1(g)
        raise Refused(TournamentCode.TOO_FEW_PLAYERS, "12.2.1(g)", count=playing, least=least)
    turn.say(e.EntryClosed(playing))


def _call_off(turn: Turn, command: c.CallOff) -> None:
    turn.rules()
    if any(one.begun for one in turn.state.rounds.values()):
        raise Refused(TournamentCode.PLAY_BEGUN)
    players = [one.number for one in turn.state.players.values() if one.status != "out"]
    turn.say(e.CalledOff(command.reason, tuple(turn.refund(number, 100) for number in players)))
