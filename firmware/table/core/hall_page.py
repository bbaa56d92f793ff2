"""What a tournament has the Director's page show, and what the Director asks there (crown 12.1.2, 12.2.5).

It has no language: each matter that waits is a key with its subject, and each screen says it in its own language.
"""

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Final, Literal, TypeVar, get_args
from zlib import crc32

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from firmware.refusal import Refused
from firmware.table.core.bounds import MOST_STAKE
from firmware.table.core.kept import kept
from firmware.table.core.setup import MOST_TERMINALS

if TYPE_CHECKING:  # so that a terminal, which only reads this, does not load the table's state
    from firmware.table.core.state import TableState

# The name under which a table keeps it.
HALL: Final = "hall"
# How many tables and waiting matters are shown; a message with more would be too long.
TABLES: Final = 12
ASKS: Final = 8
CHOICES: Final = 2
# How many players are shown, of all tables together, and how many of them one change names; and how many grounds for
# disqualification.
PEOPLE: Final = 600
AT_ONCE: Final = 100
GROUNDS: Final = 8
# How many players one request names; more of them at once is a step at the tournament's machine.
MOST_NAMED: Final = 12
SEAT_NAMED: Final = 16
GROUND_SAID: Final = 48
# A step that was asked for longer ago than this is not taken: the Director asks again.
ASKED_MS: Final = 60_000
NAMED: Final = 24
SAID: Final = 40
_PLAIN: Final = r"\A[^\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]*\Z"
PageName = Annotated[str, Meta(max_length=NAMED, pattern=_PLAIN)]
Step = Annotated[str, Meta(max_length=SAID, pattern=r"\A[ -~]*\Z")]
PageMark = Annotated[str, Meta(max_length=8, pattern=r"\A[0-9a-f]*\Z")]
WishStep = Annotated[str, Meta(max_length=240, pattern=r"\A[ -~]*\Z")]
SeatName = Annotated[str, Meta(max_length=SEAT_NAMED, pattern=_PLAIN)]
GroundText = Annotated[str, Meta(max_length=GROUND_SAID, pattern=_PLAIN)]
SeatTable = Annotated[int, Meta(ge=0, le=9999)]
PlayerNumber = Annotated[int, Meta(ge=0, le=99_999)]
PageCode = Annotated[str, Meta(max_length=40, pattern=r"\A[a-z_0-9]*\Z")]
PageRule = Annotated[str, Meta(max_length=24, pattern=r"\A[0-9a-z.()]*\Z")]
PageCount = Annotated[int, Meta(ge=0, le=MOST_STAKE)]
PageLeft = Annotated[int, Meta(ge=-1, le=MOST_STAKE)]
Seat = Annotated[int, Meta(ge=0, le=MOST_TERMINALS)]
FactName = Annotated[str, Meta(max_length=16, pattern=r"\A[a-z_]*\Z")]
FactText = Annotated[str, Meta(max_length=SAID, pattern=_PLAIN)]
AboutLine = Annotated[str, Meta(min_length=1, max_length=SAID, pattern=_PLAIN)]
WishAbout = Annotated[tuple[AboutLine, ...], Meta(max_length=MOST_NAMED)]
Fact = Annotated[int, Meta(ge=-MOST_STAKE, le=MOST_STAKE)] | FactText
Facts = Annotated[dict[FactName, Fact], Meta(max_length=3)]

# Where the tournament stands.
Stage = Literal["entry", "between", "seating", "ready", "session", "ended", "over"]
# What waits for the Director.
What = Literal[
    "director", "round", "seats", "brief", "unsigned", "unpaid", "schedule", "start", "late", "failed", "determined",
    "agreed", "substitute", "correction", "progress", "tie", "prizes", "report",
]  # fmt: skip
# What the Director can do about it.
Do = Literal[
    "sign-on", "sign-off", "open", "draw", "briefed", "now", "in-ten", "start", "arrived", "absent", "move", "end",
    "approve", "reject", "keep", "change", "go-on", "award", "sign", "start-without", "disqualify", "play-off",
]  # fmt: skip
_NUMBER: Final = "[0-9]{1,5}"
_POINTS: Final = rf"{_NUMBER}=-?[0-9]{{1,12}}([.][0-9]{{1,2}})?"
# What the Director can fill in, in place of a word of a step.
FILLED: Final = {
    "PLAYERS": f"{_NUMBER}(,{_NUMBER})*",
    "PLAYER": _NUMBER,
    "GROUND": _NUMBER,
    "POINTS": f"{_POINTS}(,{_POINTS})*",
}
_TO_FILL: Final = re.compile("|".join(FILLED))
WHATS: Final[tuple[str, ...]] = get_args(What)
DOS: Final[tuple[str, ...]] = get_args(Do)


