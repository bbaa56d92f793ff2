"""Coups of a session: which may be opened, which count, what a missed wager costs, and corrections."""

from typing import Literal, assert_never

from msgspec.structs import replace

from firmware.refusal import Refused
from firmware.tournament import commands as c
from firmware.tournament import events as e
from firmware.tournament.codes import TournamentCode
from firmware.tournament.entering import MINUTE
from firmware.tournament.finishing import coups_while_held, finish_tables, players_at, quota, seats_out
from firmware.tournament.standings import Judge, final_ranking, judged
from firmware.tournament.state import Session, Tournament, seat_key
from firmware.tournament.turn import Turn

Kind = Literal["played", "void", "dummy"]


def decide_coup(turn: Turn, command: c.CoupCommand) -> None:
    """Decide on coups."""
    match command:
        case c.OpenCoup():
            _open(turn, command.table)
        case c.ReportOpened():
            _opened(turn, command.table)
        case c.ReportCoup():
            _played(turn, command)
        case c.ReportCorrection():
            _corrected(turn, command)
        case c.CheckTime():
            _check_time(turn)
        case _:
            assert_never(command)


def running(state: Tournament) -> Session | None:
    """Return the session that is being played, if one is."""
    there = state.round
    return None if there is None else there.session


def need_table(turn: Turn, table: int) -> Session:
    """Return the session; refuse a table that plays none, or no longer does."""
    session = turn.session()
    if table not in session.coups or table in session.finished:
        raise Refused(TournamentCode.TABLE_NOT_PLAYING, "12.3.2", table=table)
    return session


def need_closed(turn: Turn, table: int) -> None:
    """Refuse while a table's coup is under way."""
    if table in need_table(turn, table).open:
        raise Refused(TournamentCode.TOURNAMENT_COUP_OPEN, table=table)


def _open(turn: Turn, table: int) -> None:
    # crown 12.2.5: no coup without the Director; one that is under way is completed
    turn.need_presence()
    need_closed(turn, table)
    for seat in _seats_held(turn, table):
        raise Refused(TournamentCode.SEAT_OUT_OF_ORDER, "12.1.1", seat=seat)
    _check_time(turn)
    session = running(turn.state)
    wanted = None if session is None else quota(turn.state, session)
    if session is None or (wanted is not None and session.coups[table] >= wanted):
        raise Refused(TournamentCode.COUPS_PLAYED, "12.1.1", table=table)
    turn.say(e.CoupOpened(table))


def _opened(turn: Turn, table: int) -> None:
    """Record that a table opened a coup, with leave or within what it was allowed while the tournament was away."""
    session = running(turn.state)
    if session is not None and table in session.coups and table not in session.open | session.finished:
        turn.say(e.CoupOpened(table))


def _seats_held(turn: Turn, table: int) -> list[str]:
    """Return the seats that a table waits for: the terminal failed and the player has not moved.

    A table that is behind plays on until it has played as many coups as theirs. They miss none by that and can move
    there; if all tables waited, nobody could ever move to one that has played a different number.
    """
    # crown 12.1.1: their chance would not be equal
    session = turn.session()
    up_to = coups_while_held(turn.state)
    if up_to is None or session.coups[table] < up_to:
        return []
    return sorted(seats_out(turn.state))


def _check_time(turn: Turn) -> None:
    """Say that a session's minutes are over, and how many coups each table then plays."""
    session = running(turn.state)
    minutes = 0 if session is None else turn.state.terms.minutes
    if session is None or not minutes or session.target is not None or turn.now < session.started + minutes * MINUTE:
        return
    # A coup under way is completed, and is then one more for everybody (12.1.1).
    coups = max(count + (table in session.open) for table, count in session.coups.items())
    turn.say(e.TimeUp(turn.state.current, session.number, coups))
    finish_tables(turn)


def _played(turn: Turn, command: c.ReportCoup) -> None:
    """Record a coup. It has happened: one that does not fit is recorded too, and moves nothing."""
    why = _unfit(turn.state, command)
    if why is not None:
        turn.say(e.CoupUnfit(command.table, command.coup, why))
        return
    there, session = turn.round(), turn.session()
    before = {player: turn.state.balance(player) for player in there.scores}
    turn.say(
        e.CoupPlayed(
            there.name, session.number, command.table, command.coup, command.kind, _counts(turn, command.kind),
            _settled(command.kind, command.lines),
        )
    )  # fmt: skip
    if command.kind == "played":
        _missed(turn, command, before)
    _check_time(turn)
    if running(turn.state) is not None:
        finish_tables(turn)


