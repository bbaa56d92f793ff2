"""Each wager ends once, paid as the books want it; what accounts hold is what was paid in, won and lost."""

from collections import Counter, defaultdict

from coup import odds, returned
from pair_table import SIDES, Table, family, need, taker_of

from firmware.game import events as g
from firmware.table.core.events import (
    CoupInvalidated,
    OutcomeCorrected,
    WagersDeclaredVoid,
    WagersReturned,
    WagersSettled,
)
from firmware.table.features.buying_in import BoughtIn
from firmware.table.features.cashing_out import CashedOut
from firmware.table.features.recalculating import Adjusted
from firmware.table.features.wagers import WagerSet
from firmware.table.features.winnings import WinningsKept

Wager = tuple[int, str]


class Money:
    """Wagers that lie, and what each account should have."""

    def __init__(self, book: str) -> None:
        self.book = book
        self.lying: dict[Wager, int] = {}
        self.stakes: dict[int, dict[Wager, int]] = defaultdict(dict)
        self.last: dict[int, dict[Wager, int]] = defaultdict(dict)
        self.hands: dict[int, tuple[tuple[str, ...], tuple[str, ...]] | None] = {}
        self.void: set[tuple[int, int]] = set()
        self.paid: Counter[int] = Counter()
        self.dummies: set[int] = set()

    def happened(self, event: g.Event) -> None:
        """Take an event."""
        taker = taker_of(Money, type(event))
        if taker is not None:
            taker(self, event)

    def _BoughtIn(self, event: BoughtIn) -> None:  # noqa: N802
        self.paid[event.ats] += event.amount

    def _CashedOut(self, event: CashedOut) -> None:  # noqa: N802
        self.paid[event.ats] -= event.amount

    def _WinningsKept(self, event: WinningsKept) -> None:  # noqa: N802
        self.paid[event.ats] -= event.amount

    def _Adjusted(self, event: Adjusted) -> None:  # noqa: N802
        self.paid[event.ats] -= event.kept

    def _WagerSet(self, event: WagerSet) -> None:  # noqa: N802
        self.lying.pop((event.ats, event.bet), None)
        if event.accepted:
            self.lying[event.ats, event.bet] = event.accepted

    def _WagersReturned(self, event: WagersReturned) -> None:  # noqa: N802
        for line in event.lines:
            lay = self.lying.pop((line.ats, line.bet), None)
            need(lay == line.amount, "a wager is returned that does not lie so", line)

    def _CoupOpened(self, event: g.CoupOpened) -> None:  # noqa: N802
        need(not self.lying, "a wager outlives its coup", self.lying)
        if event.dummy:
            self.dummies.add(event.coup)

    def _CoupResult(self, event: g.CoupResult) -> None:  # noqa: N802
        won = event.winner != "void"
        self.hands[event.coup] = (event.player.cards, event.banker.cards) if won else None
        if event.dummy or not won:
            self.dummies.add(event.coup)

    def _OutcomeCorrected(self, event: OutcomeCorrected) -> None:  # noqa: N802
        self.hands[event.coup] = (event.player.cards, event.banker.cards)

    def _CoupInvalidated(self, event: CoupInvalidated) -> None:  # noqa: N802
        self.hands[event.coup] = None

    def _WagersDeclaredVoid(self, event: WagersDeclaredVoid) -> None:  # noqa: N802
        if event.coup in self.hands:  # what lay in a coup that had no result yet went back
            self.void.add((event.coup, event.ats))

    def _WagersSettled(self, event: WagersSettled) -> None:  # noqa: N802
        need(event.coup not in self.dummies, "a Dummy or void coup is settled", event)
        for line in event.lines:
            wager = (line.ats, line.bet)
            if event.corrected:
                need(self.stakes[event.coup].get(wager) == line.stake, "a correction of no wager", line)
            else:
                need(self.lying.pop(wager, None) == line.stake, "a wager is settled that does not lie so", line)
                self.stakes[event.coup][wager] = line.stake
            self.last[event.coup][wager] = line.returned
            due = self._due(event.coup, wager, line.stake)
            need(line.returned == due, "a wager is paid wrongly", ("due is", due, line))

    def _due(self, coup: int, wager: Wager, stake: int) -> int:
        hands = self.hands[coup]
        if hands is None or (coup, wager[0]) in self.void:
            return stake
        return returned(stake, odds(wager[1], *hands, self.book, dragon=SIDES[family(self.book)].get("dragon", 1)))

    def position(self, ats: int) -> int:
        """Return what an account is worth by all of this."""
        won = sum(
            self.last[coup][wager] - stake
            for coup, stakes in self.stakes.items()
            for wager, stake in stakes.items()
            if wager[0] == ats
        )
        return self.paid[ats] + won


def check(table: Table) -> None:
    """Hold the ledger against all that happened."""
    money = Money(table.book)
    for event in table.events:
        money.happened(event)
    coup = table.coup
    need(coup is not None or not money.lying, "a wager never ends", money.lying)
    for ats, ledger in table.state.ledger.items():
        need(sum(ledger.values()) == 0, "the ledger does not sum to zero", (ats, ledger))
        lies = sum(stake for (whose, _), stake in money.lying.items() if whose == ats)
        need(ledger.get("in-play", 0) == lies, "the ledger knows other wagers", (ats, lies))
        need(ledger.get("balance", 0) >= 0, "a balance below zero", ats)
        has = sum(ledger.get(name, 0) for name in ("balance", "in-play", "held", "owed-to", "owed-by"))
        due = money.position(ats)
        need(has == due, "an account has not what it should", ("ATS", ats, "has", has, "and should have", due))
