"""Tournaments at random, from a seed: conditions, players, faults, corrections, and wishes that do not fit."""

from collections.abc import Callable
from random import Random
from typing import Any

from held_tournament import DIRECTOR, EXAMPLE, MINUTE, Held, entering
from msgspec.structs import replace

from firmware.refusal import Refused
from firmware.tournament import commands as c
from firmware.tournament import events as e
from firmware.tournament.conditions import Conditions, Round
from firmware.tournament.decide import FACTS
from firmware.tournament.soundness import problems
from firmware.tournament.state import RoundState


def any_conditions(chance: Random) -> Conditions:
    """Heats, a second chance or not, and a final; what else conditions leave open, at random."""
    pick = chance.choice
    disposition = pick(["void", "void", "cash", "carried"])

    def part(name: str, kind: Any, takes: tuple[str, ...], tables: int, through: tuple[int, int]) -> Round:
        coups = pick([0, 1, 2, 3])
        return Round(
            name, kind, takes, tables, 6, pick([1, 1, 2]), coups, 0 if coups else 30, pick([100_00, 1000_00]),
            pick([0, 0, 20_01]), disposition, 5_00, pick([0, 10_00]), 200_00, (), *through,
        )  # fmt: skip

    rounds = [part("heats", "main", ("entry",), 2, (pick([0, 1, 2]), pick([1, 2])))]
    into = ["heats:progressed"]
    again = chance.random() < 0.6
    if again:
        rounds.append(part("again", "repechage", ("heats:eliminated", "heats:absent"), 2, (1, pick([0, 1]))))
        into.append("again:progressed")
    rounds.append(part("final", "main", tuple(into), 2, (0, 0)))
    breaks = chance.sample(["play-off", "most-wins", "earlier-standing"], chance.randrange(4))
    missed = pick(["nothing", "penalty", "penalty", "disqualification"])
    sound = replace(
        EXAMPLE,
        rounds=tuple(rounds),
        entry=replace(
            EXAMPLE.entry, fee=pick([0, 33_33, 100_00]), pool_percent=pick([0, 77, 100]), least=2, most=pick([6, 9]),
            waiting_list=pick([True, False]), late_refund_percent=pick([0, 33]), signatures=False,
        ),
        buy_back=replace(EXAMPLE.buy_back, times=2 if again else 0, rounds=("again", "final") if again else ()),
        play=replace(
            EXAMPLE.play, missed_wager=missed, penalty=7_00 if missed == "penalty" else 0, notice_minutes=1,
            void_counts=pick([True, False]),
        ),
        departures=replace(
            EXAMPLE.departures, retired_refund_percent=pick([0, 50]), disqualified_refund_percent=pick([0, 25])
        ),
        attendance=replace(
            EXAMPLE.attendance, grace_minutes=pick([0, 1]), then=pick(["forfeit", "replaced", "played-down"]),
            absent_refund_percent=10,
        ),
        standing=replace(EXAMPLE.standing, tie_breaks=(*breaks, "lot")),
        prizes=replace(
            EXAMPLE.prizes, percents=pick([(100,), (50, 30, 20), (34, 33, 33)]),
            equal_places=pick(["share", "tie-break"]), last_cent=pick(["house", "earliest-entry", "lot"]),
        ),
        eligibility=replace(EXAMPLE.eligibility, criteria=pick([(), ("Members only.",)])),
        rule_6=replace(EXAMPLE.rule_6, leaving=pick([True, False])),
    )  # fmt: skip
    assert not list(problems(sound))
    return sound


