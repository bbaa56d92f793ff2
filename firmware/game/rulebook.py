"""A rule book as data: what its file may say, and how it is read strictly."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from firmware.game.bets import Bet, BetGroup
from firmware.game.table_of_play import TableOfPlay

Action = Literal[
    "none",
    "flag",
    "play-on",
    "reassign",
    "carry",
    "set-aside",
    "dummy-this",
    "dummy-next",
    "settle-then-dummy",
    "void",
    "ask",
    "freeze-and-recalculate",
    "disregard-display",
    "reconstruct",
]
Option = Literal["play-on", "void", "dummy", "carry", "set-aside", "reconstruct", "cannot-reconstruct"]
Person = Literal["firmware", "dealer", "supervisor"]
# crown 1.2: whoever ranks above may do it too
Who = Literal["dealer", "game supervisor", "casino supervisor"]
# Whose authority was used: a person's, or the rule's own. Older journals do not say.
Authority = Literal["firmware", "dealer", "game supervisor", "casino supervisor", ""]
RuleNumber = Annotated[str, Meta(pattern=r"^([0-9]+(\.[0-9]+)+(\([a-z]+\))*)?$")]


class Treatment(Struct, frozen=True, forbid_unknown_fields=True):
    """What the book wants done in one case. An empty `rule`: the book is silent.

    `rules`: options that rest on a different rule from the question. `who`: may answer, or rule. `stands`: the
    hands are first put on record as they were. `refund`: the rule of a void's refunds, when it is another.
    """

    action: Action
    rule: RuleNumber = ""
    options: tuple[Option, ...] = ()
    rules: dict[Option, RuleNumber] = {}
    who: Who = "game supervisor"
    stands: bool = False
    refund: RuleNumber = ""

    @property
    def by(self) -> Person:
        """Whether it is the dealer's or a supervisor's."""
        return "dealer" if self.who == "dealer" else "supervisor"

    def __post_init__(self) -> None:
        if (self.action == "ask") != bool(self.options):
            raise ValueError("`options` belong to the action `ask`, and to it alone")


class Irregularities(Struct, frozen=True, forbid_unknown_fields=True):
    """The book's column of the table of irregularities, a treatment for each case."""

    burn_missed: Treatment
    burn_missed_restart: Treatment
    misplaced_burn_again: Treatment
    misplaced_burn_due: Treatment
    misplaced_burn_over: Treatment
    misplaced_burn_shown: Treatment
    excess_undisclosed: Treatment
    excess_is_bankers_third: Treatment
    excess_player_third: Treatment
    excess_banker_third: Treatment
    excess_fourth: Treatment
    excess_shown: Treatment
    excess_left_over: Treatment
    wrong_hand_players_card: Treatment
    wrong_hand_bankers_card: Treatment
    face_up_first: Treatment
    face_up_later: Treatment
    face_up_burn: Treatment
    no_wagers: Treatment
    no_wagers_dealt: Treatment
    no_wagers_void: Treatment
    no_wagers_reopen: Treatment
    together_initial: Treatment
    together_later: Treatment
    together_unknown_initial: Treatment
    together_unknown_later: Treatment
    order_altered: Treatment
    foreign_card: Treatment
    foreign_card_between: Treatment
    shoe_empty: Treatment
    unreadable_card: Treatment
    shoe_disagrees: Treatment
    system_before: Treatment
    system_after: Treatment
    ats_before: Treatment
    ats_after: Treatment
    wnd_mismatch: Treatment
    wrong_outcome: Treatment
    miscount: Treatment
    equipment_malfunction: Treatment
    invalidated: Treatment


# What people do at a table on their authority, apart from answering questions.
Act = Literal[
    "deal",
    "open-bets",
    "close-bets",
    "confirm",
    "enter-card",
    "buy-in",
    "payout",
    "report-fault",
    "new-shoe",
    "change-shoe",
    "replace-cards",
    "check-cards",
    "direct-to-leave",
    "exclude",
    "declare-void",
    "hold",
    "confiscate",
    "detain",
    "claim",
    "vacate",
    "freeze",
    "void-unconfirmed",
    "hand-pay",
    "limits",
    "change-game",
    "close-table",
]


