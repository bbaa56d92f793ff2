"""The second engine, step by step: what must be seen of a scenario, by the rule books and rulings.md alone."""

from collections import Counter

from course import Course
from dealing import tell
from law import CROWN, family
from pieces import Coup, possible
from purse import Account, Purse, cents
from told import ANY, Claims, Silent, Step, read

SETTING = ("rulebook", "table", "limit", "shoe")
OF_THE_COURSE = (
    "bets", "close", "confirm", "void", "decide", "card", "cards", "burn", "cut", "unreadable", "enter", "shoe-says",
    "empty", "altered", "foreign", "seen",
)  # fmt: skip


class Story:
    """A table that is told what happens, and says what must be seen of it."""

    def __init__(self, book: str, table: dict[str, str]) -> None:
        self.book = book
        self.crown = family(book) == CROWN
        self.period = float(table.get("period", "30"))
        self.purse = Purse(book, table)
        self.course = Course(book, int(table.get("decks", "8")), self.purse)
        self.course.begin(tell(self.course))
        self.left = 0.0
        self.started = False
        # Since the first `bets`; a Dummy Coup can come before it, and takes none.
        self.bets_taken = False
        self.broken_system = self.broken_display = False

    def tell(self, text: str) -> Claims:
        """Say what must be seen of one step."""
        step = read(text)
        said = self.purse.said = self.course.said = Claims()
        if not self.started and step.word not in SETTING:
            self._first_shoe()
        if self.broken_system and step.text != "clear system":
            raise Silent("play while the system's malfunction stands")
        coup, phase = self.course.coup, self.course.phase
        self.course.malfunctions = len(self.purse.faulty) + self.broken_display + self.broken_system
        self._take(step)
        if self.course.phase == "betting" and (self.course.coup is not coup or phase != "betting"):
            self.left = self.period
            self.bets_taken = True
        said.asking = bool(self.course.asking)
        said.balances = {ats: account.balance - account.held for ats, account in self.purse.accounts.items()}
        return said

    def _first_shoe(self) -> None:
        self.course.hear(read("shoe"))
        self.started = True

    def _take(self, step: Step) -> None:
        if step.word in OF_THE_COURSE:
            self.course.hear(step)
        elif step.word == "shoe":
            if self.started and self.course.asking:
                raise Silent("a new shoe while a question is open")
            self.course.hear(step)
            self.started = True
        else:
            getattr(self, "_" + step.word.replace("-", "_"))(step)

    def _refuse(self, rule: object = ANY) -> None:
        self.course.refuse(rule)

    def _at_rest(self, what: str) -> None:
        """No wish is taken but the answer, while a question is open: which others, the page leaves."""
        if self.course.asking:
            raise Silent(f"{what} while a question is open")

    def _rulebook(self, _: Step) -> None:
        pass

    def _table(self, _: Step) -> None:
        pass

    def _limit(self, step: Step) -> None:
        self._at_rest("limits")
        parts = {key: cents(amount) for key, _, amount in (word.partition("=") for word in step.rest[1:])}
        if not self.purse.limits.change(step.rest[0], parts, playing=self.bets_taken):
            self._refuse()

    # time

    def _wait(self, step: Step) -> None:
        self.purse.limits.now += float(step.rest[0])
        if self.course.phase != "betting" or self.course.frozen or self.course.asking:
            return
        self.left -= float(step.rest[0])
        if self.left <= 0:
            self.course.hear(read("elapsed"))

    # money

    def _wager(self, step: Step) -> None:
        ats, bet, amount = step.rest
        open_ = self.course.phase == "betting" and not self.course.frozen and not self.course.asking
        if not open_ or not self.purse.wager(ats, bet, cents(amount)):
            self._refuse()

    def _buyin(self, step: Step) -> None:
        self._at_rest("a buy-in")
        ats = step.rest[0]
        account = self.purse.accounts.get(ats)
        if ats in self.purse.faulty:
            raise Silent("money at a faulty terminal")
        if self.course.frozen or not 0 < int(ats) <= self.purse.ats or (account and account.excluded):
            self._refuse()
            return
        self.purse.accounts.setdefault(ats, Account()).balance += cents(step.rest[1])

    def _cashout(self, step: Step) -> None:
        self._at_rest("a cash-out")
        ats = step.rest[0]
        account = self.purse.accounts.get(ats)
        if ats in self.purse.faulty:
            raise Silent("a cash-out at a faulty terminal")
        if account is None or account.wagers or self.course.frozen:
            self._refuse()
            return
        del self.purse.accounts[ats]
        account.balance = account.held
        if account.held:
            self.purse.left[ats] = account

    def _freeze(self, _: Step) -> None:
        self._at_rest("freezing")
        if self.course.frozen:
            raise Silent("frozen twice")
        self.course.frozen = True

    def _unfreeze(self, _: Step) -> None:
        self._at_rest("unfreezing")
        if not self.course.frozen:
            raise Silent("not frozen")
        self.course.frozen = False

    def _correct(self, step: Step) -> None:
        self._settling("a correction")
        number = int(step.rest[0])
        hands = dict(word.split("=") for word in step.rest[1:])
        player, banker = tuple(hands["player"].split(",")), tuple(hands["banker"].split(","))
        kept = self.purse.coups.get(number)
        if max(Counter(player + banker).values()) > self.course.decks:
            raise Silent("corrected to more cards of a kind than there are decks")
        if kept is None or not possible(player, banker):
            self._refuse()
        elif (player, banker) == kept.hands:
            raise Silent("corrected to what it was")
        else:
            self.course.said.say("irregularity", "wrong_outcome", "11.11" if self.crown else ANY)
            self.purse.recalculate(number, (player, banker), set())

    def _settling(self, what: str) -> None:
        self._at_rest(what)
        if self.course.frozen or self.purse.faulty:
            raise Silent(f"{what} while accounts are frozen or a terminal is faulty")

    def _miscount(self, step: Step) -> None:
        self._at_rest("a miscount")
        if self.crown:
            self._refuse()
            return
        coup = self.course.previous
        kept = self.purse.coups.get(coup.number) if coup else None
        if kept is None or self.course.carried or not self.course.shoe.alive:
            raise Silent("a miscount of what was not just settled, or with cards behind it")
        self._settling("a miscount")
        self.course.said.allow("irregularity", "wrong_outcome", ANY)
        self.course.previous = None
        if step.rest == ("void",):
            self.purse.recalculate(coup.number, None, {ats for ats, _ in kept.stakes})
            del self.purse.coups[coup.number]
            return
        hands = dict(word.split("=") for word in step.rest)
        player, banker = tuple(hands["player"].split(",")), tuple(hands["banker"].split(","))
        named, recorded = list(player + banker), list(kept.hands[0] + kept.hands[1])
        left = [card for card in recorded if named.count(card) < recorded.count(card)]
        if not possible(player, banker) or len(left) > 1:
            raise Silent("hands that the table of play cannot give, or many cards left over")
        out = self.course.shoe.out + (Counter(named) - Counter(recorded))
        if max(out.values()) > self.course.decks:
            raise Silent("cards named that cannot have left this shoe")
        self.course.shoe.out = out
        self.purse.recalculate(coup.number, (player, banker), set())
        if left:
            self.course.hear(Step("", "left-over", (), left[0]))

    # players

    def _exclude(self, step: Step) -> None:
        self._at_rest("an exclusion")
        account = self.purse.accounts.get(step.rest[0])
        if account is None or account.excluded:
            raise Silent("nobody to exclude")
        account.excluded = True
        self.course.said.say("excluded", step.rest[0])

    def _declare_void(self, step: Step) -> None:
        self._settling("declaring void")
        ats, coup = step.rest[0], self.course.coup
        if len(step.rest) > 1:
            kept = self.purse.coups.get(int(step.rest[1]))
            if kept is None or ats in kept.void or not any(whose == ats for whose, _ in kept.stakes):
                raise Silent("nothing to declare void")
            self.course.said.allow("irregularity", "wrong_outcome", ANY)
            self.purse.recalculate(int(step.rest[1]), None, {ats})
        elif self._lie_closed(ats, coup):
            self.purse.give_back_of(ats, "void", "13.2.1" if self.crown else ANY)

    def _lie_closed(self, ats: str, coup: Coup | None) -> bool:
        account = self.purse.accounts.get(ats)
        if coup is None or self.course.phase != "closed" or account is None or not account.wagers or not coup.dealt:
            raise Silent("no wagers that lie in a coup in progress")
        return True

    def _hold(self, step: Step) -> None:
        self._settling("holding winnings")
        if self.course.coup is not None:
            raise Silent("holding winnings while a coup is open")
        if not self.purse.hold(step.rest[0], cents(step.rest[1])):
            self._refuse()

    def _release(self, step: Step) -> None:
        account = self._held(step)
        if account is not self.purse.accounts.get(step.rest[0]):  # reading 13: payable to a player who has left
            self.course.said.say("owed", step.rest[0], account.held, "house")
        account.held = account.to_hold = 0

    def _keep(self, step: Step) -> None:
        account = self._held(step)
        account.balance -= account.held
        account.kept += account.held
        account.to_keep += account.held
        account.held = account.to_hold = 0

    def _held(self, step: Step) -> Account:
        self._settling("winnings held")
        account = self.purse.held_of(step.rest[0])
        if account is None:
            raise Silent("nothing is held")
        return account

    def _claim(self, step: Step) -> None:
        self._at_rest("a claim")
        if step.rest[0] not in self.purse.accounts:
            raise Silent("a claim of nobody")
        self.course.said.say("claim", step.rest[0])

    # malfunctions

    def _fault(self, step: Step) -> None:
        if step.rest == ("system",):
            self._fault_system(step)
        elif step.rest == ("wnd",):
            if self.broken_display:
                raise Silent("a display that is wrong twice")
            self.broken_display = True
            self.course.flag("wnd_mismatch", self.course.rule["display"])
        else:
            self._fault_ats(step.rest[1])

    def _fault_system(self, step: Step) -> None:
        if self.course.frozen:
            raise Silent("a malfunction while all accounts are frozen")
        if self.course.phase == "betting":
            self.course.hear(step)
        else:
            self.course.flag("system_malfunction", self.course.rule["system after"] if self.course.coup else ANY)
        self.broken_system = True

    def _fault_ats(self, ats: str) -> None:
        if ats in self.purse.faulty or not 0 < int(ats) <= self.purse.ats:
            raise Silent("faulty twice, or no such terminal")
        self.purse.faulty.add(ats)
        self.purse.barred.add(ats)
        before = self.course.phase == "betting"
        idle = self.course.coup is None
        self.course.flag("ats_malfunction", ANY if idle else self.course.rule["ats before" if before else "ats after"])
        if before:
            if self.course.frozen:
                raise Silent("a malfunction while all accounts are frozen")
            self.purse.give_back_of(ats, "malfunction", self.course.rule["ats before"])

    def _clear(self, step: Step) -> None:
        if step.rest == ("system",):
            if not self.broken_system:
                raise Silent("nothing to clear")
            self.broken_system = False
        elif step.rest == ("wnd",):
            if not self.broken_display:
                raise Silent("nothing to clear")
            self.broken_display = False
        elif step.rest[0] == "ats":
            if step.rest[1] not in self.purse.faulty:
                raise Silent("nothing to clear")
            self.purse.faulty.discard(step.rest[1])

    def _forget(self, step: Step) -> None:
        ats = step.rest[1]
        if self.course.frozen:
            raise Silent("records are lost while all accounts are frozen")
        if self._lie_closed(ats, self.course.coup):
            self.purse.give_back_of(ats, ANY, self.course.rule["forgotten"])
