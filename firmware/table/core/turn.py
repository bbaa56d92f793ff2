"""One decision of the table while it is being made: the coup's events, and what each of them does to money."""

from collections.abc import Callable, Sequence
from typing import Final

from firmware.books import TableRules, rules_of
from firmware.by_kind import by_kind
from firmware.game import events as g
from firmware.game.bets import Outcome, Payout
from firmware.game.hands import Winner
from firmware.game.offer_number import offer_numbers
from firmware.game.rulebook import Act, Authorised, Treatment
from firmware.game.steps import Step
from firmware.game.transitions import decide as decide_step
from firmware.table.core.events import (
    Abstained,
    BetResult,
    GameChanged,
    OfferNumbered,
    PlayedForPoints,
    Reason,
    ReturnedLine,
    SettledLine,
    TableOpened,
    TakePay,
    WagersReturned,
    WagersSettled,
)
from firmware.table.core.evolve import evolve, evolve_with
from firmware.table.core.numbering import UNNUMBERED, Numbering
from firmware.table.core.session_terms import least_in_all, players_of
from firmware.table.core.setup import Version
from firmware.table.core.state import TableState

# Three coups in a row without a wager, at a full table (crown 4.4, 13.8).
ABSTENTION: Final = 3
History = Callable[[int], Sequence[g.Event]]


class TableTurn:
    """Collects the events of one command; each is folded at once, so that the next sees the state after it."""

    __slots__ = ("at", "events", "history", "numbering", "rules", "state")

    def __init__(
        self, rules: TableRules, state: TableState, at: int, history: History, numbering: Numbering = UNNUMBERED
    ) -> None:
        self.rules: Final = rules
        self.state = state
        self.at: Final = at
        self.history: Final = history
        self.numbering: Final = numbering
        self.events: list[g.Event] = []

    def say(self, event: g.Event) -> None:
        """Record an event, and what follows from it for money."""
        self._put(event, evolve(self.state, event))

    def _put(self, event: g.Event, after: TableState) -> None:
        self.events.append(event)
        self.state = after
        follows = _FOLLOWS.get(type(event))
        if follows is not None:
            follows(self, event)

    def step(self, step: Step) -> None:
        """Take a step of the coup. Raises Refused, and then nothing has changed."""
        before = self.state.game
        betting = before.coup is not None and before.coup.betting
        for event, game in decide_step(self.rules.book, before, step, wagered=not betting or self._wagered()):
            # The controller has folded its part already; what follows for money must not change the game.
            self._put(event, evolve_with(self.state, event, game))
            assert self.state.game is game, f"what follows {event} for money changes the game"

    def _wagered(self) -> bool:
        """Whether any wager will be recognised when betting ends (not asked of a table without terminals)."""
        least = max(least_in_all(self.state), 1)
        return not self.state.setup.ats or any(account.total >= least for account in self.state.accounts.values())

    def treatment(self, case: str) -> Treatment:
        """Return what the book orders in a case."""
        treatment: Treatment = getattr(self.rules.book.irregularities, case)
        return treatment

    def act(self, name: Act) -> Authorised:
        """Return who may do something by this book, and by which of its rules."""
        return self.rules.book.authority[name]

    def flag(self, kind: str, rule: str) -> None:
        """Record an irregularity that is not the coup's own."""
        coup = self.state.game.coup
        self.say(g.Irregularity(None if coup is None else coup.number, kind, rule or None))

    def give_back(
        self, lines: Sequence[ReturnedLine], rule: str | None, reason: Reason, coup: int | None = None
    ) -> None:
        """Return wagers, if there are any."""
        if coup is None:
            assert self.state.game.coup is not None
            coup = self.state.game.coup.number
        if lines:
            self.say(WagersReturned(coup, tuple(lines), rule or None, reason))

    def lines_of(self, ats: int) -> list[ReturnedLine]:
        """Return one account's wagers in the layout's order, ready to be returned."""
        account = self.state.accounts.get(ats)
        wagers = account.wagers if account else {}
        return [ReturnedLine(ats, bet, wagers[bet]) for bet in self.rules.offer.order if bet in wagers]

    def all_lines(self) -> list[ReturnedLine]:
        """Return all wagers of all accounts, ready to be returned."""
        return [ReturnedLine(*stake) for stake in self.stakes()]

    def settle(
        self,
        coup: int,
        stakes: Sequence[tuple[int, str, int]],
        payouts: dict[str, Payout],
        version: Version,
        *,
        corrected: bool,
        void: frozenset[int] = frozenset(),
    ) -> None:
        """Settle wagers by what each bet came to, in the version of the game that the coup was played by.

        `void`: accounts whose wagers are returned, whatever the bets came to (13.2.1).
        """
        # crown 4.8, 4.8.1, 4.8.2, 4.8.2(a), 10.1; mbs 3.10.1, 4.1; rws 3.8, 4.1, 4.1.1; readings 6 and 7
        known: dict[tuple[str, int], tuple[Outcome, int, str | None]] = {}
        lines = []
        for ats, bet, stake in stakes:
            if ats in void:
                lines.append(SettledLine(ats, bet, stake, *_paid(stake, Payout(Outcome.VOID))))
                continue
            paid = known.get((bet, stake))
            if paid is None:
                paid = known[bet, stake] = _paid(stake, payouts[bet])
            lines.append(SettledLine(ats, bet, stake, *paid))
        if lines:
            self.say(WagersSettled(coup, tuple(lines), corrected, version))

    def stakes(self) -> list[tuple[int, str, int]]:
        """Return all wagers of all accounts: account, bet and stake."""
        order, accounts = self.rules.offer.order, self.state.accounts
        return [
            (ats, bet, wagers[bet])
            for ats in sorted(accounts)
            if (wagers := accounts[ats].wagers)
            for bet in order
            if bet in wagers
        ]


