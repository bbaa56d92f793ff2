"""Random stories: what a table with dealers, players and bad luck may go through, kept to what the texts decide."""

import random
from collections import Counter
from collections.abc import Callable

from claims import story_of
from coup import BOOKS
from course import Course
from law import CROWN, family
from pieces import Coup
from story import Story
from told import Silent

CARDS = [rank + suit for rank in "A23456789TJQK" for suit in "SHDC"]
SIDES = ("none", "pairs", "pairs,super6", "pairs,perfect:1,dragon:2,super6", "perfect:2,dragon:3", "dragon:1")
ATS = ("1", "2", "3")

Weights = dict[str, float]


def story_from(seed: str, length: int = 40, dropped: Counter[str] | None = None) -> list[str]:
    """Return the story of a seed. `dropped` counts the steps that were left out, as the texts leave them free."""
    return _Writer(random.Random(seed), Counter() if dropped is None else dropped).write(length)


class _Writer:
    """Writes one story: asks the second engine after each step where the table stands."""

    def __init__(self, chance: random.Random, dropped: Counter[str]) -> None:
        self.chance, self.dropped = chance, dropped
        self.trouble = chance.choice((0.02, 0.1, 0.3, 0.6))  # how much goes wrong in this story
        self.lines = self._setting()
        self.few = [chance.choice(CARDS) for _ in range(chance.choice((2, 13, 52)))]
        self.book = self.lines[0].split()[1]
        self.crown = family(self.book) == CROWN
        self.table = self._told_again()

    def _setting(self) -> list[str]:
        chance = self.chance
        book = chance.choice(list(BOOKS))
        side = chance.choice(SIDES if book.startswith("crown") else SIDES[:2])
        decks = 8 if "perfect" in side else chance.choice((4, 6, 8))
        ats = chance.choice((0, 1, 2, 2, 3, 3))
        lines = [f"rulebook {book}", f"table ats={ats} decks={decks} side={side}"]
        lines[1] += chance.choice(("", "", " aggregate-min=15", " period=12"))
        for _ in range(chance.choice((0, 0, 1, 2))):
            least, step = chance.randint(1, 20), chance.randint(1, 10)
            bet = chance.choice(("*", "player", "banker", "tie"))
            lines.append(f"limit {bet} min={least} max={least + chance.randint(0, 300)} step={step}")
        lines += chance.choice(([], [], ["shoe unburned"]))
        return lines

    def _told_again(self) -> Story:
        story = story_of(self.lines)
        for line in self.lines:
            story.tell(line)
        return story

    def write(self, length: int) -> list[str]:
        """Write that many lines, or as many as the texts speak about."""
        for ats in ATS[: self.table.purse.ats]:
            if self.chance.random() < 0.9:
                self._try(f"buyin {ats} {self.chance.choice((20, 100, 500, 1000))}")
        for _ in range(length):
            self._try(self._step())
        return self.lines

    def _try(self, line: str) -> None:
        try:
            self.table.tell(line)
        except Silent as silent:
            self.dropped[str(silent)] += 1
            self.table = self._told_again()
        else:
            self.lines.append(line)

    # what next

    def _step(self) -> str:
        course = self.table.course
        if self.table.broken_system:
            return "clear system"
        if course.asking:
            return self._while_asked()
        if course.frozen and self.chance.random() < 0.3:
            return "unfreeze"
        if course.phase == "betting" and self._may_wager() and self.chance.random() < 0.5:
            return self._written("wager ATS BET AMOUNT")
        return self._while_playing(course)

    def _may_wager(self) -> bool:
        """Say whether somebody could wager, and nothing lies yet."""
        purse = self.table.purse
        rich = any(account.balance > 2000 for account in purse.accounts.values())
        return rich and not purse.lying() and not self.table.course.frozen

    def _while_playing(self, course: Course) -> str:
        if course.coup is None:
            ended = not course.shoe.alive and self.chance.random() < 0.4
            return "shoe" if ended else self._pick(_IDLE, _IDLE_TROUBLE)
        if course.phase == "betting":
            return self._pick(_BETTING, _BETTING_TROUBLE)
        return self._pick(_DUE, _DUE_TROUBLE) if course.coup.due() else self._pick(_COMPLETE, _COMPLETE_TROUBLE)

    def _pick(self, usual: Weights, trouble: Weights) -> str:
        weights = trouble if self.chance.random() < self.trouble else usual
        return self._written(self.chance.choices(list(weights), list(weights.values()))[0])

    def _while_asked(self) -> str:
        asking = self.table.course.asking
        if self.chance.random() < 0.35:
            return self._written(self.chance.choice(_MEANWHILE))
        if asking == "unreadable_card":
            return f"enter {self._card()}"
        options = self.table.course.options
        if isinstance(options, tuple):
            order = self.chance.sample(options, len(options))
            return f"decide order={self.chance.choice((','.join(order), 'unknown'))}"
        known = sorted(options) if isinstance(options, frozenset) else ["play-on"]
        return f"decide {self.chance.choice(known)}"

    def _card(self) -> str:
        return self.chance.choice(self.few if self.chance.random() < 0.3 else CARDS)

    def _written(self, word: str) -> str:
        chance = self.chance
        fill: dict[str, Callable[[], str]] = {
            "CARD": self._card,
            "ATS": self._ats,
            "BET": lambda: chance.choice(
                (*self.table.purse.bets * 4, "player", "banker", "player", "banker", "tie", "super6")
            ),
            "AMOUNT": lambda: chance.choice(
                ("5", "10", "20", "20", "25", "50", "50", "10", "0", "7.50", "22", "333", "6000")
            ),
            "LIMIT": lambda: chance.choice(
                ("min=5", "min=10", "min=20", "max=100", "max=18", "step=1", "max=400 step=2")
            ),
            "SECONDS": lambda: chance.choice(("1", "5", "10", "11.5", "30", "40")),
            "HAND": self._hand,
            "WINNER": lambda: chance.choice(("player", "banker", "tie")),
            "COUP": self._coup,
            "HANDS": self._hands,
        }
        return " ".join(fill[part]() if part in fill else _filled(part, fill) for part in word.split())

    def _ats(self) -> str:
        """A terminal, mostly one with an account, rather one with wagers."""
        accounts = self.table.purse.accounts
        lying = [ats for ats, account in accounts.items() if account.wagers]
        among = lying if lying and self.chance.random() < 0.4 else list(accounts)
        return self.chance.choice(among if among and self.chance.random() < 0.9 else ATS)

    def _coup(self) -> str:
        """A coup, mostly one with wagers that were settled."""
        staked = [number for number, kept in self.table.purse.coups.items() if kept.stakes]
        if staked and self.chance.random() < 0.8:
            return str(self.chance.choice(staked))
        return str(self.chance.randint(1, max(1, self.table.course.number)))

    def _hand(self) -> str:
        """A hand, mostly one that has two cards."""
        coup = self.table.course.coup
        two = [hand for hand, cards in coup.hands.items() if len(cards) == 2] if coup else []
        return self.chance.choice(two if two and self.chance.random() < 0.6 else ("player", "banker"))

    def _hands(self) -> str:
        """Hands that the table of play can give, now and then ones that it cannot."""
        coup = Coup(0, dummy=False, last=False, burned=False)
        while hand := coup.due():
            coup.hands[hand].append(self._card())
        if self.chance.random() < 0.1:
            coup.hands["player"].append(self._card())
        return f"player={','.join(coup.hands['player'])} banker={','.join(coup.hands['banker'])}"


