"""What must always hold, held against everything that happens, as it happens."""

from collections import Counter
from typing import Any, Final

from firmware.books import rules_of
from firmware.game import events as g
from firmware.game.hands import Winner, total
from firmware.table import events as e
from firmware.table.ledger import total as ledger_total
from firmware.table.service import Happened
from firmware.table.state import TableState
from sim.soak.cards import ShoeCards

# A terminal that is cut off shows an earlier coup for a while.
REMEMBERED: Final = 50


class Watch:
    """Holds each event and the state after it against what must hold; `wrong` says what did not."""

    def __init__(self, cards: ShoeCards) -> None:
        self.wrong: list[str] = []
        self.events = 0
        self.kinds: Counter[str] = Counter()
        self.phases: Counter[str] = Counter()
        self.actions: Counter[str] = Counter()
        self.accepted: dict[int, dict[tuple[int, str], set[int]]] = {}
        self.coups = 0
        self._cards = cards
        self._lying: dict[tuple[int, str], int] = {}

    def happened(self, happened: Happened) -> None:
        """Hold what has happened against what must hold."""
        self.events += len(happened.events)
        for event in happened.events:
            astray = self._cards.happened(event)
            if astray:
                self._fail(astray)
            check = self._CHECKS.get(type(event))
            if check is not None:
                check(self, event, happened.state)
        self._state(happened.state)

    def _fail(self, what: str) -> None:
        self.wrong.append(what)

    def _state(self, state: TableState) -> None:
        self.phases[state.game.phase.value] += 1
        if ledger_total(state.ledger) != 0:
            self._fail("the ledger's sum is not zero")
        for ats, accounts in state.ledger.items():
            if accounts.get("balance", 0) < 0 or accounts.get("in-play", 0) < 0:
                self._fail(f"ATS {ats} has less than nothing")
        shoe = state.game.shoe
        if shoe is not None and max(shoe.seen) > shoe.decks:
            self._fail("a card came more often than the shoe has decks")

    def _opened(self, event: g.CoupOpened, _: TableState) -> None:
        self.coups += 1
        self.accepted[event.coup] = {}
        self.accepted.pop(event.coup - REMEMBERED, None)

    def _wager(self, event: e.WagerSet, state: TableState) -> None:
        coup = state.game.coup
        if coup is None or not coup.betting:
            self._fail(f"{event} after betting was closed")
        else:
            self.accepted[coup.number].setdefault((event.ats, event.bet), {0}).add(event.accepted)
        self._lying.pop((event.ats, event.bet), None)
        if event.accepted:
            self._lying[event.ats, event.bet] = event.accepted

    def _returned(self, event: e.WagersReturned, _: TableState) -> None:
        for line in event.lines:
            if self._lying.pop((line.ats, line.bet), None) != line.amount:
                self._fail(f"{line} was returned and did not lie there")

    def _settled(self, event: e.WagersSettled, state: TableState) -> None:
        """Hold a settlement against the cards of its coup, by its rule book."""
        if event.corrected:
            return
        for line in event.lines:
            if self._lying.pop((line.ats, line.bet), None) != line.stake:
                self._fail(f"{line} was settled and did not lie there")
        result = state.recent[-1].result
        rules = rules_of(event.version.rulebook, event.version.side_wagers, state.setup.decks)
        payouts = rules.resolver.payouts(result.player.cards, result.banker.cards)
        for line in event.lines:
            if (line.outcome, line.returned) != (payouts[line.bet].outcome, payouts[line.bet].returned(line.stake)):
                self._fail(f"{line} is not what {result.notation} comes to")

    def _result(self, event: g.CoupResult, state: TableState) -> None:
        player, banker = event.player.cards, event.banker.cards
        if event.winner is Winner.VOID:
            return
        table = rules_of(state.setup.rulebook, {}, state.setup.decks).book.table_of_play
        if not table.allows(player, banker):
            self._fail(f"{event.notation}: the table of play cannot give this")
        ours, theirs = total(player), total(banker)
        right = Winner.TIE if ours == theirs else Winner.PLAYER if ours > theirs else Winner.BANKER
        if event.winner is not right:
            self._fail(f"{event.notation} was not won by {event.winner}")

    def _irregular(self, event: g.Irregularity, _: TableState) -> None:
        self.kinds[event.kind] += 1

    def _ruled(self, event: g.Ruling, _: TableState) -> None:
        self.actions[event.action] += 1

    def shows(self, ats: int, since: int, wagers: dict[str, Any]) -> None:
        """Hold what a terminal shows as accepted against what was accepted, since the coup that it knows of."""
        for bet, shown in wagers.items():
            known: set[int] = set().union(
                *(of.get((ats, bet), ()) for coup, of in self.accepted.items() if coup >= since)
            )
            if shown.accepted and shown.accepted not in known:
                self._fail(f"ATS {ats} shows {shown.accepted} on {bet}, which was never accepted")

    def lies(self, state: TableState) -> None:
        """Hold what lies on the layouts against what was accepted and neither settled nor returned."""
        held = {(ats, bet): stake for ats, account in state.accounts.items() for bet, stake in account.wagers.items()}
        if held != self._lying:
            self._fail(f"{self._lying} lie there, and {held} is held")

    _CHECKS: Final[dict[type[g.Event], Any]] = {
        g.CoupOpened: _opened,
        g.CoupResult: _result,
        g.Irregularity: _irregular,
        g.Ruling: _ruled,
        e.WagerSet: _wager,
        e.WagersReturned: _returned,
        e.WagersSettled: _settled,
    }
