"""A tournament's state, folded from its events."""

from typing import Final, Literal

from msgspec import Struct

from firmware.tournament.conditions import Conditions, Round
from firmware.tournament.facts import Award, Line, Seated

Ranking = tuple[tuple[int, ...], ...]


class Player(Struct, frozen=True):
    """A player: their money, and whether they are still in. `person` plays, unless a substitute does.

    `paid`, `pooled`: what they paid, and how much of it went into the prizes. `back_in`: rounds bought into.
    """

    number: int
    person: str
    name: str
    status: Literal["waiting", "in", "out"]
    paid: int
    pooled: int
    refunded: int = 0
    signed: bool = False
    nominated: str = ""
    substitute: str = ""
    back_in: tuple[str, ...] = ()
    bought_in: frozenset[str] = frozenset()


class Score(Struct, frozen=True):
    """What a player's points in a round are made of."""

    carried: int = 0
    credited: int = 0
    won: int = 0
    penalties: int = 0
    wins: int = 0

    @property
    def points(self) -> int:
        """What they come to."""
        return self.carried + self.credited + self.won - self.penalties


class CoupRecord(Struct, frozen=True):
    """A coup as it stands now, corrections included."""

    round: str
    session: int
    table: int
    coup: int
    kind: Literal["played", "void", "dummy"]
    counts: bool
    lines: tuple[Line, ...]
    corrected: bool = False


class Session(Struct, frozen=True):
    """A session that is being played."""

    number: int
    started: int
    coups: dict[int, int]
    open: frozenset[int] = frozenset()
    finished: frozenset[int] = frozenset()
    failed: dict[str, str] = {}
    late: frozenset[int] = frozenset()
    agreed: frozenset[int] = frozenset()
    target: int | None = None


class RoundState(Struct, frozen=True):
    """A round that was opened. `played`: how many of its sessions are over; `ended`: the last one's balances."""

    name: str
    tables: tuple[int, ...]
    players: tuple[int, ...]
    seats: dict[int, Seated] = {}
    scores: dict[int, Score] = {}
    played: int = 0
    start: int | None = None
    briefed: frozenset[int] = frozenset()
    session: Session | None = None
    absent: frozenset[int] = frozenset()
    tie: tuple[int, ...] = ()
    play_off: dict[int, int] = {}
    seed: int = 0
    ranking: Ranking = ()
    through: tuple[int, ...] = ()
    announced: bool = False
    ended: dict[int, int] = {}

    @property
    def begun(self) -> bool:
        """Whether any session of it was started."""
        return self.session is not None or self.played > 0


class Asked(Struct, frozen=True):
    """What a correction would change in what was announced of a round."""

    round: str
    table: int
    coup: int
    ranking: Ranking
    through: tuple[int, ...]


class Paying(Struct, frozen=True):
    """A payment that a table was ordered to make, and has not confirmed."""

    number: str
    amount: int
    table: int
    ats: int


class Given(Struct, frozen=True):
    """What the prizes were made of: the pool, what of it the house kept, and the seed of their lots."""

    pool: int = 0
    house: int = 0
    seed: int = 0


NOTHING_GIVEN: Final = Given()


class Tournament(Struct, frozen=True):
    """A whole tournament. Points and money are in accounts whose sum is 0.

    `life`: tells it from all other tournaments. `strange`: coups reported while no session was played there, such as
    another tournament's.
    `payouts`: what was paid out, by player; `paying`: what tables are paying. Both go on after the report is signed,
    and are no part of it.
    """

    conditions: Conditions | None = None
    digest: str = ""
    life: str = ""
    director: str = ""
    present: bool = False
    entry: Literal["", "open", "closed"] = ""
    players: dict[int, Player] = {}
    rounds: dict[str, RoundState] = {}
    current: str = ""
    coups: dict[str, CoupRecord] = {}
    strange: frozenset[str] = frozenset()
    asked: tuple[Asked, ...] = ()
    points: dict[str, int] = {}
    money: dict[str, int] = {}
    awards: tuple[Award, ...] = ()
    given: Given = NOTHING_GIVEN
    payouts: dict[str, int] = {}
    paying: dict[int, Paying] = {}
    over: Literal["", "called off", "awarded", "signed"] = ""

    @property
    def round(self) -> RoundState | None:
        """The round that was opened last."""
        return self.rounds.get(self.current)

    @property
    def rules(self) -> Conditions:
        """The conditions, which are approved."""
        assert self.conditions is not None
        return self.conditions

    @property
    def terms(self) -> Round:
        """The conditions of the round that was opened last."""
        return self.rules.round_named(self.current)

    def balance(self, player: int) -> int:
        """What a player can wager; negative if they owe after a correction."""
        return self.points.get(account(player), 0)

    def playing(self) -> int:
        """How many players have a place."""
        return sum(player.status == "in" for player in self.players.values())


def account(player: int) -> str:
    """Return the name of a player's points."""
    return f"player/{player}"


def seat_key(table: int, ats: int) -> str:
    """Return the name of a seat.

    >>> seat_key(2, 7)
    '2/7'
    """
    return f"{table}/{ats}"
