"""Changes of players: substitutes, retirements, disqualifications and buy-backs."""

from typing import assert_never

from firmware.refusal import Refused
from firmware.tournament import commands as c
from firmware.tournament import events as e
from firmware.tournament.codes import TournamentCode
from firmware.tournament.conditions import ENTRY, Round
from firmware.tournament.coups import running
from firmware.tournament.entering import need_new_person, promote
from firmware.tournament.finishing import finish_tables
from firmware.tournament.standings import eligible
from firmware.tournament.turn import Turn


def decide_change(turn: Turn, command: c.ChangeCommand) -> None:
    """Decide on changes of players."""
    match command:
        case c.Nominate():
            turn.player(command.player)
            need_new_person(turn.state, command.person)
            turn.say(e.SubstituteNominated(command.player, command.person))
        case c.DecideSubstitute():
            _substitute(turn, command)
        case c.Retire():
            _retire(turn, command)
        case c.Disqualify():
            _disqualify(turn, command)
        case c.BuyBack():
            _buy_back(turn, command)
        case _:
            assert_never(command)


def _substitute(turn: Turn, command: c.DecideSubstitute) -> None:
    player = turn.player(command.player)
    if not player.nominated:
        raise Refused(TournamentCode.NOBODY_NOMINATED, "12.3.3", player=command.player)
    # crown 12.3.3
    turn.say(e.SubstituteDecided(command.player, player.nominated, command.approve, command.by))


def _retire(turn: Turn, command: c.Retire) -> None:
    waiting = turn.player(command.player).status == "waiting"
    # crown 12.2.1(h): somebody who never had a place has played nothing
    percent = 100 if waiting else turn.rules().departures.retired_refund_percent
    _leave(turn, e.PlayerOut(command.player, "retired", 0, turn.refund(command.player, percent)))


def _disqualify(turn: Turn, command: c.Disqualify) -> None:
    departures = turn.rules().departures
    # Wherever they are: entered, waiting, at a seat, absent, or between rounds.
    turn.player(command.player)
    if not 1 <= command.ground <= len(departures.grounds):
        # crown 12.2.1(h)
        raise Refused(TournamentCode.GROUND_UNKNOWN, "12.2.1(h)", most=len(departures.grounds))
    refund = turn.refund(command.player, departures.disqualified_refund_percent)
    _leave(turn, e.PlayerOut(command.player, "disqualified", command.ground, refund))


def _leave(turn: Turn, out: e.PlayerOut) -> None:
    """Put on record who is out: their place is free for who waits, and a table without players is finished."""
    had_place = turn.player(out.player).status == "in"
    turn.say(out)
    if had_place and not turn.state.rounds:
        promote(turn)
    if running(turn.state) is not None:
        finish_tables(turn)


def _buy_back(turn: Turn, command: c.BuyBack) -> None:
    """Let an eliminated player buy back (12.2.1(e)), once everybody who qualified by play is known."""
    player, terms = turn.player(command.player), turn.rules().buy_back
    if command.round not in terms.rounds or len(player.back_in) >= terms.times:
        # crown 12.2.1(e)
        raise Refused(TournamentCode.NO_BUYING_BACK, "12.2.1(e)", most=terms.times)
    into = turn.rules().round_named(command.round)
    known = all(_announced(turn, source) for source in into.takes)
    if command.round in turn.state.rounds or not known:
        raise Refused(TournamentCode.NO_BUYING_BACK, "12.2.1(e)", most=terms.times)
    there = eligible(turn.state, into)
    if not _eliminated(turn, command.player, into):
        raise Refused(TournamentCode.NOT_ELIMINATED, "12.2.1(e)", player=command.player)
    if len(there) >= into.places:
        raise Refused(TournamentCode.NO_SEAT_LEFT, round=command.round)
    turn.need_fee(command.paid, terms.fee, "12.2.1(e)")
    turn.say(e.BoughtBack(command.player, command.round, terms.fee, turn.pool_of(terms.fee)))


def _announced(turn: Turn, source: str) -> bool:
    name = source.partition(":")[0]
    there = turn.state.rounds.get(name)
    return name == ENTRY or (there is not None and there.announced)


def _eliminated(turn: Turn, player: int, into: Round) -> bool:
    """Whether a player has played and has no further round."""
    state = turn.state
    played = any(player in one.players for one in state.rounds.values() if one.announced)
    current = state.round
    still = current is not None and not current.announced and player in current.players
    ahead = [one for one in turn.rules().rounds if one.name not in state.rounds]
    return played and not still and not any(player in eligible(state, one) for one in (*ahead, into))
