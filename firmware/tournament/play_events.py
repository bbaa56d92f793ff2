"""What happens in rounds, sessions and coups."""

from typing import Literal

from firmware.tournament.conditions import Disposition
from firmware.tournament.facts import Balance, Event, Line, Reach, Seated


class RoundOpened(Event, frozen=True, tag="round_opened"):
    """The tables of a round were designated (12.3.1); these are its players. `skipped`: rounds nobody came to."""

    round: str
    tables: tuple[int, ...]
    players: tuple[int, ...]
    skipped: tuple[str, ...] = ()


class SeatsDrawn(Event, frozen=True, tag="seats_drawn"):
    """The seats of a round were drawn, from this seed."""

    round: str
    seed: int
    seats: tuple[Seated, ...]


class BuyInPaid(Event, frozen=True, tag="buy_in_paid"):
    """A player paid the buy-in of a round."""

    player: int
    round: str
    amount: int
    pool: int


class SessionScheduled(Event, frozen=True, tag="session_scheduled"):
    """A session's start was announced, or altered with notice (12.3.4); times in milliseconds since 1970."""

    round: str
    session: int
    start: int
    announced: int


class PlayersBriefed(Event, frozen=True, tag="players_briefed"):
    """The Director briefed these players on the conditions, and is satisfied that they understand (12.2.3)."""

    round: str
    session: int
    players: tuple[int, ...]
    by: str


class SessionStarted(Event, frozen=True, tag="session_started"):
    """A session started: all of its players have the same credit, also those who are still absent."""

    round: str
    session: int
    at: int
    credit: int
    players: tuple[int, ...]
    absent: tuple[int, ...]


class PlayerArrived(Event, frozen=True, tag="player_arrived"):
    """A player who was late came in time."""

    player: int


class TimeUp(Event, frozen=True, tag="time_up"):
    """A session's minutes are over: slower tables play on until all have played equally many coups."""

    round: str
    session: int
    coups: int


class CoupOpened(Event, frozen=True, tag="coup_opened"):
    """A table may take wagers for its next coup."""

    table: int


class CoupPlayed(Event, frozen=True, tag="coup_played"):
    """A table settled a coup. `counts`: it is one of the session's coups."""

    round: str
    session: int
    table: int
    coup: int
    kind: Literal["played", "void", "dummy"]
    counts: bool
    lines: tuple[Line, ...]


class CoupUnfit(Event, frozen=True, tag="coup_unfit"):
    """A table reported a coup that fits no session: it is recorded and moves no points."""

    table: int
    coup: int
    why: Literal["no-session", "no-player", "not-opened", "told-before"]


class PointsPenalised(Event, frozen=True, tag="points_penalised"):
    """A missed compulsory wager cost points."""

    round: str
    player: int
    table: int
    coup: int
    points: int


class CoupCorrected(Event, frozen=True, tag="coup_corrected"):
    """A coup was recalculated or voided (11.11): these are its lines now."""

    round: str
    session: int
    table: int
    coup: int
    kind: Literal["played", "void", "dummy"]
    counts: bool
    lines: tuple[Line, ...]


class SeatFailed(Event, frozen=True, tag="seat_failed"):
    """A terminal failed: the session waits."""

    table: int
    ats: int
    why: str


class SeatRestored(Event, frozen=True, tag="seat_restored"):
    """A terminal is back."""

    table: int
    ats: int


class PlayerMoved(Event, frozen=True, tag="player_moved"):
    """A player went on at another terminal, with their points."""

    seat: Seated
    was: Seated


class PlayerAgreed(Event, frozen=True, tag="player_agreed"):
    """A player agreed by touch to an early end (12.3.5(b))."""

    player: int


class TableFinished(Event, frozen=True, tag="table_finished"):
    """A table's session is over. `proof`: why it is certain who goes on (12.3.5(a))."""

    round: str
    session: int
    table: int
    how: Literal["complete", "determined", "agreed", "empty"]
    proof: tuple[Reach, ...] = ()


class SessionEnded(Event, frozen=True, tag="session_ended"):
    """All tables of a session finished; its balances were disposed of (12.2.1(b))."""

    round: str
    session: int
    disposition: Disposition
    balances: tuple[Balance, ...]