class Evening:
    """A tournament that is played at random; `refusals`: what was refused on the way."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.held = Held(any_conditions(self.chance))
        self.refusals: set[str] = set()

    def wish(self, command: c.TournamentCommand) -> None:
        """Tell the tournament something; it may refuse."""
        try:
            self.held.tell(command)
        except Refused as why:
            assert not isinstance(command, FACTS), "a fact is never refused"
            self.refusals.add(str(why.code))

    def play(self) -> None:
        """Play until the report is signed."""
        held, chance = self.held, self.chance
        held.tell(c.OpenEntry())
        for _ in range(3000):
            held.now += chance.choice([0, 1000, MINUTE])
            if held.state.over in ("signed", "called off"):
                return
            if chance.random() < 0.45:
                self.wish(chance.choice(MISCHIEF)(self))
            else:
                self.advance()
        raise AssertionError(f"it never ends: {held.events[-5:]}")

    def advance(self) -> None:
        """Do what comes next."""
        state = self.held.state
        there = state.round
        if not state.present:
            self.wish(c.SignOn(state.director))
        elif state.entry == "open":
            self.enter()
        elif state.asked:
            self.wish(c.Answer(DIRECTOR, self.chance.choice(["keep", "change"])))
            if self.held.state.asked:
                self.wish(c.Answer(DIRECTOR, "keep"))
        elif state.over == "awarded":
            self.wish(c.SignReport(DIRECTOR))
        elif there is None or there.announced:
            self.next_round()
        else:
            self.round(there)

    def round(self, there: RoundState) -> None:
        state = self.held.state
        gone = there.absent | {number for number, one in state.players.items() if one.status == "out"}
        if not set(there.players) - gone:  # nobody is left in it
            self.wish(c.Progress(DIRECTOR, 1))
            self.wish(c.CheckTime())
        elif not there.seats:
            self.wish(c.DrawSeats(DIRECTOR, self.chance.randrange(10**6)))
        elif there.session is not None:
            self.session()
        elif there.tie:
            lines = tuple(e.Line(player, 5_00, self.chance.choice([-5_00, 5_00])) for player in there.tie)
            self.wish(c.ReportPlayOff(DIRECTOR, lines))
        elif there.played == state.terms.sessions:
            self.wish(c.Progress(DIRECTOR, self.chance.randrange(10**6)))
        else:
            self.start()

    def enter(self) -> None:
        players = len(self.held.state.players)
        if self.chance.random() < 0.003:
            self.wish(c.CallOff("flood"))
        if players < 5 or self.chance.random() < 0.85:
            self.wish(entering(players + 1, self.held.state.rules.entry.fee))
        else:
            self.wish(c.CloseEntry())

    def next_round(self) -> None:
        one, two = self.chance.sample(range(1, 9), 2)
        self.wish(c.OpenRound(DIRECTOR, (one, two)))
        there = self.held.state.round
        if there is None or there.announced:
            self.wish(c.AwardPrizes(DIRECTOR, self.chance.randrange(10**6)))
        if self.held.state.entry == "closed" and self.held.state.playing() == 0:
            self.wish(c.CallOff("nobody is left"))

    def start(self) -> None:
        held, there = self.held, self.held.state.round
        assert there is not None
        players = tuple(n for n in there.seats if held.state.players[n].status == "in")
        fee = held.state.terms.buy_in
        for player in players:
            if fee and there.name not in held.state.players[player].bought_in:
                self.wish(c.PayBuyIn(player, fee))
        self.wish(c.Brief(DIRECTOR, players))
        if there.start is None:
            self.wish(c.ScheduleSession(DIRECTOR, held.now + MINUTE))
        there = held.state.round
        assert there is not None
        held.now = max(held.now, there.start or 0)
        present = tuple(player for player in players if self.chance.random() < 0.85)
        self.wish(c.StartSession(DIRECTOR, present))

    def session(self) -> None:
        held, there = self.held, self.held.state.round
        assert there is not None
        assert there.session is not None
        session = there.session
        for key in session.failed:
            table, ats = map(int, key.split("/"))
            self.wish(c.ReportRestored(table, ats))
        for player in session.late:
            if self.chance.random() < 0.3:
                self.wish(c.Arrive(player) if self.chance.random() < 0.5 else c.RuleAbsence(DIRECTOR, player))
        left = [table for table in session.coups if table not in session.finished]
        if left and held.state.round is not None and held.state.round.session is not None:
            self.coup(self.chance.choice(left))
        self.wish(c.CheckTime())

    def coup(self, table: int) -> None:
        self.wish(c.OpenCoup(table))
        if self.chance.random() < 0.1:
            self.wish(self.chance.choice(MISCHIEF)(self))
        self.held.coup += 1
        kind: Any = self.chance.choice(["played"] * 8 + ["void", "dummy"])
        self.wish(c.ReportCoup(table, self.held.coup, kind, self.lines(table)))

    def lines(self, table: int) -> tuple[e.Line, ...]:
        there, state = self.held.state.round, self.held.state
        assert there is not None
        lines = []
        for seat in there.seats.values():
            if seat.table != table or self.chance.random() < 0.2:
                continue
            stake = min(self.chance.choice([5_00, 10_00, 200_00]), max(state.balance(seat.player), 0))
            lines.append(e.Line(seat.player, stake, self.chance.choice([-stake, -stake, stake, 8 * stake, 0])))
        return tuple(lines)

    def anybody(self) -> int:
        return self.chance.randrange(len(self.held.state.players) + 2)

    def anywhere(self) -> tuple[int, int]:
        """A table and a terminal: mostly where somebody sits."""
        there = self.held.state.round
        seats = list(there.seats.values()) if there is not None else []
        if seats and self.chance.random() < 0.8:
            seat = self.chance.choice(seats)
            return seat.table, seat.ats
        return self.chance.randrange(1, 9), self.chance.randrange(1, 8)


def _correction(evening: Evening) -> c.TournamentCommand:
    records = list(evening.held.state.coups.values())
    if not records:
        return c.ReportCorrection(1, 10**6, "void", ())
    was = evening.chance.choice(records[-8:])
    kind: Any = evening.chance.choice(["played", "played", "void", "dummy"])
    lines = tuple(e.Line(l.player, l.wagered, evening.chance.choice([-l.wagered, l.wagered])) for l in was.lines)  # noqa: E741
    return c.ReportCorrection(was.table, was.coup, kind, lines)


def _again(evening: Evening) -> c.TournamentCommand:
    table, _ = evening.anywhere()
    return c.ReportCoup(
        table, evening.chance.randrange(1, evening.held.coup + 2), "played", (e.Line(evening.anybody(), 0, 0),)
    )


def _conclude(evening: Evening) -> c.TournamentCommand:
    ground: Any = evening.chance.choice(["determined", "agreed"])
    there = evening.held.state.round
    for player in there.seats if there is not None else ():
        evening.wish(c.Agree(player))
    return c.ConcludeTable(DIRECTOR, evening.anywhere()[0], ground)


def _out(evening: Evening) -> c.TournamentCommand:
    """Somebody leaves: seldom, or else nobody is left."""
    what = evening.chance.randrange(12)
    if what == 0:
        return c.Retire(evening.anybody())
    if what == 1:
        return c.Disqualify(DIRECTOR, evening.anybody(), evening.chance.randrange(5))
    if what in (2, 3):
        return c.Withdraw(evening.anybody())
    return c.AskAccount(evening.anybody(), "leaving")


def _move(evening: Evening) -> c.TournamentCommand:
    table, _ = evening.anywhere()
    return c.MovePlayer(DIRECTOR, evening.anybody(), table, evening.chance.randrange(1, 9))


def _sign(evening: Evening) -> c.TournamentCommand:
    how: Any = evening.chance.choice(["paper", "screen"])
    return c.Sign(evening.anybody(), how)


def _refuse(evening: Evening) -> c.TournamentCommand:
    ground: Any = evening.chance.choice(["reserved", "criteria", "not-entitled"])
    return c.RefuseEntry("M99", "Mallory", ground, "known to the house")


def _buy_back(evening: Evening) -> c.TournamentCommand:
    name = evening.chance.choice(["again", "final"])
    there = evening.held.state.round
    # Mostly somebody who did not go on: of those at random it would hardly ever be one.
    left = [player for group in there.ranking for player in group if player not in there.through] if there else []
    player = evening.chance.choice(left) if left else evening.anybody()
    return c.BuyBack(player, name, evening.held.state.rules.buy_back.fee)


MISCHIEF: tuple[Callable[[Evening], c.TournamentCommand], ...] = (
    _correction, _correction, _again, _conclude, _out, _move, _buy_back, _buy_back,
    lambda evening: c.SignOff(evening.held.state.director),
    lambda evening: c.ReportFailure(*evening.anywhere(), "no picture"),
    lambda evening: c.Nominate(evening.anybody(), f"S{evening.chance.randrange(9)}"),
    lambda evening: c.DecideSubstitute(DIRECTOR, evening.anybody(), approve=evening.chance.random() < 0.5),
    _sign, _refuse,
    lambda evening: c.ScheduleSession(DIRECTOR, evening.held.now + evening.chance.randrange(9) * MINUTE),
    lambda _: c.CheckTime(),
    lambda evening: c.PayOut(evening.anybody(), "ticket 0815"),
    lambda evening: c.PayAtTable(evening.anybody(), evening.chance.choice((1, 2)), 1),
    lambda evening: next(
        (c.ReportPaid(player, one.number) for player, one in evening.held.state.paying.items()),
        c.ReportPaid(evening.anybody(), "unknown"),
    ),
)  # fmt: skip
