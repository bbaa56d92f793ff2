"""What each terminal's pockets have reported of money: what a number stands for, for ever, whoever asks and when.

A pocket has a random life, made with it, and counts its notes and cash-outs from 1. For each life the table remembers
the last number for ever, and what was told under the last few. So a note is credited once after any absence and any
number of commands, and a number always stands for what it was first told of.
"""

from enum import StrEnum
from typing import ClassVar, Final, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

# How many numbers back from the last are remembered with what they stood for. A terminal has two under way at most, a
# note and a cash-out; a repeat from further back has waited longer than any terminal asks.
KEPT: Final = 64
# How far a pocket can be ahead of what the table knows: between two reported numbers there are those of returned notes
# and refused cash-outs, and a cash box of a thousand notes is full. It is also the most notes that one doubt can be
# about.
FURTHEST: Final = 1_000
# The same for a pocket that the table has never seen, or first sees after a restore: it may have served for years.
FURTHEST_UNKNOWN: Final = 100_000
# For how many lives the last numbers are remembered; of earlier lives, only how far they had counted.
KEPT_LIVES: Final = 4
# Bounds of boards that nobody let in, and of contradictions: honest terminals have none, hostile ones must not fill us.
MOST_STRANGERS: Final = 16
MOST_DISPUTES: Final = 64
Kind = Literal["note", "cash-out", "ticket"]
Fate = Literal["credited", "doubted", "paid"]


# How many of its last tickets a terminal remembers, for a table that was restored from a copy and knows less.
SHOWN: Final = 8


class PrintedTicket(Struct, frozen=True, forbid_unknown_fields=True):
    """A ticket that a terminal had printed."""

    # What stands on a ticket is what an account held, and is said of it by whoever has the paper.
    of_paper: ClassVar = True
    number: str
    amount: int


class Money(NamedTuple):
    """What a number stands for: its kind and contents. A cash-out has no contents of its own."""

    kind: Kind
    amount: int = 0
    currency: str = ""
    ticket: str = ""


class Told(Struct, frozen=True, array_like=True):
    """What was told under a number, and the result. `ticket`: the one that was issued, or taken in."""

    kind: Kind
    amount: int
    currency: str
    fate: Fate
    ticket: str = ""

    def fits(self, money: Money) -> bool:
        """Whether its number stands for this. A doubt of amount 0 is about an unknown note."""
        if "ticket" in (self.kind, money.kind):
            return self.kind == money.kind and self.ticket == money.ticket
        if self.kind == "cash-out" or money.kind == "cash-out":
            return self.kind == money.kind
        return 0 in (self.amount, money.amount) or (self.amount, self.currency) == (money.amount, money.currency)


class Life(Struct, frozen=True):
    """One pocket: its last reported number, and what it told under the last few.

    `before`: no number up to this one counts as new, whatever is known of it.
    """

    last: int = 0
    told: dict[int, Told] = {}
    before: int = 0


class TerminalPockets(Struct, frozen=True):
    """The pockets of one terminal.

    `life`: the one that is served. `waiting`: another that came while this one was in use; a supervisor is asked.
    `lives`: all that were ever served. `strangers`: some that never were, but reported notes.
    `disputed`: reports that contradict what was known, by name, so that each is in doubt once.
    `kept`: by life, what is left of those that had to make room. `floor`: how far any life counted that is not kept.
    `found`: those whose boards left a note that staff found and credited, and have not reported it since; `credited`:
    how much that was.
    `returned`: those that were let in again, and the last number from before that; None until that is known.
    `asked`: how often the acceptor was asked whether it still holds a note in doubt. `answers`: a board here has said
    that it answers this; others' programs that do not are not asked.
    """

    life: str = ""
    waiting: str = ""
    lives: dict[str, Life] = {}
    strangers: dict[str, Life] = {}
    disputed: tuple[str, ...] = ()
    found: tuple[str, ...] = ()
    kept: dict[str, Life] = {}
    floor: int = 0
    returned: dict[str, int | None] = {}
    credited: dict[str, int] = {}
    asked: int = 0
    answers: bool = False

    def knows(self, life: str) -> bool:
        """Whether anything is known of a life."""
        return life in self.lives or life in self.strangers or life in self.kept

    def of(self, life: str) -> Life:
        """Return what is known of a life."""
        known = self.lives.get(life) or self.strangers.get(life)
        kept = self.kept.get(life)
        if kept is not None and (known is None or not known.told):
            return kept
        return known or Life()


Pockets = dict[int, TerminalPockets]
NONE: Final = TerminalPockets()


class Verdict(StrEnum):
    """What a reported number is."""

    NEW = "new"
    REPEAT = "repeat"
    OTHER = "other contents"
    TOO_OLD = "too old"
    BEYOND = "beyond"


def short(life: str) -> str:
    """Return a life as people compare it: on a terminal's screen and at the console.

    >>> short("4f2a90c1d3e5b786")
    '4F2A'
    """
    return life[:4].upper() or "–"


def judge(life: Life, number: int, money: Money) -> Verdict:
    """Say what a number is. A number that was never told is new, even if a later one was told before it."""
    told = life.told.get(number)
    if told is not None:
        return Verdict.REPEAT if told.fits(money) else Verdict.OTHER
    if number <= life.before:
        return Verdict.TOO_OLD
    if number > life.last:
        return Verdict.NEW
    # A number missing among the last few was certainly never told; further back nobody knows any more.
    return Verdict.NEW if life.told and number > life.last - KEPT else Verdict.TOO_OLD


def begun(pocket: TerminalPockets, life: str, unknown: int = 0) -> TerminalPockets:
    """Return a terminal's pockets, with this life now served.

    `unknown`: of an unknown life, no number up to this one counts as new.
    """
    others = {name: one for name, one in pocket.lives.items() if name != life}
    recent = tuple(others)[1 - KEPT_LIVES :]
    lives = {name: one if name in recent else Life(one.last) for name, one in others.items()}
    strangers = {name: one for name, one in pocket.strangers.items() if name != life}
    return replace(
        pocket, life=life, waiting="", lives={**lives, life: _known(pocket, life, unknown)}, strangers=strangers
    )


def _known(pocket: TerminalPockets, life: str, unknown: int) -> Life:
    return pocket.of(life) if pocket.knows(life) else Life(unknown, before=unknown)


def tell(pocket: TerminalPockets, name: str, number: int, told: Told, unknown: int = 0) -> TerminalPockets:
    """Return a terminal's pockets, with something told under a number; `unknown`: as above."""
    life = _known(pocket, name, unknown)
    last = max(life.last, number)
    known = {one: what for one, what in life.told.items() if one > last - KEPT}
    life = Life(last, {**known, number: told}, life.before)
    if name in pocket.lives:
        return replace(pocket, lives={**pocket.lives, name: life})
    others = [(one, what) for one, what in pocket.strangers.items() if one != name]
    return replace(pocket, strangers={**dict(others[1 - MOST_STRANGERS :]), name: life})


def dispute(pocket: TerminalPockets, name: str) -> TerminalPockets:
    """Return a terminal's pockets, with a report that contradicts what was known."""
    return replace(pocket, disputed=(*pocket.disputed, name)[-MOST_DISPUTES:])
