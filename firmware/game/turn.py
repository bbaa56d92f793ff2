"""One decision in progress: its events so far, and the game as it stands after them."""

from typing import Final, Literal

from msgspec.structs import replace

from firmware.game import events as e
from firmware.game.evolve import evolve
from firmware.game.hands import HandShown, Side, Winner, is_natural, total, winner_of
from firmware.game.notation import write_coup
from firmware.game.rulebook import Action, Authority, Person, Rulebook, Treatment
from firmware.game.state import Coup, EndedCoup, Game, LeftCard
from hal.cards import Card

# An event and the game after it, so that nobody needs to fold it again.
Said = tuple[e.Event, Game]


class Turn:
    """Collects one step's events. Each is folded at once, so that the next sees the game after it."""

    __slots__ = ("book", "game", "said", "wagered")

    def __init__(self, book: Rulebook, game: Game, *, wagered: bool) -> None:
        self.book: Final = book
        self.game = game
        self.wagered: Final = wagered
        self.said: list[Said] = []

    def say(self, event: e.Event) -> None:
        """Put an event on record."""
        self.game = evolve(self.game, event)
        self.said.append((event, self.game))

    @property
    def coup(self) -> Coup:
        """The coup that is open."""
        assert self.game.coup is not None
        return self.game.coup

    @property
    def betting(self) -> bool:
        """Whether betting is open, even during a question about an earlier coup."""
        coup = self.game.coup
        return coup is not None and coup.betting

    @property
    def coup_number(self) -> int | None:
        """The number of the coup that is open, if one is."""
        return None if self.game.coup is None else self.game.coup.number

    @property
    def in_round(self) -> bool:
        """Whether a round of play is under way by this book: from the first card, or from the opening of bets."""
        game = self.game
        return game.in_progress or (game.coup is not None and self.book.round_begins == "betting")

    def treat(
        self, kind: str, case: str, card: Card | str | None = None, *, said: str | None = None,
        of: LeftCard | EndedCoup | None = None,
    ) -> None:  # fmt: skip
        """Flag an irregularity and do what the book wants in this case.

        `of`: the card as it left, or the coup it concerns, if that may have ended (reading 25).
        """
        treatment = self.treatment(case)
        if treatment.action == "none":
            return
        number = self.coup_number if of is None else _coup_of(of)
        self.say(e.Irregularity(number, kind, treatment.rule or None, card))
        self.rule(kind, case, card, said=said, of=of)

    def treatment(self, case: str) -> Treatment:
        """Return what the book wants done in a case."""
        treatment: Treatment = getattr(self.book.irregularities, case)
        return treatment

    def rule(
        self, kind: str, case: str, card: Card | str | None = None, *, said: str | None = None,
        of: LeftCard | EndedCoup | None = None,
    ) -> None:  # fmt: skip
        """Do what the book wants in this case, whose irregularity is already on record."""
        treatment = self.treatment(case)
        late = None if of is None or _coup_of(of) == self.coup_number else self.game.coup_that_ended(_coup_of(of))
        of_shoe = card if isinstance(card, Card) else None
        rule = treatment.rule or None
        match treatment.action:
            case "none" | "flag":
                return
            case "ask":
                self._ask(kind, case, treatment, of_shoe, said, late, waits=_waits(of))
            case "void":
                self.void(kind, treatment)
            case "carry" | "settle-then-dummy" | "dummy-next" as action:
                self.wait(kind, action, rule, of_shoe, waits=_waits(of))
            case "dummy-this" if late is not None:
                self._dummy_after_all(kind, treatment, late)
            case "dummy-this" if self.game.coup is not None and self.game.coup.dummy:
                return
            case action:
                self.ruling(kind, action, rule, of_shoe)

    def wait(
        self, kind: str, action: Action, rule: str | None, card: Card | None, who: Treatment | None = None, *,
        waits: bool = False,
    ) -> None:  # fmt: skip
        """Keep an excess card for the next coup, or set it aside if none follows (reading 2).

        `waits`: it already waits, and keeps its place.
        """
        if self.game.none_follows:
            self.ruling(kind, "set-aside", rule, card, who, waits=waits)
        else:
            self.ruling(kind, action, rule, card, who, waits=waits)

    def ruling(  # noqa: PLR0913 - a ruling has these parts
        self, kind: str, action: Action, rule: str | None, card: Card | None = None, who: Treatment | None = None,
        *, waits: bool = False, text: str | None = None,
    ) -> None:  # fmt: skip
        """Record a ruling: the rule's own, or that of a person with the authority the treatment wants."""
        by: Person = "firmware" if who is None else who.by
        role: Authority = "firmware" if who is None else who.who
        beside = action == "set-aside" and not waits and card in self.game.carried
        self.say(e.Ruling(kind, action, rule, by, card, text, role, waits, beside))

    def _dummy_after_all(self, kind: str, treatment: Treatment, late: EndedCoup) -> None:
        """A coup that was settled should have been a Dummy Coup: its wagers go back."""
        if late.dummy or late.winner is Winner.VOID:
            return
        self.ruling(kind, "dummy-this", treatment.rule or None)
        self.say(e.SettledCoupVoided(late.number, kind, self.book.numbers.dummy_refund or None))

    def _ask(  # noqa: PLR0913 - a question has these parts
        self, kind: str, case: str, treatment: Treatment, card: Card | None, said: str | None, late: EndedCoup | None,
        *, waits: bool,
    ) -> None:  # fmt: skip
        rule = treatment.rule or None
        if treatment.stands:
            self.ruling(kind, "reconstruct", rule, card)
        cards = () if card is None else (card,)
        number = None if late is None else late.number
        options = self._open_to(treatment, late)
        self.ask(kind, case, options, rule, treatment, cards=cards, said=said, coup=number, waits=waits)

    def _open_to(self, treatment: Treatment, late: EndedCoup | None) -> tuple[str, ...]:
        """Return the options that can be taken now."""
        none_follows = self.game.none_follows or (late is not None and self.game.is_of_old_shoe(late))
        if none_follows and "set-aside" in treatment.options:
            return ("set-aside",)  # reading 2
        return treatment.options

    def ask(  # noqa: PLR0913 - a question has these parts
        self,
        kind: str,
        case: str,
        options: tuple[str, ...],
        rule: str | None,
        who: Treatment,
        *,
        cards: tuple[Card, ...] = (),
        said: str | None = None,
        coup: int | None = None,
        waits: bool = False,
    ) -> None:
        """Ask a question; the coup waits for its answer. `coup`: the one it concerns, if already settled."""
        number = self.game.asked + 1
        self.say(e.Question(number, kind, case, options, rule, who.by, cards, said, who.who, coup, waits))

    def void(
        self, kind: str, treatment: Treatment, who: Treatment | None = None, *, rule: str | None = None,
        text: str | None = None,
    ) -> None:  # fmt: skip
        """Void the coup that is open."""
        rule = rule or treatment.rule or None
        game = self.game
        self.ruling(kind, "void", rule, who=who, text=text)
        # crown 13.4: every wager on it is refunded
        self.end_coup(Winner.VOID, treatment.refund or rule)
        if game.pending and game.coup is not None and game.coup.due is None:
            self._still_over(game)

    def _still_over(self, before: Game) -> None:
        """Undue cards that left together belong to no hand of the coup, but stay in the sequence."""
        # crown 11.2
        self.say(e.CardsOver(before.pending))
        for question in before.questions:
            if question.kind == "simultaneous_draw":
                self.say(replace(question, number=self.game.asked + 1))

    def end_coup(self, winner: Winner, rule: str | None = None) -> None:
        """Record the result; sequel.py handles what follows."""
        coup = self.coup
        player, banker = HandShown(coup.player, total(coup.player)), HandShown(coup.banker, total(coup.banker))
        natural = is_natural(coup.player) or is_natural(coup.banker)
        line = write_coup(coup.player, coup.banker, winner)
        self.say(
            e.CoupResult(coup.number, winner, player, banker, natural, coup.dummy, coup.last, coup.flags, line, rule)
        )

    def end_shoe(self, reason: str, rule: str) -> None:
        """End the shoe; carried cards, and those still in question, are set aside."""
        game = self.game
        assert game.shoe is not None
        for card in game.carried:
            self.ruling("excess_card", "set-aside", rule or None, card, waits=True)
        for card in [card for question in game.questions for card in question.cards]:
            self.ruling("excess_card", "set-aside", rule or None, card)
        # crown 3.5.2, 3.9.4: cards are shuffled or replaced before play goes on
        self.say(e.ShoeEnded(game.shoe.number, reason, rule or None))

    def open_coup(self, *, dummy: bool, closes_at: int | None) -> None:
        """Open the next coup."""
        game = self.game
        assert game.shoe is not None
        number = game.coups + 1
        # crown 3.9.3: the last coup, by the cutting card, is announced as such
        self.say(e.CoupOpened(number, dummy, game.shoe.last_coup == number, closes_at))

    def lay_carried(self) -> None:
        """Lay carried cards, while a hand is due, in the order in which they left the shoe."""
        # crown 11.2, 11.5.4, 11.7.1(b), 11.7.2, 11.8.1: no card is left out of the sequence
        while self.game.carried and self.coup.due is not None:
            self.lay(self.game.carried[0], drawn=False)

    def lay(self, card: Card, *, drawn: bool = True, placed: bool = False, faced: bool = False) -> Side:
        """Lay a card on the hand that is due, and return that hand. `placed`, `faced`: it has been seen."""
        coup = self.coup
        side = coup.due
        assert side is not None
        player, banker = coup.player, coup.banker
        hand: Literal["player", "banker"]
        if side is Side.PLAYER:
            hand, player = "player", (*player, card)
            place = len(player)
        else:
            hand, banker = "banker", (*banker, card)
            place = len(banker)
        after = self.book.table_of_play.due(player, banker)
        self.say(e.CardLaid(coup.number, card, hand, place, drawn, after, placed, faced))
        if len(player) + len(banker) == 1:
            self._first_card()
        return side

    def _first_card(self) -> None:
        assert self.game.shoe is not None
        if self.game.shoe.burn_due:
            self.treat("burn_missed", "burn_missed")  # crown 11.1
        self.something_dealt()

    def something_dealt(self) -> None:
        """The dealer may not void a coup without wagers once a card of it has been dealt."""
        if not self.coup.recognised and not self.coup.dummy:
            self.rule("no_wagers", "no_wagers_dealt")  # crown 11.5, 11.5.2

    def compare_with_shoe(self) -> bool:
        """Ask a supervisor, once, if the shoe's own result differs from the cards'; return whether it asked."""
        coup = self.game.coup
        if coup is None or coup.due is not None or coup.compared or coup.shoe_result in (None, winner_now(coup)):
            return False
        said = f"the cards say {winner_now(coup)}, the shoe says {coup.shoe_result}"
        self.treat("shoe_disagrees", "shoe_disagrees", said=said)
        return True


def _waits(of: LeftCard | EndedCoup | None) -> bool:
    """Whether a card that is ruled on again is by now waiting for the next coup."""
    return isinstance(of, LeftCard) and of.fate == "waits"


def _coup_of(of: LeftCard | EndedCoup) -> int | None:
    return of.coup if isinstance(of, LeftCard) else of.number


def winner_now(coup: Coup) -> Winner:
    """Return how the cards of a coup compare."""
    return winner_of(total(coup.player), total(coup.banker))
