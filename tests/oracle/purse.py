"""Accounts and wagers of the second engine: who has what, what lies, and what comes back."""

from dataclasses import dataclass, field
from fractions import Fraction

from coup import BOOKS, odds, permitted, returned
from law import CROWN, family, rules
from limits import Limits
from told import ANY, Claims, Silent

FIRST, AGAIN = False, True  # settled, and settled once more: `corrected`
MAIN = ("player", "banker", "tie", "player-dragon", "banker-dragon")  # reading 10
SIDES = {
    "pairs": ("player-pair", "banker-pair"),
    "perfect": ("player-perfect", "banker-perfect"),
    "dragon": ("player-dragon", "banker-dragon"),
    "super6": ("super6",),
}


@dataclass
class Account:
    """One terminal's account; what is held of its winnings (13.2.3) is in its balance.

    `won`: all of its winnings; `to_hold` and `to_keep`: how much of them a supervisor said is to be held, and kept.
    """

    balance: int = 0
    wagers: dict[str, int] = field(default_factory=dict)
    excluded: bool = False
    held: int = 0
    gave: bool = False
    won: int = 0
    kept: int = 0
    to_hold: int = 0
    to_keep: int = 0


@dataclass
class Settled:
    """A coup that was settled: what each account staked and got; the sums that recalculations go by.

    `had`: what an account has had of it; `owed`: what it has still to have, or (below zero) to pay.
    """

    hands: tuple[tuple[str, ...], tuple[str, ...]]
    stakes: dict[tuple[str, str], int]
    paid: dict[tuple[str, str], int]
    whose: dict[str, Account]
    void: set[str] = field(default_factory=set)
    had: dict[str, int] = field(default_factory=dict)
    owed: dict[str, int] = field(default_factory=dict)


