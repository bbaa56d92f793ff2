"""A gaming day's figures, calculated from two ledgers: the one it began with, and the one at its close."""

from collections import Counter
from collections.abc import Mapping
from typing import Final

from msgspec import Struct, json

from firmware.table.core.bounds import MOST_HELD

Ledger = Mapping[int, Mapping[str, int]]
# What the house owes, players owe, or is on the layout when the day is closed.
LIABLE: Final = ("balance", "in-play", "tickets", "held", "owed-to", "owed-by", "custody")
_WIN: Final = ("wagered/", "won/", "adjusted", "kept")
_IN: Final = ("in/", "cash-box/", "drop/")
_OUT: Final = ("out/",)
_POINTS: Final = "points/"


class BoxDropped(Struct, frozen=True, forbid_unknown_fields=True):
    """A cash box in a day: what was `taken` out by the ledger, what was `counted`, and what was `expected`.

    A box that was taken out may be counted on a later day. None: nothing was counted.
    """

    ats: int
    taken: int
    expected: int = 0
    counted: int | None = None

    @property
    def over(self) -> int:
        """By how much the count is over what there should be; below zero, short."""
        return 0 if self.counted is None else self.counted - self.expected


class TrayDay(Struct, frozen=True, forbid_unknown_fields=True):
    """The dealer's tray in a day, and the box under the table. `counted`, `drop`: None until somebody has counted."""

    opening: int = 0
    fills: int = 0
    credits: int = 0
    chips_in: int = 0
    chips_out: int = 0
    counted: int | None = None
    tendered: int = 0
    drop: int | None = None

    @property
    def expected(self) -> int:
        """What should be in the tray."""
        return self.opening + self.fills - self.credits + self.chips_in - self.chips_out

    @property
    def over(self) -> int:
        """By how much the tray and the box under the table are over what they should hold; below zero, short."""
        tray = 0 if self.counted is None else self.counted - self.expected
        return tray + (0 if self.drop is None else self.drop - self.tendered)


class DayFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """A day's figures, in minor units.

    `received`: what came in, by kind; `paid`: what went out. `by_bets`: what the house won by the ledger, corrections
    and winnings that it kept included. `win`: with what tray and box hold more than the ledger says, or less: of a
    table that deals with chips alone, drop + tray + credits - fills - tray before. `other`: credit that was no money.
    `liable`: as it stands now; `change`: of its sum in the day, so that received - paid = change + by_bets + other.
    """

    received: dict[str, int]
    paid: dict[str, int]
    wagered: int
    won: int
    by_bets: int
    win: int
    other: int
    liable: dict[str, int]
    change: int
    boxes: tuple[BoxDropped, ...]
    tray: TrayDay

    @property
    def hold(self) -> int | None:
        """The win as hundredths of a per cent of the drop (all that came in); None if nothing came in."""
        # What was tendered to the dealer is what the box under the table holds, once somebody has counted that.
        drop = sum(self.received.values()) + (0 if self.tray.drop is None else self.tray.drop - self.tray.tendered)
        return self.win * 100_00 // drop if drop > 0 else None

    @property
    def agrees(self) -> bool:
        """Whether every cent that came in went out, or is owed, or was won."""
        moved = sum(self.received.values()) - sum(self.paid.values())
        return moved == self.change + self.by_bets + self.other


def totals(ledger: Ledger) -> dict[str, int]:
    """Return all accounts of money of a table, each summed over its terminals."""
    found: Counter[str] = Counter()
    for accounts in ledger.values():
        found.update({name: amount for name, amount in accounts.items() if not name.startswith(_POINTS)})
    return {name: amount for name, amount in sorted(found.items()) if amount}


# By terminal: what should have been in its box, and what was counted.
BoxCounts = Mapping[int, tuple[int, int]]


def figures(before: Ledger, now: Ledger, tray: TrayDay, counted: BoxCounts) -> DayFigures:
    """Return what a day comes to."""
    first, last = totals(before), totals(now)
    moved = {name: last.get(name, 0) - first.get(name, 0) for name in sorted(first.keys() | last.keys())}
    received = _by_kind(moved, _IN, -1)
    tendered = sum(received.get(kind, 0) for kind in ("cash", "voucher", "token"))
    tray = TrayDay(
        tray.opening, tray.fills, tray.credits,
        received.get("chips", 0), moved.get("out/chips", 0), tray.counted, tendered, tray.drop,
    )  # fmt: skip
    by_bets = sum(amount for name, amount in moved.items() if name.startswith(_WIN))
    known = (*_IN, *_OUT, *_WIN)
    other = sum(amount for name, amount in moved.items() if name not in LIABLE and not name.startswith(known))
    return DayFigures(
        received=received,
        paid=_by_kind(moved, _OUT, 1),
        wagered=sum(amount for name, amount in moved.items() if name.startswith("wagered/")),
        won=-sum(amount for name, amount in moved.items() if name.startswith("won/")),
        by_bets=by_bets,
        win=by_bets + tray.over,
        other=other,
        liable={name: last.get(name, 0) for name in LIABLE},
        change=sum(moved.get(name, 0) for name in LIABLE),
        boxes=_boxes(before, now, counted),
        tray=tray,
    )


def _by_kind(moved: Mapping[str, int], starts: tuple[str, ...], sign: int) -> dict[str, int]:
    found: Counter[str] = Counter()
    for name, amount in moved.items():
        if name.startswith(starts):
            # Notes count as notes, whether they are still in the box or not.
            kind = name.partition("/")[2] if name.startswith(("in/", "out/")) else "notes"
            found[kind] += sign * amount
    return {kind: amount for kind, amount in found.items() if amount}


def dropped(accounts: Mapping[str, int]) -> int:
    """Return everything that was ever taken out of a terminal's cash box, by the ledger."""
    return -sum(amount for name, amount in accounts.items() if name.startswith("drop/"))


def _boxes(before: Ledger, now: Ledger, counted: BoxCounts) -> tuple[BoxDropped, ...]:
    taken = {ats: dropped(accounts) - dropped(before.get(ats, {})) for ats, accounts in now.items()}
    return tuple(
        BoxDropped(ats, taken.get(ats, 0), *counted.get(ats, (0, None)))
        for ats in sorted(taken.keys() | counted.keys())
        if taken.get(ats) or ats in counted
    )


def ledger_text(ledger: Ledger) -> str:
    """Return a ledger as text, to be kept; equal ledgers give equal texts."""
    return json.encode({
        str(ats): {name: _figure(amount) for name, amount in sorted(ledger[ats].items())} for ats in sorted(ledger)
    }).decode()  # fmt: skip


def _figure(amount: int) -> int | str:
    """Return an amount as JSON can hold it: one of thousands of digits, which earlier firmware took, in hexadecimal."""
    return amount if abs(amount) <= MOST_HELD else hex(amount)


def read_ledger(text: str | int | None) -> dict[int, dict[str, int]]:
    """Return a ledger that was kept; an empty one if none was."""
    kept = {} if text is None else json.decode(str(text), type=dict[int, dict[str, int | str]])
    return {ats: {name: _amount(figure) for name, figure in accounts.items()} for ats, accounts in kept.items()}


def _amount(figure: int | str) -> int:
    return figure if isinstance(figure, int) else int(figure, 16)
