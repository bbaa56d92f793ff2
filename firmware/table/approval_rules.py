"""What a table is told about second persons: above which amount one approves, for each way of money in or out."""

from typing import Final, Literal, get_args

from msgspec import Struct

# buy_in, payout: over the dealer's tray. hand_pay: by an attendant. note_doubt, ticket_doubt: what was in doubt is
# credited or paid. owed: what a correction left. kept: winnings that were held, and are the house's. correction,
# invalidation: what a settled coup's accounts are moved by. session: points of a tournament that become money.
Way = Literal[
    "buy_in",
    "payout",
    "hand_pay",
    "note_doubt",
    "ticket_doubt",
    "owed",
    "kept",
    "correction",
    "invalidation",
    "session",
]  # fmt: skip
WAYS: Final[tuple[Way, ...]] = get_args(Way)


class Approvals(Struct, frozen=True, forbid_unknown_fields=True):
    """Above which amount, in minor units, a second person approves; None: never.

    `correction`, `invalidation`: always, in older journals.
    """

    hand_pay_over: int | None = None
    correction: bool = False
    invalidation: bool = False
    buy_in_over: int | None = None
    payout_over: int | None = None
    note_doubt_over: int | None = None
    ticket_doubt_over: int | None = None
    owed_over: int | None = None
    kept_over: int | None = None
    correction_over: int | None = None
    invalidation_over: int | None = None
    session_over: int | None = None

    def over(self, way: Way) -> int | None:
        """Return the amount above which somebody approves; below zero, where they always do."""
        if (way == "correction" and self.correction) or (way == "invalidation" and self.invalidation):
            return -1
        over: int | None = getattr(self, f"{way}_over")
        return over


# A table that is not told otherwise. A table of `play` is told that there are none.
USUAL: Final = Approvals(
    hand_pay_over=1_000_00,
    buy_in_over=10_000_00,
    payout_over=10_000_00,
    note_doubt_over=1_000_00,
    ticket_doubt_over=1_000_00,
    owed_over=1_000_00,
    kept_over=1_000_00,
    correction_over=1_000_00,
    invalidation_over=1_000_00,
    session_over=1_000_00,
)