def _unfit(
    state: Tournament, command: c.ReportCoup
) -> Literal["no-session", "no-player", "not-opened", "told-before"] | None:
    there, session, table = state.round, running(state), command.table
    if seat_key(table, command.coup) in state.coups:
        return "told-before"
    if there is None or session is None or table not in session.coups or table in session.finished:
        return "no-session"
    if table not in session.open and command.kind != "dummy":
        return "not-opened"
    seats = (there.seats.get(line.player) for line in command.lines)
    seated = all(seat is not None and seat.table == table for seat in seats)
    known = all(line.player in there.scores for line in command.lines)
    return None if seated and known and _once(command.lines) else "no-player"


def _once(lines: tuple[e.Line, ...]) -> bool:
    return len({line.player for line in lines}) == len(lines)


def _counts(turn: Turn, kind: Kind) -> bool:
    """Whether a coup counts for the session: a Dummy Coup never does, a void one as the conditions say."""
    return kind == "played" or (kind == "void" and turn.rules().play.void_counts)


def _settled(kind: Kind, lines: tuple[e.Line, ...]) -> tuple[e.Line, ...]:
    """Return a coup's lines; of a void or Dummy Coup every wager was returned (11.8.5, 13.4)."""
    return lines if kind == "played" else tuple(e.Line(line.player, line.wagered, 0) for line in lines)


def _missed(turn: Turn, command: c.ReportCoup, before: dict[int, int]) -> None:
    """Charge for a missed compulsory wager (12.2.1(c)); players who can no longer afford one miss none."""
    compulsory, play, there = turn.state.terms.compulsory, turn.rules().play, turn.round()
    wagered = {line.player: line.wagered for line in command.lines}
    for player in players_at(turn.state, there, command.table):
        if not wagered.get(player, 0) < compulsory <= before[player]:
            continue
        # crown 12.2.1(c)
        cost = min(play.penalty, max(turn.state.balance(player), 0))
        if play.missed_wager == "penalty" and cost:
            turn.say(e.PointsPenalised(there.name, player, command.table, command.coup, cost))
        elif play.missed_wager == "disqualification":
            refund = turn.refund(player, turn.rules().departures.disqualified_refund_percent)
            turn.say(e.PlayerOut(player, "missed-wager", 0, refund))


def _corrected(turn: Turn, command: c.ReportCorrection) -> None:
    """Record a correction: standings follow it, and announced standings become a question."""
    state = turn.state
    was = state.coups.get(seat_key(command.table, command.coup))
    if was is None:
        turn.say(e.CoupUnfit(command.table, command.coup, "no-session"))
        return
    there = state.rounds[was.round]
    if not _once(command.lines) or any(line.player not in there.scores for line in command.lines):
        turn.say(e.CoupUnfit(command.table, command.coup, "no-player"))
        return
    # A finished table does not play on: what counted there counts (12.1.1).
    session = there.session
    plays = session is not None and session.number == was.session and was.table not in session.finished
    counts = _counts(turn, command.kind) if plays else was.counts
    lines = _settled(command.kind, command.lines)
    turn.say(e.CoupCorrected(was.round, was.session, was.table, was.coup, command.kind, counts, lines))
    if plays:
        finish_tables(turn)
    else:
        _ask(turn, command, was.round)


def _ask(turn: Turn, command: c.ReportCorrection, name: str) -> None:
    """Ask the Director if a correction would change who goes on, or the places with prizes.

    A signed report stays as it is: only the correction is recorded.
    """
    state, there = turn.state, turn.state.rounds[name]
    if not there.announced or state.over in ("signed", "called off"):
        return
    now = judged(Judge(state, there, there.seed, strict=False))
    asked = any(one.round == name for one in state.asked)
    last = turn.rules().rounds[-1].name
    ended = last in state.rounds and state.rounds[last].announced
    changed = replace(state, rounds={**state.rounds, name: replace(there, ranking=now.ranking)})
    places = ended and final_ranking(changed) != final_ranking(state)
    if asked or set(now.through) != set(there.through) or places:
        turn.say(e.ProgressionQuestioned(name, command.table, command.coup, now.ranking, now.through))
