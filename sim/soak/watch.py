"""What must always hold, held against everything that happens, as it happens."""

from collections import Counter
from typing import Any, Final

from firmware.books import rules_of
from firmware.game import events as g
from firmware.game.hands import Winner, total
from firmware.link.messages import PublicView
from firmware.table.core.events import WagersReturned, WagersSettled
from firmware.table.core.ledger import total as ledger_total
from firmware.table.core.service import Happened
from firmware.table.core.state import CoupRecord, TableState
from firmware.table.features.limits import LimitSet
from firmware.table.features.sessions import SessionEnded, SessionStarted
from firmware.table.features.wagers import WagerSet
from sim.soak.cards import ShoeCards
from sim.soak.limits import LimitsSeen
from sim.soak.second import Opinion, differs

# A terminal that is cut off shows an earlier coup for a while.
REMEMBERED: Final = 50


class Watch:
    """Holds each event and the state after it against what must hold; `wrong` says what did not.

    `opinion`: of a second engine, which settlements and recalculations are held against as well.
    """

    def __init__(self, cards: ShoeCards, opinion: Opinion | None = None) -> None:
        self._opinion = opinion
        self.wrong: list[str] = []
        self.events = 0
        self.kinds: Counter[str] = Counter()
        self.phases: Counter[str] = Counter()
        self.actions: Counter[str] = Counter()
        self.accepted: dict[int, dict[tuple[int, str], set[int]]] = {}
        self.coups = 0
        self._at = 0
        self.results: dict[int, set[tuple[str, ...]]] = {}
        self._recent: tuple[CoupRecord, ...] = ()
        self._cards = cards
        self._limits = LimitsSeen()
        self._lying: dict[tuple[int, str], int] = {}

    def happened(self, happened: Happened) -> None:
        """Hold what has happened against what must hold."""
        self.events += len(happened.events)
        if happened.at < self._at:
            self._fail(f"time ran back, from {self._at} to {happened.at} ms")
        self._at = happened.at
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
        if state.recent is not self._recent:
            self._recent = state.recent
            self._results(state)
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

    def _wager(self, event: WagerSet, state: TableState) -> None:
        coup = state.game.coup
        if coup is None or not coup.betting:
            self._fail(f"{event} after betting was closed")
        else:
            self.accepted[coup.number].setdefault((event.ats, event.bet), {0}).add(event.accepted)
            self.wrong += self._limits.wagered(event, self._at, coup.number)
        self._lying.pop((event.ats, event.bet), None)
        if event.accepted:
            self._lying[event.ats, event.bet] = event.accepted

    def _limited(self, event: LimitSet, state: TableState) -> None:
        self.wrong += self._limits.said(event, self._at, state.game.coups, playing=state.started)

    def _session(self, event: SessionStarted | SessionEnded, _: TableState) -> None:
        if isinstance(event, SessionStarted):
            self._limits.session(event.terms.maximum, tuple(one.limit() for one in event.terms.limits))
        else:
            self._limits.session(0)

    def _returned(self, event: WagersReturned, _: TableState) -> None:
        for line in event.lines:
            if self._lying.pop((line.ats, line.bet), None) != line.amount:
                self._fail(f"{line} was returned and did not lie there")

    def _settled(self, event: WagersSettled, state: TableState) -> None:
        """Hold a settlement against the cards of its coup, by its rule book."""
        record = next((one for one in reversed(state.recent) if one.result.coup == event.coup), None)
        if self._opinion is not None and record is not None:
            self.wrong += differs(event, record, self._opinion)
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

    def _results(self, state: TableState) -> None:
        for record in state.recent:
            result = record.result
            hands = " ".join(result.player.cards), " ".join(result.banker.cards)
            self.results.setdefault(result.coup, set()).add((result.winner.value, *hands))
        while len(self.results) > REMEMBERED:
            del self.results[min(self.results)]

    def displays(self, public: PublicView) -> None:
        """Hold what the display shows of the coups that ended against what became of them."""
        for ended in public.recent:
            shown = ended.winner, " ".join(ended.player.cards), " ".join(ended.banker.cards)
            if ended.coup >= min(self.results, default=0) and shown not in self.results.get(ended.coup, ()):
                self._fail(f"the display shows {shown} for coup {ended.coup}, which was {self.results.get(ended.coup)}")

    def shows(self, ats: int, since: int, wagers: dict[str, Any]) -> None:
        """Hold what a terminal shows as accepted against what was accepted, since the coup that it knows of."""
        for bet, shown in wagers.items():
            if shown.accepted and not self._was_accepted((ats, bet), shown.accepted, since):
                self._fail(f"ATS {ats} shows {shown.accepted} on {bet}, which was never accepted")

    def _was_accepted(self, wager: tuple[int, str], amount: int, since: int) -> bool:
        return any(amount in self.accepted[coup].get(wager, ()) for coup in reversed(self.accepted) if coup >= since)

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
        LimitSet: _limited,
        SessionStarted: _session,
        SessionEnded: _session,
        WagerSet: _wager,
        WagersReturned: _returned,
        WagersSettled: _settled,
    }