class Purse:
    """All accounts of a table."""

    def __init__(self, book: str, table: dict[str, str]) -> None:
        self.book, self.rule = book, rules(book)
        self.crown = family(book) == CROWN
        self.ats = int(table.get("ats", "2"))
        self.aggregate = cents(table.get("aggregate-min", "0"))
        self.options = {"pairs": 0, "perfect": 0, "dragon": 0, "super6": 0}
        chosen = [] if table.get("side", "none") == "none" else table["side"].split(",")
        for name, _, option in (word.partition(":") for word in chosen):
            self.options[name] = int(option or 1)
        sides = [bet for name, option in self.options.items() if option for bet in SIDES[name]]
        self.bets = [bet for bet in BOOKS[book][4] if bet in ("player", "banker", "tie", *sides)]
        self.limits = Limits()
        self.accounts: dict[str, Account] = {}
        self.faulty: set[str] = set()
        self.barred: set[str] = set()
        self.doubtful: set[str] = set()
        self.coups: dict[int, Settled] = {}
        self.left: dict[str, Account] = {}  # of whom something is held, and who has left
        self.said = Claims()

    # wagers

    def lying(self) -> bool:
        """Say whether any wager lies."""
        return any(account.wagers for account in self.accounts.values())

    def wager(self, ats: str, bet: str, asked: int) -> bool:
        """Place a wager or take it off; False: refused."""
        account = self.accounts.get(ats)
        if account is None or bet not in self.bets or ats in self.faulty | self.barred:
            return False
        if ats in self.doubtful:
            raise Silent("a wager at a terminal that was faulty when betting opened")
        if account.excluded and asked:
            return False
        accepted, rule = self._lowered(bet, asked)
        before = account.wagers.get(bet, 0)
        if not accepted and not before:
            raise Silent("a wager that is nothing is taken off")
        if accepted - before > account.balance - account.held:
            return False
        if accepted and self._needs_main(bet) and not self._main(account):
            self.said.say("refused", "4.11.1")
            return True
        self._put(account, bet, accepted)
        self.said.say("wager", ats, bet, accepted, rule)
        self._pairs_without_main(ats, account)
        return True

    def _put(self, account: Account, bet: str, amount: int) -> None:
        account.balance -= amount - account.wagers.pop(bet, 0)
        if amount:
            account.wagers[bet] = amount

    def _lowered(self, bet: str, asked: int) -> tuple[int, object]:
        least, most, step = self.limits.of(bet)
        accepted = permitted(asked, least, most, step)
        if accepted == asked:
            return accepted, None
        key = "below" if asked < least else "above" if asked > most else "step"
        return (accepted, self.rule[key] if asked else None)

    def _needs_main(self, bet: str) -> bool:
        return self.crown and bet.endswith(("-pair", "-perfect"))

    @staticmethod
    def _main(account: Account) -> bool:
        return any(bet in MAIN for bet in account.wagers)

    def _pairs_without_main(self, ats: str, account: Account) -> None:
        if not self._main(account):
            for bet in [bet for bet in account.wagers if self._needs_main(bet)]:
                self.give_back(ats, bet, "no_main_wager", self.rule["no main wager"])

    # what comes back

    def give_back(self, ats: str, bet: str, reason: str, rule: object) -> None:
        """Return one wager."""
        account = self.accounts[ats]
        amount = account.wagers.pop(bet)
        account.balance += amount
        self.said.say("returned", ats, bet, amount, reason, rule)

    def give_back_of(self, ats: str, reason: str, rule: object) -> None:
        """Return all wagers of a terminal."""
        for bet in list(self.accounts[ats].wagers) if ats in self.accounts else ():
            self.give_back(ats, bet, reason, rule)

    def give_back_all(self, reason: str, rule: object) -> None:
        """Return every wager."""
        for ats in self.accounts:
            self.give_back_of(ats, reason, rule)

    def too_little(self) -> list[str]:
        """Whose wagers are in aggregate less than is permitted (5.3.3)."""
        sums = {ats: sum(account.wagers.values()) for ats, account in self.accounts.items()}
        return [ats for ats, amount in sums.items() if 0 < amount < self.aggregate]

    # settlement

    def _rate(self, bet: str, player: tuple[str, ...], banker: tuple[str, ...]) -> Fraction:
        options = {"dragon": self.options["dragon"] or 1, "perfect": self.options["perfect"] or 1}
        return odds(bet, player, banker, self.book, **options)

    def comes_back(self, bet: str, stake: int, player: tuple[str, ...], banker: tuple[str, ...]) -> tuple[int, str]:
        """What goes back of a wager, and how it ended."""
        rate = self._rate(bet, player, banker)
        return returned(stake, rate), "lose" if rate == -1 else "win" if rate else "push"

    def settle(self, coup: int, player: tuple[str, ...], banker: tuple[str, ...]) -> None:
        """Settle a coup's wagers on its hands."""
        kept = Settled((player, banker), {}, {}, dict(self.accounts))
        self._take_and_pay(coup, player, banker)
        for ats, account in self.accounts.items():
            for bet, stake in account.wagers.items():
                back, outcome = self.comes_back(bet, stake, player, banker)
                account.balance += back
                account.won += max(0, back - stake)
                kept.had[ats] = kept.had.get(ats, 0) + back
                kept.stakes[ats, bet], kept.paid[ats, bet] = stake, back
                self.said.say("settled", coup, ats, bet, stake, outcome, back, FIRST)
            account.wagers = {}
        self.coups[coup] = kept

    def _take_and_pay(self, coup: int, player: tuple[str, ...], banker: tuple[str, ...]) -> None:
        if not self.ats:  # reading 17: the dealer takes and pays
            rates = {bet: self._rate(bet, player, banker) for bet in self.bets}
            self.said.say("take_pay", coup, frozenset(rates.items()))

    def recalculate(self, coup: int, hands: tuple[tuple[str, ...], tuple[str, ...]] | None, void: set[str]) -> None:
        """Settle a settled coup again (11.11, reading 13): on other hands, or with some accounts' wagers void."""
        kept = self.coups[coup]
        kept.hands, kept.void = hands or kept.hands, kept.void | void
        if hands:
            self._take_and_pay(coup, *hands)
        due: dict[str, int] = {}
        won: dict[str, int] = {}
        for (ats, bet), stake in kept.stakes.items():
            back, outcome = (stake, "void") if ats in kept.void else self.comes_back(bet, stake, *kept.hands)
            due[ats] = due.get(ats, 0) + back
            won[ats] = won.get(ats, 0) + max(0, back - stake) - max(0, kept.paid[ats, bet] - stake)
            changed = back != kept.paid[ats, bet] or ats in void
            (self.said.say if changed else self.said.allow)("settled", coup, ats, bet, stake, outcome, back, AGAIN)
            kept.paid[ats, bet] = back
        for ats, amount in due.items():
            self._adjust(ats, amount - kept.had[ats], won[ats], kept)

    def _adjust(self, ats: str, amount: int, won: int, coup: Settled) -> None:
        account, whose = self.accounts.get(ats), coup.whose[ats]
        own = account is whose
        moved = self._under_orders(ats, whose, amount + (whose.balance - whose.held if own else 0), won)
        rest = amount - moved
        if account is not None and (own or rest > 0):  # reading 27: the next player pays nothing of it
            taken = max(rest, account.held - account.balance)
            account.balance += taken
            whose.gave |= not own
            moved, rest = moved + taken, rest - taken
        coup.had[ats] += moved
        if rest != coup.owed.get(ats, 0):
            coup.owed[ats] = rest
            self.said.say("owed", ats, abs(rest), "house" if rest > 0 else "player" if rest else ANY)

    def _under_orders(self, ats: str, whose: Account, room: int, won: int) -> int:
        """Take what was not won out of what is kept and held, and put what is won again back; return how much."""
        if whose.gave:
            raise Silent("a coup is settled again that brought the next player something")
        whose.won += won
        back = max(0, min(won, room))
        kept = min(whose.to_keep, whose.won, whose.kept + back)
        back -= max(0, kept - whose.kept)
        held = min(whose.to_hold, whose.won - kept, whose.held + back)
        more_kept, more_held = kept - whose.kept, held - whose.held
        if more_held > 0 and self.held_of(ats) not in (None, whose):
            raise Silent("winnings of two players are held at a terminal")
        whose.kept, whose.held = kept, held
        whose.balance += more_held
        if self.accounts.get(ats) is not whose and held:
            self.left[ats] = whose
        return more_kept + more_held

    def held_of(self, ats: str) -> Account | None:
        """Return the account at a terminal of which something is held: whose is open, or who has left."""
        both = (self.accounts.get(ats), self.left.get(ats))
        return next((account for account in both if account and account.held), None)

    # winnings that are held (13.2.3)

    def hold(self, ats: str, amount: int) -> bool:
        """Hold that much of an account's winnings; False: refused."""
        account = self.accounts.get(ats)
        if account is None:
            raise Silent("to hold of nobody")
        if self.held_of(ats) not in (None, account):
            raise Silent("to hold where an earlier player's winnings are held")
        if not 0 < amount <= min(account.won - account.held - account.kept, account.balance - account.held):
            return False
        account.held += amount
        account.to_hold += amount
        self.said.say("held", ats, ANY)
        return True


def cents(text: str) -> int:
    """An amount in minor units."""
    whole, _, rest = text.partition(".")
    return int(whole) * 100 + int((rest + "00")[:2])
