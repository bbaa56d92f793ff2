"""A tournament's conditions as data: every item of crown 12.2.1, none with a default."""

from hashlib import sha256
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

# Upper bounds of conditions. A table's balance is far below what a journal can hold.
MOST_AMOUNT: Final = 10**12
# Far more than any house has: a larger figure is a typing error, and is reported as one.
MOST_TABLES: Final = 100
MOST_SEATS: Final = 50
MOST_PLAYERS: Final = MOST_TABLES * MOST_SEATS
MOST_COUPS: Final = 10_000
MOST_LIMITS: Final = 11
MOST_MINUTES: Final = 60 * 24 * 7
AMOUNTS: Final = frozenset({"fee", "credit", "buy_in", "minimum", "compulsory", "maximum", "step", "penalty"})

Text = Annotated[str, Meta(min_length=1, max_length=4000, pattern=r"\S")]
Name = Annotated[str, Meta(min_length=1, max_length=80, pattern=r"^[^\s:](.*[^\s:])?$")]
# A round's name stands in `takes` before a colon.
RoundName = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[a-z0-9][a-z0-9-]*$")]
Amount = Annotated[int, Meta(ge=0, le=MOST_AMOUNT)]
Percent = Annotated[int, Meta(ge=0, le=100)]
Minutes = Annotated[int, Meta(ge=0, le=MOST_MINUTES)]
Players = Annotated[int, Meta(ge=1, le=MOST_PLAYERS)]
Places = Annotated[int, Meta(ge=0, le=MOST_PLAYERS)]

TieBreak = Literal["play-off", "most-wins", "earlier-standing", "lot"]
Disposition = Literal["carried", "cash", "void"]
ENTRY: Final = "entry"
ANY_BET: Final = "any"


class Part(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the conditions: each field is required."""


class Entry(Part, frozen=True):
    """The fee and the terms of entry (12.2.1(a), (g)).

    `pool_percent`: each fee's share for the prizes; the house keeps the rest. `withdraw_minutes`: how long before the
    first session a player can withdraw with the whole fee; later with `late_refund_percent` of it.
    """

    fee: Amount
    pool_percent: Percent
    least: Players
    most: Players
    waiting_list: bool
    withdraw_minutes: Minutes
    late_refund_percent: Percent
    application_form: Text
    signatures: bool


class Eligibility(Part, frozen=True):
    """Who may enter. `may_refuse` is the statement of (ii), or "none": no right to refuse is reserved."""

    # crown 12.2.1(f)
    entitled: Text
    may_refuse: Text
    criteria: tuple[Text, ...]


class BetLimits(Part, frozen=True):
    """The limits of a single bet in a round (12.2.1(c)); `any`: of all that are not named."""

    bet: str
    minimum: Annotated[int, Meta(ge=1, le=MOST_AMOUNT)]
    maximum: Annotated[int, Meta(ge=1, le=MOST_AMOUNT)]
    step: Annotated[int, Meta(ge=1, le=MOST_AMOUNT)]


class Round(Part, frozen=True):
    """A round (12.2.1(b), (c), (d)): who plays it, for how long and what points, and who goes on.

    `takes`: "entry", or a round and who comes from it: "heats:progressed", "heats:eliminated", "heats:absent".
    `coups` or `minutes` of each session; the other is 0. `maximum`: the most that a player wagers on a coup, in all.
    `limits`: of single bets; the tables' own hold for a bet that they do not name.
    """

    name: RoundName
    kind: Literal["main", "repechage", "catch-up", "secondary"]
    takes: tuple[str, ...]
    tables: Annotated[int, Meta(ge=1, le=MOST_TABLES)]
    seats: Annotated[int, Meta(ge=1, le=MOST_SEATS)]
    sessions: Annotated[int, Meta(ge=1, le=50)]
    coups: Annotated[int, Meta(ge=0, le=MOST_COUPS)]
    minutes: Minutes
    credit: Amount
    buy_in: Amount
    balances: Disposition
    minimum: Amount
    compulsory: Amount
    maximum: Annotated[int, Meta(ge=1, le=MOST_AMOUNT)]
    limits: Annotated[tuple[BetLimits, ...], Meta(max_length=MOST_LIMITS)]
    best_of_table: Places
    best_overall: Places

    @property
    def places(self) -> int:
        """How many players it has seats for."""
        return self.tables * self.seats

    @property
    def through(self) -> int:
        """The most that can go on from it."""
        return self.tables * self.best_of_table + self.best_overall


class BuyBack(Part, frozen=True):
    """Whether eliminated players may buy back (12.2.1(e)): how often, at what price, and into which rounds."""

    times: Annotated[int, Meta(ge=0, le=20)]
    fee: Amount
    rounds: tuple[RoundName, ...]


class Play(Part, frozen=True):
    """The terms of every session: wagers (12.2.1(c)), notice (12.3.4), and what players see of each other."""

    missed_wager: Literal["nothing", "penalty", "disqualification"]
    penalty: Amount
    void_counts: bool
    notice_minutes: Minutes
    secret_wagers: bool
    warning_seconds: Annotated[int, Meta(ge=0, le=600)]
    hidden_coups: Annotated[int, Meta(ge=0, le=MOST_COUPS)]
    side: tuple[str, ...]
    best_odds: Annotated[int, Meta(ge=1, le=1000)]


class Departures(Part, frozen=True):
    """Why players are disqualified, how they retire, and how much of fee and buy-in they get back (12.2.1(h))."""

    grounds: tuple[Text, ...]
    retirement: Text
    disqualified_refund_percent: Percent
    retired_refund_percent: Percent


class Attendance(Part, frozen=True):
    """What follows from late arrival or absence (12.2.1(i))."""

    grace_minutes: Minutes
    then: Literal["forfeit", "replaced", "played-down"]
    absent_refund_percent: Percent


class Standing(Part, frozen=True):
    """How ties are broken where they decide who goes on."""

    tie_breaks: tuple[TieBreak, ...]


class Prizes(Part, frozen=True):
    """The prizes (12.2.1(j)): percent of the pool by place.

    `equal_places`: share their places' prizes, or are separated by the tie-breaks.
    `last_cent`: who gets an indivisible remainder.
    """

    percents: tuple[Annotated[int, Meta(ge=1, le=100)], ...]
    equal_places: Literal["share", "tie-break"]
    last_cent: Literal["house", "earliest-entry", "lot"]


class Rule6(Part, frozen=True):
    """What the conditions exclude of rule 6 (12.2.2): `true` is excluded."""

    dealer_buy_in: bool
    note_buy_in: bool
    further_buy_in: bool
    leaving: bool
    payout: bool


class Conditions(Part, frozen=True):
    """A tournament's conditions, whole: `statement` is that of 12.2.1(k)."""

    # crown 12.2, 12.2.1, 12.2.1(k): this is what the book requires; nothing may be left out
    name: Name
    currency: str
    rulebook: Literal["crown-traditional", "crown-baccarat"]
    statement: Text
    entry: Entry
    eligibility: Eligibility
    rounds: Annotated[tuple[Round, ...], Meta(min_length=1, max_length=50)]
    buy_back: BuyBack
    play: Play
    departures: Departures
    attendance: Attendance
    standing: Standing
    prizes: Prizes
    rule_6: Rule6

    def round_named(self, name: str) -> Round:
        """Return a round by its name."""
        return next(one for one in self.rounds if one.name == name)

    def digest(self) -> str:
        """Return a digest of these conditions; comments and layout of the file do not count."""
        return sha256(msgspec.json.encode(self)).hexdigest()
