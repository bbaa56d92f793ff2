"""The end of a round, and of the tournament: who goes on, play-offs, the Director's answers, and prizes."""

from typing import assert_never

from firmware.refusal import Refused
from firmware.tournament import commands as c
from firmware.tournament import events as e
from firmware.tournament.codes import TournamentCode
from firmware.tournament.finishing import left_in
from firmware.tournament.payments import owed
from firmware.tournament.prizes import prizes_of
from firmware.tournament.seating import next_round
from firmware.tournament.standings import Judge, PlayOffNeeded, final_ranking, judged
from firmware.tournament.state import Tournament
from firmware.tournament.turn import Turn


def decide_end(turn: Turn, command: c.EndCommand) -> None:
    """Decide on the end of rounds."""
    match command:
        case c.Progress():
            _progress(turn, command)
        case c.ReportPlayOff():
            _play_off(turn, command)
        case c.Answer():
            _answer(turn, command)
        case c.AwardPrizes():
            _award(turn, command)
        case _:
            assert_never(command)


def _progress(turn: Turn, command: c.Progress) -> None:
    there = turn.round()
    if there.session is not None:
        raise Refused(TournamentCode.SESSION_UNDER_WAY, session=there.session.number)
    left = turn.state.terms.sessions - there.played
    # A round without players is over, whatever was planned.
    if left and left_in(turn.state, there):
        raise Refused(TournamentCode.SESSIONS_LEFT, "12.2.1(d)", count=left)
    if there.tie:
        raise Refused(TournamentCode.PLAY_OFF_DUE, count=len(there.tie))
    try:
        # crown 12.2.1(d)
        outcome = judged(Judge(turn.state, there, command.seed))
    except PlayOffNeeded as needed:
        turn.say(e.PlayOffCalled(there.name, needed.players))
        return
    turn.say(e.ProgressionAnnounced(there.name, command.seed, outcome.ranking, outcome.through))
    # Anybody still waiting for a place will not get one.
    for player in list(turn.state.players.values()):
        if player.status == "waiting":
            turn.say(e.PlayerOut(player.number, "not-placed", 0, turn.refund(player.number, 100)))


def _play_off(turn: Turn, command: c.ReportPlayOff) -> None:
    there = turn.round()
    if not there.tie:
        raise Refused(TournamentCode.NO_PLAY_OFF)
    if sorted(line.player for line in command.lines) != sorted(there.tie):
        raise Refused(TournamentCode.PLAY_OFF_DUE, count=len(there.tie))
    turn.say(e.PlayOffPlayed(there.name, command.lines))


def _answer(turn: Turn, command: c.Answer) -> None:
    """Record the Director's answer: the announced standings hold, or the corrected ones."""
    state = turn.state
    if not state.asked:
        raise Refused(TournamentCode.NOTHING_ASKED)
    asked, current = state.asked[0], state.round
    assert current is not None
    there = state.rounds[asked.round]
    later = current.name != asked.round
    paid = any(current.name in player.bought_in for player in state.players.values())
    goes_on = set(asked.through) == set(there.through)
    follows = list(state.rounds).index(current.name) - list(state.rounds).index(asked.round)
    if command.option == "change" and later and not goes_on and (current.begun or paid or follows > 1):
        raise Refused(TournamentCode.NEXT_ROUND_BEGUN, round=current.name)
    if command.option == "change":
        _need_prizes_unpaid(state)
    told = asked if command.option == "change" else there
    turn.say(e.ProgressionAnswered(asked.round, command.option, command.by, told.ranking, told.through))
    if command.option == "change" and state.over == "awarded":
        given = state.given
        _give(turn, given.pool, given.seed)


def _need_prizes_unpaid(state: Tournament) -> None:
    """Refuse to change prizes once one has been paid or is being paid."""
    for award in state.awards:
        if award.player in state.paying or owed(state, award.player) < award.amount:
            raise Refused(TournamentCode.PRIZES_PAID, "12.2.1(j)", player=award.player)


def _award(turn: Turn, command: c.AwardPrizes) -> None:
    """Give the prizes when every round is announced (12.2.1(j))."""
    state = turn.state
    turn.need_no_question()
    there = state.round
    if there is None or not there.announced or next_round(turn)[0] is not None:
        raise Refused(TournamentCode.ROUNDS_LEFT, "12.2.1(j)")
    _give(turn, state.money.get("pool", 0), command.seed)


def _give(turn: Turn, pool: int, seed: int) -> None:
    # crown 12.2.1(j)
    awards = prizes_of(turn.rules().prizes, pool, final_ranking(turn.state), seed)
    turn.say(e.PrizesAwarded(seed, awards, pool - sum(award.amount for award in awards)))
