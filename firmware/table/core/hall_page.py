"""What a tournament has the Director's page show, and what the Director asks there (crown 12.1.2, 12.2.5).

It has no language: each matter that waits is a key with its subject, and each screen says it in its own language.
"""

from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Final, Literal, TypeVar, get_args

import msgspec
from msgspec import Meta, Struct

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
# A step that was asked for longer ago than this is not taken: the Director asks again.
ASKED_MS: Final = 60_000
NAMED: Final = 24
SAID: Final = 40
_PLAIN: Final = r"\A[^\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]*\Z"
PageName = Annotated[str, Meta(max_length=NAMED, pattern=_PLAIN)]
Step = Annotated[str, Meta(max_length=SAID, pattern=r"\A[ -~]*\Z")]
PageMark = Annotated[str, Meta(max_length=8, pattern=r"\A[0-9a-f]*\Z")]
PageCode = Annotated[str, Meta(max_length=40, pattern=r"\A[a-z_0-9]*\Z")]
PageRule = Annotated[str, Meta(max_length=24, pattern=r"\A[0-9a-z.()]*\Z")]
PageCount = Annotated[int, Meta(ge=0, le=MOST_STAKE)]
PageLeft = Annotated[int, Meta(ge=-1, le=MOST_STAKE)]
Seat = Annotated[int, Meta(ge=0, le=MOST_TERMINALS)]
FactName = Annotated[str, Meta(max_length=16, pattern=r"\A[a-z_]*\Z")]
FactText = Annotated[str, Meta(max_length=SAID, pattern=_PLAIN)]
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
    "approve", "reject", "keep", "change", "go-on", "award", "sign",
]  # fmt: skip
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
    """A table of the round: its coups, how many still count (-1: by minutes), who plays, and why it does not go on."""

    table: PageCount
    coups: PageCount = 0
    left: PageLeft = 0
    players: PageCount = 0
    finished: bool = False
    why: Why | None = None


class HallChoice(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something that the Director can do, and its step (docs/tournaments.md)."""

    do: Do
    step: Step


class HallAsk(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something that waits for the Director: what, whom it is about, and what can be done."""

    what: What
    choices: Annotated[tuple[HallChoice, ...], Meta(max_length=CHOICES)] = ()
    who: PageName = ""
    other: PageName = ""
    table: PageCount = 0
    ats: Seat = 0
    count: PageCount = 0
    at: PageCount = 0


class HallPage(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The Director's page. `mark`: of these contents. `since`, `until`: the session's clock; 0: none."""

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


class HallWish(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the Director asked of the tournament at this table: number, what, by whom, and when."""

    number: PageCount
    do: Do
    step: Step
    by: PageName
    at: PageCount


class HallSaid(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What became of a wish; no reason: it was done."""

    wish: HallWish
    why: Why | None = None


Kept = TypeVar("Kept", HallPage, HallWish, HallSaid)
_encode: Final = msgspec.json.Encoder().encode


def written_hall(what: HallPage | HallWish | HallSaid) -> str:
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