def _filled(part: str, fill: dict[str, Callable[[], str]]) -> str:
    key, equals, word = part.partition("=")
    return f"{key}={fill[word]()}" if equals and word in fill else part


_IDLE: Weights = {"bets": 80, "buyin ATS 100": 6, "buyin ATS 45 by=note": 2, "cashout ATS": 4, "wait SECONDS": 2}
_IDLE_TROUBLE: Weights = {
    "seen to=HAND": 6, "seen face-up": 3, "seen shown": 1,
    "card CARD": 10, "card CARD shown": 5, "card CARD to=HAND": 8, "burn CARD": 14, "burn CARD face-up": 4, "cut": 6,
    "cards CARD CARD together": 3, "unreadable": 4, "foreign JOKER": 2, "empty": 1, "altered": 1, "shoe": 4,
    "shoe unburned": 4, "correct COUP HANDS": 18, "declare-void ATS COUP": 8, "hold ATS AMOUNT": 8, "release ATS": 5,
    "keep ATS": 4, "miscount HANDS": 5, "miscount void": 4, "exclude ATS": 2, "claim ATS it was nine": 2,
    "fault ats ATS": 3, "clear ats ATS": 6, "fault wnd": 1, "clear wnd": 1, "freeze": 2, "confirm": 1, "close": 1,
    "decide carry": 1, "enter CARD": 1, "wager ATS BET AMOUNT": 1, "fault system": 1, "limit * LIMIT": 4,
    "limit player LIMIT": 2, "wait 1200": 4,
}  # fmt: skip
_BETTING: Weights = {"wager ATS BET AMOUNT": 60, "close": 14, "wait SECONDS": 12, "card CARD": 12, "buyin ATS 50": 2}
_BETTING_TROUBLE: Weights = {
    "burn CARD": 12, "burn CARD face-up": 3, "cut": 5, "card CARD face-up": 6, "card CARD to=HAND": 5,
    "cards CARD CARD together": 4, "unreadable": 5, "fault ats ATS": 6, "clear ats ATS": 4, "fault system": 1,
    "void": 2, "exclude ATS by=dealer": 3, "freeze": 3, "confirm": 1, "bets": 1, "decide void": 1, "cashout ATS": 3,
    "claim ATS a claim": 1, "correct COUP HANDS": 3, "declare-void ATS COUP": 1, "fault wnd": 1, "enter CARD": 1,
    "foreign": 1, "altered": 1, "empty": 1, "shoe": 1, "limit * LIMIT": 3, "limit player LIMIT": 2,
}  # fmt: skip
_DUE: Weights = {"card CARD": 90, "shoe-says WINNER": 3, "wait SECONDS": 1, "buyin ATS 20": 1}
_DUE_TROUBLE: Weights = {
    "seen to=HAND": 6, "seen face-up": 3, "seen shown": 1,
    "card CARD to=HAND": 16, "card CARD face-up": 8, "card CARD to=HAND face-up": 4, "burn CARD": 10,
    "burn CARD face-up": 4, "cards CARD CARD together": 8, "cards CARD CARD CARD together": 2, "unreadable": 9,
    "foreign": 4, "empty": 3, "altered": 4, "cut": 5, "shoe-says WINNER": 8, "confirm": 4, "void by=dealer": 4,
    "void": 3, "bets": 5, "close": 1, "wager ATS BET AMOUNT": 2, "fault ats ATS": 4, "clear ats ATS": 4,
    "fault wnd": 1, "fault system": 2, "forget ats ATS": 4, "declare-void ATS": 4, "exclude ATS": 2, "freeze": 3,
    "decide reconstruct": 4, "cashout ATS": 2, "correct COUP HANDS": 3, "claim ATS a claim": 1, "shoe": 1,
}  # fmt: skip
_COMPLETE: Weights = {"confirm": 88, "shoe-says WINNER": 8, "buyin ATS 20": 1, "wait SECONDS": 1}
_COMPLETE_TROUBLE: Weights = {
    "seen to=HAND": 6, "seen face-up": 3, "seen shown": 1,
    "card CARD": 14, "card CARD to=HAND": 34, "card CARD shown": 8, "burn CARD": 6, "burn CARD face-up": 4,
    "cards CARD CARD together": 5, "unreadable": 7, "foreign": 4, "empty": 2, "altered": 3, "cut": 6,
    "shoe-says WINNER": 10, "void by=dealer": 2, "void": 4, "fault ats ATS": 3, "clear ats ATS": 3,
    "forget ats ATS": 5, "declare-void ATS": 5, "freeze": 4, "decide reconstruct": 5, "bets": 2, "fault system": 2,
    "wager ATS BET AMOUNT": 1, "exclude ATS": 2, "cashout ATS": 2, "fault wnd": 1, "card CARD face-up": 2,
}  # fmt: skip
_MEANWHILE = (
    "card CARD", "card CARD", "card CARD to=HAND", "burn CARD", "unreadable", "cut", "shoe-says WINNER", "altered",
    "foreign", "empty", "void", "void by=dealer", "bets", "close", "confirm", "wager ATS BET AMOUNT", "decide dummy",
    "decide reconstruct", "decide order=unknown", "fault ats ATS", "fault wnd", "forget ats ATS", "enter CARD",
    "cards CARD CARD together", "card CARD face-up", "card CARD shown", "clear ats ATS",
)  # fmt: skip