class Authorised(Struct, frozen=True, forbid_unknown_fields=True):
    """Who may do something, and under which rule; empty if the book is silent.

    `rules`: reasons for which another rule applies. `second`: who confirms when somebody of lower rank does it.
    """

    who: Who
    rule: RuleNumber = ""
    rules: dict[str, RuleNumber] = {}
    second: Who | None = None


class Numbers(Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers of the rules behind the table's ordinary answers; empty if the book is silent."""

    burn: RuleNumber
    last_coup: RuleNumber
    shuffle: RuleNumber
    cards_short: RuleNumber
    betting_closed: RuleNumber
    balance: RuleNumber
    below_minimum: RuleNumber
    between_steps: RuleNumber
    above_maximum: RuleNumber
    aggregate: RuleNumber
    dummy_refund: RuleNumber
    excluded: RuleNumber
    raised_minimum: RuleNumber
    table_closing: RuleNumber
    version_notice: RuleNumber
    abstention: RuleNumber
    remote_buy_in: RuleNumber
    dummy_due: RuleNumber
    cards_replaced: RuleNumber
    same_odds: RuleNumber = ""


class Texts(Struct, frozen=True, forbid_unknown_fields=True):
    """What the displays say, in the book's words."""

    place_your_bets: str
    no_more_bets: str
    version: str


class MainWagerNeed(Struct, frozen=True, forbid_unknown_fields=True):
    """Bets that stand only beside a wager on one of others."""

    bets: tuple[str, ...]
    beside: tuple[str, ...]
    rule: RuleNumber


class Decks(Struct, frozen=True, forbid_unknown_fields=True):
    """How many decks a shoe of this book may have."""

    least: int
    most: int
    rule: RuleNumber


# Who may have cut a shoe's cards.
Cutter = Literal["player", "dealer", "supervisor"]


class Cutting(Struct, frozen=True, forbid_unknown_fields=True):
    """Who may cut a new shoe's cards; anybody, if the book does not say."""

    by: tuple[Cutter, ...] = ("player", "dealer", "supervisor")
    rule: RuleNumber = ""


# Subjects that a player may read about; the sentences are in the screens' word files.
Subject = Literal[
    "deal",
    "count",
    "betting",
    "limits",
    "tie",
    "copy",
    "natural",
    "player-draws",
    "banker-draws",
    "responsible",
    "hindering",
    "device",
    "advice",
    "between",
    "ticket",
    "leave",
    "dispute",
    "inspector",
    "complaint",
]


class Information(Struct, frozen=True, forbid_unknown_fields=True):
    """What players are told besides the bets: the book's name, who handles complaints, and the rules by subject."""

    document: str = ""
    regulator: str = ""
    act: str = ""
    rules: dict[Subject, tuple[RuleNumber, ...]] = {}


class RulebookFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A rule book's file, as it stands on disk: its bets by the names of their files."""

    id: str
    book: str
    title: str
    decks: Decks
    burn_first: bool
    bets: tuple[str, ...]
    side_wagers: tuple[str, ...]
    table_of_play: TableOfPlay
    texts: Texts
    numbers: Numbers
    irregularities: Irregularities
    authority: dict[Act, Authorised]
    needs_main_wager: tuple[MainWagerNeed, ...] = ()
    cutting: Cutting = Cutting()
    information: Information = Information()
    # From when a round of play is under way, and so is voided by a foreign card or an altered order.
    round_begins: Literal["first card", "betting"] = "first card"


class Rulebook(RulebookFile, frozen=True, kw_only=True):
    """A rule book, complete with its bets."""

    main_bets: tuple[Bet, ...]
    side_groups: tuple[BetGroup, ...]

    def every_bet(self) -> tuple[tuple[Bet, BetGroup | None], ...]:
        """Return every bet in the book; side wagers come with their group."""
        of_sides = tuple((bet, group) for group in self.side_groups for bet in group.bets)
        return tuple((bet, None) for bet in self.main_bets) + of_sides

    def side_group(self, side_wager: str) -> BetGroup | None:
        """Return the bets of a side wager, or None when the book has none of that name."""
        return next((group for group in self.side_groups if group.side_wager == side_wager), None)
