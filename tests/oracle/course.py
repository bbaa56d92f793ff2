"""The course of play of the second engine, told as a person would tell it: a routine that deals coup after coup.

It stands still wherever a person or the shoe has to do something next, and goes on from there with what happened: the
place in the text is the state. An open question is the line at which it waits for its answer; a void coup is an
exception that leaves everything which that coup was about.
"""

from collections import deque
from collections.abc import Generator

from coup import count, winner
from law import CROWN, MBS, family, rules, whose
from pieces import Coup, Last, Shoe, VoidCoup
from purse import Purse
from told import ANY, FACTS, Claims, Flags, Silent, Step, read

Telling = Generator[None, Step, None]
Answer = Generator[None, Step, str]
RECONSTRUCT, PLAY_OR_VOID = frozenset(("reconstruct", "cannot-reconstruct")), frozenset(("play-on", "void"))
FATES = frozenset(("dummy", "carry", "set-aside"))


class Course:
    """One table's course of play; `hear` hands it what happened."""

    def __init__(self, book: str, decks: int, purse: Purse) -> None:
        self.rule, self.purse, self.decks = rules(book), purse, decks
        self.crown, self.mbs = family(book) == CROWN, family(book) == MBS
        self.said = Claims()
        self.shoe = Shoe(burned=True, alive=False)
        self.coup: Coup | None = None
        self.previous: Coup | None = None
        self.of_old_shoe = False  # a coup was settled since betting last opened, out of another shoe
        self.number = 0
        self.phase = "idle"
        self.asking = ""
        self.options: object = ANY
        self.frozen = False
        self.malfunctions = 0  # that stand: whoever voids then does so by their rule
        self.carried: list[str] = []
        self.dummy_due = False
        self.burned_for_next = False
        self.waiting: deque[Step] = deque()
        self.last: Last | None = None  # what may still be learned of it
        self.together = 0  # cards that left together and are not ruled on yet

    def begin(self, telling: Telling) -> None:
        """Begin to play: `telling` is the routine that is told what happens."""
        self._telling = telling
        next(telling)

    def hear(self, step: Step) -> None:
        """Go on with what happened."""
        self._telling.send(self._counted(step) if step.word in FACTS else step)

    def _counted(self, step: Step) -> Step:
        """Count what leaves the shoe, as it leaves: of a rank and suit no more than there are decks."""
        named = step.rest[:-1] if step.word == "cards" else (step.card,) if step.card else ()
        self.shoe.out.update(named)
        if any(self.shoe.out[card] > self.decks for card in named):
            if step.word != "card":
                raise Silent("a card too many of its kind that is not simply dealt")
            return step._replace(foreign=True)
        return step

    def is_foreign(self, step: Step) -> bool:
        """Say whether it is a foreign card: also one card of its kind more than there are decks."""
        return step.word == "foreign" or step.foreign

    # saying

    def refuse(self, rule: object = ANY) -> None:
        """A wish is refused."""
        self.said.say("refused", rule)

    def flag(self, kind: str, rule: object = ANY) -> None:
        """Something irregular happened."""
        self.said.say("irregularity", kind, rule)
        if self.coup and kind not in self.coup.flags:
            self.coup.flags.append(kind)

    def perhaps(self, kind: str) -> None:
        """Something that may be called irregular as well."""
        self.said.allow("irregularity", kind, ANY)
        if self.coup:
            self.coup.perhaps.append(kind)

    def rules_that(self, kind: str, action: str, rule: object = ANY) -> None:
        """What is done about it."""
        self.said.say("ruling", kind, action, rule)

    # waiting

    def left(self, card: str, due: str | None) -> Last:
        """Return a card that leaves now, and how the coup stands."""
        coup = self.coup
        hands = {hand: len(cards) for hand, cards in coup.hands.items()} if coup else {"player": 0, "banker": 0}
        return Last(card, due, coup, sum(hands.values()), hands, len(coup.beyond) if coup else 0)

    def next_step(self) -> Generator[None, Step, Step]:
        """What happens next: first what came while a question was open."""
        if not self.waiting:
            self.waiting.append((yield))
        self.together = max(0, self.together - 1)
        step = self.waiting.popleft()
        if step.word in FACTS and step.word not in ("cut", "shoe-says"):
            self.last = None
        return step

    def deal_in_order(self, cards: list[str]) -> None:
        """Cards that left together and whose order is known: as if each had left by itself, before all else."""
        self.waiting.extendleft(read(f"card {card}") for card in reversed(cards))
        self.together = len(cards)

    def ask(self, kind: str, options: frozenset[str] | object, rule: object = ANY) -> Answer:
        """Wait for the answer; facts are kept, every other wish is refused."""
        self.said.say("question", kind, options, rule)
        self.asking, self.options = kind, options
        while True:
            step = yield
            if step.word in FACTS:
                self.waiting.append(step)
            elif step.word == "void" and self.coup and self._is_about_excess(options):
                self._void_around(step, self.coup)
                self.said.allow("question", kind, options, rule)
            elif step.word == "void":
                self._void_by_hand(step)
            elif step.word in ("enter", "seen"):
                raise Silent(f"{step.word} while a question is open")
            elif step.word == "decide" and self._answers(step.rest[0], options):
                self.asking = ""
                if not isinstance(options, tuple):
                    self.said.say("authority", kind, whose(kind, crown=self.crown, hands=options == RECONSTRUCT))
                return step.rest[0]
            else:
                self.refuse()

    def _answers(self, option: str, options: object) -> bool:
        if option == "reconstruct" and options != RECONSTRUCT and self.crown and not self.shoe.burned:
            raise Silent("11.1.1 while another question is open")
        if isinstance(options, tuple):  # the cards that left together
            named = sorted(option.removeprefix("order=").split(","))
            return option == "order=unknown" or (option.startswith("order=") and named == sorted(options))
        return options is ANY or option in options

    def _is_about_excess(self, options: object) -> bool:
        if isinstance(options, tuple):
            return self.coup is not None and self.coup.due() is None
        if options is ANY:  # whether the shoe goes on: a question that outlives the coup (reading 24)
            return True
        return isinstance(options, frozenset) and options <= FATES

    def _void_around(self, step: Step, coup: Coup) -> None:
        """The coup is void, but what becomes of a card in excess of it is still to be answered."""
        if self.frozen or step.rest[:1] == ("by=dealer",):
            self.refuse()
        elif self.over() or self.waiting:
            raise Silent("a void around a card in excess, with more behind it")
        else:
            self.end_void(coup, VoidCoup(ANY))

    def _void_by_hand(self, step: Step) -> None:
        if self.coup is None:
            raise Silent("a void with no coup open")
        if self.asking and any(word.word == "burn" for word in self.waiting):
            raise Silent("a card burned while the question was open, and the coup void")
        if self.frozen or step.rest[:1] == ("by=dealer",):
            self.refuse()
            return
        self.asking = ""
        raise VoidCoup(ANY)

    def unread(self) -> Answer:
        """Wait until the card that could not be read is entered (reading 21)."""
        self.asking = "unreadable_card"
        while True:
            step = yield
            if step.word == "enter":
                self._counted(step)
                self.asking = ""
                return step.card
            if step.word in FACTS:
                self.waiting.append(step)
            elif step.word == "void":
                self._void_unread(step)
            elif step.word == "seen" or (step.rest == ("reconstruct",) and self.crown and not self.shoe.burned):
                raise Silent(f"{step.text} while a card is unread")
            else:
                self.refuse()

    def _void_unread(self, step: Step) -> None:
        """The coup is void; its card is still to be entered (reading 21)."""
        if self.coup is None:
            raise Silent("a void with no coup open")
        self._void_around(step, self.coup)

    # coups

    def open(self, *, dummy: bool) -> None:
        """The next coup is opened."""
        self.number += 1
        last = False
        if self.shoe.coups_left is not None:
            self.shoe.coups_left -= 1
            last = self.shoe.coups_left == 0
        self.coup = Coup(self.number, dummy, last, self.burned_for_next)
        self.shoe.opened = True
        self.burned_for_next = self.dummy_due = False
        self.previous, self.of_old_shoe = None, False
        self.last = None  # what is learned of a card after this is learned too late (reading 25)
        self.purse.barred.clear()
        self.purse.doubtful = set(self.purse.faulty)
        self.phase = "closed" if dummy else "betting"
        self.said.say("coup_opened", self.number, dummy, last)

    def end_void(self, coup: Coup, void: VoidCoup) -> None:
        """The coup ends void."""
        if self.malfunctions:
            self.perhaps("equipment_malfunction")
        if self.frozen:
            raise Silent("a coup is void while all accounts are frozen")
        self.purse.give_back_all(void.reason, void.rule)
        if self.dummy_due and not void.recommence:
            raise Silent("a coup is void from which a card would open a Dummy Coup")
        self.dummy_due = False
        self.result(coup, "void")
        self._end(coup)
        self.previous = None
        if void.recommence:
            self._recommence()

    def may_recommence(self) -> bool:
        """Crown 11.1.1: the first coup of a shoe that was not burned is not settled yet."""
        coup = self.coup
        if self.crown and coup is not None and self.shoe.recommenced and not self.shoe.burned:
            raise Silent("a shoe recommences twice")
        return self.crown and coup is not None and not self.shoe.burned and (not self.shoe.missed or coup.burn_missed)

    def _recommence(self) -> None:
        """The shoe starts again from where it is: a card that waited is its first, and so its burn (reading 22)."""
        if len(self.carried) > 1 or not self.shoe.alive or self.shoe.cut:
            raise Silent("a shoe recommences with more behind it")
        if self.shoe.recommenced:
            raise Silent("a shoe recommences twice")
        self.shoe.recommenced = True
        self.shoe.burned, self.shoe.opened = bool(self.carried), False
        self.carried = []

    def result(self, coup: Coup, won: str) -> None:
        """Say how the coup ended."""
        player, banker = coup.cards()
        hands = (player, banker, count(player), count(banker)) if won != "void" else (ANY,) * 4
        last = ANY if coup.ends_shoe else coup.last
        self.said.say("result", coup.number, won, *hands, coup.dummy, last, Flags(coup.flags, coup.perhaps))

    def settle(self, coup: Coup) -> None:
        """Settle the coup on its hands."""
        player, banker = coup.cards()
        self.result(coup, winner(player, banker))
        if not coup.dummy:
            self.purse.settle(coup.number, player, banker)
        self._end(coup)

    def _end(self, coup: Coup) -> None:
        self.coup, self.previous, self.phase = None, coup, "idle"
        if coup.last or coup.ends_shoe:
            self.end_shoe()

    def end_shoe(self) -> None:
        """Nothing more is dealt from this shoe, and nothing carried (reading 2)."""
        if self.waiting:
            raise Silent("what waits to be ruled on, when the shoe ends with the coup")
        self.shoe.alive = False
        self.carried, self.dummy_due = [], False
        self.said.say("shoe_ended")

    # what leaves the shoe between coups and in them

    def cut(self) -> None:
        """The cutting card leaves the shoe (reading 1)."""
        coup = self.coup
        self.shoe.cut = True
        if self.carried and (coup is None or not coup.dealt):
            raise Silent("the cutting card, while a carried card waits to be laid")
        if coup is not None and not coup.dealt and not coup.burned:
            coup.last = True
            self.shoe.coups_left = 0
        elif coup is None and self.burned_for_next:
            self.shoe.coups_left = 2
        else:
            self.shoe.coups_left = 1

    def over(self) -> bool:
        """Say whether no coup of this shoe follows."""
        coup = self.coup
        return not self.shoe.alive or (coup is not None and (coup.last or coup.ends_shoe))