class Why(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A refusal, as it is passed on."""

    code: PageCode
    rule: PageRule = ""
    values: Facts = {}

    def refused(self) -> Refused:
        """Return it as it was."""
        return Refused(self.code, self.rule, **self.values)


class HallTable(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A table of the round: its coups, how many still count (-1: by minutes), who plays, and why it does not go on.

    `name`: as the floor knows it; empty where that tells it from no other, and its number has to.
    """

    table: PageCount
    coups: PageCount = 0
    left: PageLeft = 0
    players: PageCount = 0
    finished: bool = False
    why: Why | None = None
    name: PageName = ""


class HallSeat(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A player, by number and name, and where they sit; table 0: nowhere now, and why.

    Without points: the table at which they play knows these itself.
    """

    table: SeatTable
    ats: Seat
    player: PlayerNumber
    name: SeatName
    why: Literal["", "waiting", "absent"] = ""


class HallChoice(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something that the Director can do, and its step (docs/tournaments.md).

    Words of the step that are in FILLED are for the Director to fill in; SEED and DIRECTOR for the tournament.
    """

    do: Do
    step: Step

    def offers(self, do: str, step: str) -> bool:
        """Whether this offers a step, filled in."""
        form = _TO_FILL.sub(lambda found: FILLED[found[0]], re.escape(self.step))
        return do == self.do and re.fullmatch(form, step) is not None


class HallAsk(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something that waits for the Director: what, whom it is about, and what can be done.

    `table`, `ats`: where; `to`, `to_ats`: a free seat.
    """

    what: What
    choices: Annotated[tuple[HallChoice, ...], Meta(max_length=CHOICES)] = ()
    who: PageName = ""
    other: PageName = ""
    table: PageCount = 0
    ats: Seat = 0
    count: PageCount = 0
    at: PageCount = 0
    players: Annotated[tuple[PlayerNumber, ...], Meta(max_length=MOST_NAMED)] = ()
    to: PageCount = 0
    to_ats: Seat = 0


class HallPage(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The Director's page. `mark`: of these contents. `since`, `until`: the session's clock; 0: none.

    `seats`: all players who are not out. `acts`: what can be done about any of them. `grounds`: for disqualification,
    as the conditions count them.
    """

    mark: PageMark
    name: PageName
    stage: Stage
    director: PageName = ""
    present: bool = False
    round: PageName = ""
    session: PageCount = 0
    sessions: PageCount = 0
    since: PageCount = 0
    until: PageCount = 0
    players: PageCount = 0
    tables: Annotated[tuple[HallTable, ...], Meta(max_length=TABLES)] = ()
    asks: Annotated[tuple[HallAsk, ...], Meta(max_length=ASKS)] = ()
    seats: Annotated[tuple[HallSeat, ...], Meta(max_length=PEOPLE)] = ()
    acts: Annotated[tuple[HallChoice, ...], Meta(max_length=CHOICES)] = ()
    grounds: Annotated[tuple[GroundText, ...], Meta(max_length=GROUNDS)] = ()

    def offers(self, do: str, step: str) -> bool:
        """Whether anything on the page offers a step."""
        offered = (*self.acts, *(choice for ask in self.asks for choice in ask.choices))
        return any(choice.offers(do, step) for choice in offered)

    def seat_of(self, player: int) -> HallSeat | None:
        """Return a player who is not out, and where they sit."""
        return next((seat for seat in self.seats if seat.player == player), None)

    def named_table(self, number: int) -> str:
        """Return a table's name; empty: it has to be known by its number."""
        return next((one.name for one in self.tables if one.table == number), "")


class HallWish(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the Director asked of the tournament at this table: number, what, by whom, when, and about whom."""

    number: PageCount
    do: Do
    step: WishStep
    by: PageName
    at: PageCount
    about: WishAbout = ()


class HallSaid(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What became of a wish; no reason: it was done."""

    wish: HallWish
    why: Why | None = None


class HallChange(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What changes on a page: only that is sent, and kept in the journal.

    `before`, `after`: the marks of the page that it changes (empty: a blank one), and of what that becomes. `tables`,
    `seats`: those that are new, or are otherwise now; `gone`, `left`: those that are on it no more.
    """

    before: PageMark
    after: PageMark
    name: PageName | None = None
    stage: Stage | None = None
    director: PageName | None = None
    present: bool | None = None
    round: PageName | None = None
    session: PageCount | None = None
    sessions: PageCount | None = None
    since: PageCount | None = None
    until: PageCount | None = None
    players: PageCount | None = None
    asks: Annotated[tuple[HallAsk, ...], Meta(max_length=ASKS)] | None = None
    acts: Annotated[tuple[HallChoice, ...], Meta(max_length=CHOICES)] | None = None
    grounds: Annotated[tuple[GroundText, ...], Meta(max_length=GROUNDS)] | None = None
    tables: Annotated[tuple[HallTable, ...], Meta(max_length=TABLES)] = ()
    gone: Annotated[tuple[PageCount, ...], Meta(max_length=TABLES)] = ()
    seats: Annotated[tuple[HallSeat, ...], Meta(max_length=AT_ONCE)] = ()
    left: Annotated[tuple[PlayerNumber, ...], Meta(max_length=AT_ONCE)] = ()


Kept = TypeVar("Kept", HallPage, HallWish, HallSaid)
_encode: Final = msgspec.json.Encoder().encode


def mark_of(page: HallPage) -> str:
    """Return the mark of a page's contents, whatever mark it has."""
    return f"{crc32(_encode(replace(page, mark=''))):08x}"


def written_hall(what: HallPage | HallChange | HallWish | HallSaid) -> str:
    """Return it as it is kept. Raises ValueError if no message could carry it."""
    try:
        text = _encode(what).decode()
        msgspec.json.decode(text, type=type(what))
    except (OverflowError, msgspec.MsgspecError) as error:
        raise ValueError(str(error)) from None
    return text


@lru_cache(maxsize=16)
def _read(text: str, kind: type[Kept]) -> Kept:
    return msgspec.json.decode(text, type=kind)


def _kept(state: "TableState", key: str, kind: type[Kept]) -> Kept | None:
    found = kept(state, HALL).get(key, "")
    return _read(str(found), kind) if found else None


def hall_page(state: "TableState") -> HallPage | None:
    """Return the Director's page; None at a table that hears of no tournament."""
    return _kept(state, "page", HallPage)


def hall_wish(state: "TableState") -> HallWish | None:
    """Return the Director's unanswered request."""
    return _kept(state, "wish", HallWish)


def hall_said(state: "TableState") -> HallSaid | None:
    """Return what became of the last answered wish."""
    return _kept(state, "said", HallSaid)