def _paid(stake: int, payout: Payout) -> tuple[Outcome, int, str | None]:
    """Return what becomes of a stake: outcome, what is returned, and the part of a minor unit left by rounding."""
    rounded = payout.rounded_off(stake)
    return payout.outcome, payout.returned(stake), str(rounded) if rounded else None


def _at_close(turn: TableTurn, event: g.BetsClosed) -> None:
    """Return wagers below the aggregate minimum, which are not recognised; note three coups without any."""
    # crown 5.3.3
    least = least_in_all(turn.state)
    accounts = turn.state.accounts
    small = [line for ats in sorted(accounts) if accounts[ats].total < least for line in turn.lines_of(ats)]
    numbers = turn.rules.book.numbers
    turn.give_back(small, numbers.aggregate, "aggregate", event.coup)
    coup = turn.state.game.coup
    assert coup is not None
    for ats, account in sorted(accounts.items()) if not coup.reopened else ():  # reading 29: once in a coup
        if account.abstained and account.abstained % ABSTENTION == 0:
            turn.say(Abstained(ats, account.abstained, numbers.abstention or None))


def _at_ruling(turn: TableTurn, event: g.Ruling) -> None:
    """Return the wagers of a coup as soon as it is a Dummy Coup: they are void."""
    # crown 11.8.3, 11.8.4, 11.8.4(a), 11.8.4(b)
    if event.action == "dummy-this" and turn.state.game.coup is not None:
        turn.give_back(turn.all_lines(), turn.rules.book.numbers.dummy_refund, "dummy")


def _at_result(turn: TableTurn, event: g.CoupResult) -> None:
    """Settle the wagers of an ended coup by its cards, or return them if it is void."""
    if event.winner == Winner.VOID:
        # crown 11.10, 13.4; mbs 5.1.1; rws 5.1; reading 12: all of them, decided side bets included
        turn.give_back(turn.all_lines(), event.rule, "void", event.coup)
    elif not event.dummy:
        payouts = turn.rules.resolver.resolve(event.player.cards, event.banker.cards).payouts
        version = turn.state.setup.version
        turn.settle(event.coup, turn.stakes(), payouts, version, corrected=False)
        if not turn.state.setup.ats:
            turn.say(take_pay(event.coup, payouts, version))
    due = turn.state.change_due
    if due is not None:
        turn.say(GameChanged(due.rulebook, due.side_wagers))


def take_pay(coup: int, payouts: dict[str, Payout], version: Version) -> TakePay:
    """List each bet of the layout with what the dealer does (reading 17)."""
    bets = tuple(BetResult(bet, payout.outcome, payout.odds) for bet, payout in payouts.items())
    return TakePay(coup, bets, version)


def _at_opening(turn: TableTurn, event: g.CoupOpened) -> None:
    """Record that a session's coup is played for points, whatever is learned of it later."""
    if turn.state.session:
        turn.say(PlayedForPoints(event.coup, turn.state.sessions, players_of(turn.state)))


def _at_offer(turn: TableTurn, _: TableOpened | GameChanged) -> None:
    """Record the odds offered from now on as numbers, which tables compare."""
    # crown 10.1
    setup = turn.state.setup
    rules = rules_of(setup.rulebook, setup.side_wagers, setup.decks)
    turn.say(OfferNumbered(offer_numbers(rules.offer), rules.book.numbers.same_odds or None))


_FOLLOWS: Final[dict[type[g.Event], Callable[[TableTurn, g.Event], None]]] = by_kind(
    {
        g.CoupOpened: _at_opening,
        g.BetsClosed: _at_close,
        g.Ruling: _at_ruling,
        g.CoupResult: _at_result,
        TableOpened: _at_offer,
        GameChanged: _at_offer,
    }
)
