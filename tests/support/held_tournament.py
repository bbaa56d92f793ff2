"""A tournament as tests hold one: told by commands, its events kept, its clock set by hand."""

from pathlib import Path
from typing import Any

from msgspec.structs import replace

from firmware.conditions_file import read_conditions
from firmware.refusal import Refused
from firmware.tournament import commands as c
from firmware.tournament import events as e
from firmware.tournament.conditions import Conditions, Round
from firmware.tournament.decide import decide
from firmware.tournament.evolve import evolve
from firmware.tournament.state import Tournament

EXAMPLE = read_conditions((Path(__file__).parents[2] / "deploy/tournaments/spring-cup.toml").read_text())
MINUTE = 60_000
DIRECTOR = "Ada Lovelace"
HEATS = Round(
    "heats", "main", ("entry",), tables=2, seats=3, sessions=1, coups=2, minutes=0, credit=1000_00, buy_in=0,
    balances="void", minimum=5_00, compulsory=10_00, maximum=500_00, limits=(), best_of_table=1, best_overall=1,
)  # fmt: skip
FINAL = Round(
    "final", "main", ("heats:progressed",), tables=1, seats=3, sessions=1, coups=1, minutes=0, credit=1000_00,
    buy_in=0, balances="void", minimum=5_00, compulsory=0, maximum=500_00, limits=(), best_of_table=0, best_overall=0,
)  # fmt: skip


def conditions(*rounds: Round, **parts: dict[str, Any]) -> Conditions:
    """Two heats of three and a final of three, unless told otherwise; `play={"penalty": 5}` changes a part."""
    small = replace(
        EXAMPLE,
        rounds=rounds or (HEATS, FINAL),
        entry=replace(EXAMPLE.entry, least=2, most=min(6, (rounds or (HEATS,))[0].places), signatures=False),
        buy_back=replace(EXAMPLE.buy_back, times=0, rounds=()),
        prizes=replace(EXAMPLE.prizes, percents=(60, 40)),
    )
    return replace(small, **{name: replace(getattr(small, name), **changes) for name, changes in parts.items()})


class Held:
    """A tournament under test."""

    def __init__(self, of: Conditions | None = None) -> None:
        self.state = Tournament()
        self.events: list[e.TournamentEvent] = []
        self.now = 0
        self.coup = 0
        if of is not None:
            self.tell(c.ApproveConditions(of, "Commissioner", "T-17", "2026-11-01"))
            self.tell(c.AppointDirector(DIRECTOR, "Operator"))
            self.tell(c.SignOn(DIRECTOR))

    def tell(self, command: c.TournamentCommand) -> list[e.TournamentEvent]:
        """Tell it something, and return what followed."""
        followed = decide(self.state, command, self.now)
        for event in followed:
            self.state = evolve(self.state, event)
        self.events += followed
        return list(followed)

    def refused(self, command: c.TournamentCommand) -> str:
        """Return why it refuses, with the rule."""
        before = self.state
        try:
            followed = self.tell(command)
        except Refused as why:
            assert self.state is before
            return f"{why.code} {why.rule}" if why.rule else str(why.code)
        raise AssertionError(f"not refused: {followed}")

    def enter(self, count: int) -> None:
        """Have so many enter, and close the entry."""
        if not self.state.entry:
            self.tell(c.OpenEntry())
        for number in range(len(self.state.players) + 1, len(self.state.players) + count + 1):
            self.tell(entering(number, self.state.rules.entry.fee))

    def seat(self, *tables: int, seed: int = 1) -> None:
        """Open the next round at tables, and draw its seats."""
        if self.state.entry == "open":
            self.tell(c.CloseEntry())
        self.tell(c.OpenRound(DIRECTOR, tables))
        self.tell(c.DrawSeats(DIRECTOR, seed))

    def start(self, *late: int) -> None:
        """Brief everybody, and start the session at once without those who are late."""
        assert self.state.round is not None
        seated = tuple(n for n in self.state.round.seats if self.state.players[n].status == "in")
        self.tell(c.Brief(DIRECTOR, seated))
        self.tell(c.ScheduleSession(DIRECTOR, self.now))
        self.tell(c.StartSession(DIRECTOR, tuple(number for number in seated if number not in late)))

    def at(self, table: int) -> list[int]:
        """Who sits at a table, by terminal."""
        assert self.state.round is not None
        seats = [seat for seat in self.state.round.seats.values() if seat.table == table]
        return [seat.player for seat in sorted(seats, key=lambda seat: seat.ats)]

    def play(self, table: int, *won: int, kind: Any = "played", wagered: int = 10_00) -> list[e.TournamentEvent]:
        """Play a coup at a table: what its players won, terminal by terminal, each with the same wager."""
        self.coup += 1
        lines = tuple(e.Line(player, wagered, net) for player, net in zip(self.at(table), won, strict=False))
        if kind != "dummy":
            self.tell(c.OpenCoup(table))
        return self.tell(c.ReportCoup(table, self.coup, kind, lines))

    def progress(self, seed: int = 7) -> list[e.TournamentEvent]:
        """End the round."""
        return self.tell(c.Progress(DIRECTOR, seed))

    def of(self, kind: type[e.TournamentEvent]) -> list[Any]:
        """Return the events of a kind."""
        return [event for event in self.events if isinstance(event, kind)]


def entering(number: int, fee: int) -> c.Enter:
    """Somebody enters."""
    return c.Enter(f"M{number}", f"Player {number}", entitled=True, form=True, paid=fee)
