"""One decision as it is being taken: what it has said so far, and the game as it then stands."""

from typing import Final

from firmware.game import events as e
from firmware.game.evolve import evolve
from firmware.game.hands import Side, Winner, is_natural, total, winner_of
from firmware.game.notation import write_coup
from firmware.game.rulebook import Person, Rulebook, Treatment
from firmware.game.state import Coup, Game
from hal.cards import Card


class Turn:
    """Collects the events of one step; each is folded at once, so that the next sees the game after it."""

    __slots__ = ("book", "events", "game", "wagered")

    def __init__(self, book: Rulebook, game: Game, *, wagered: bool) -> None:
        self.book: Final = book
        self.game = game
        self.wagered: Final = wagered
        self.events: list[e.Event] = []

    def say(self, event: e.Event) -> None:
        """Put an event on record."""
        self.events.append(event)
        self.game = evolve(self.game, event)

    @property
    def coup(self) -> Coup:
        """The coup that is open."""
        assert self.game.coup is not None
        return self.game.coup

    @property
    def coup_number(self) -> int | None:
        """The number of the coup that is open, if one is."""
        return None if self.game.coup is None else self.game.coup.number

    def treat(self, kind: str, case: str, card: Card | str | None = None, *, said: str | None = None) -> None:
        """Flag an irregularity, and do what the book wants done in this case."""
        treatment: Treatment = getattr(self.book.irregularities, case)
        if treatment.action == "none":
            return
        self.say(e.Irregularity(self.coup_number, kind, treatment.rule or None, card))
        self.rule(kind, case, card, said=said)

    def rule(self, kind: str, case: str, card: Card | str | None = None, *, said: str | None = None) -> None:
        """Do what the book wants done in this case, of which the irregularity is already on record."""
        treatment: Treatment = getattr(self.book.irregularities, case)
        of_shoe = card if isinstance(card, Card) else None
        match treatment.action:
            case "none" | "flag":
                return
            case "ask":
                self._ask(kind, case, treatment, of_shoe, said)
            case "void":
                self.void(kind, treatment, by="firmware")
            case "carry" | "settle-then-dummy" if self.game.none_follows:
                # Reading 2: after the last coup of the shoe nothing is carried and no Dummy Coup is dealt.
                self.say(e.Ruling(kind, "set-aside", treatment.rule or None, "firmware", of_shoe))
            case "dummy-this" if self.game.coup is not None and self.game.coup.dummy:
                return
            case action:
                self.say(e.Ruling(kind, action, treatment.rule or None, "firmware", of_shoe))

    def _ask(self, kind: str, case: str, treatment: Treatment, card: Card | None, said: str | None) -> None:
        rule = treatment.rule or None
        if treatment.stands:
            self.say(e.Ruling(kind, "reconstruct", rule, "firmware", card))
        cards = () if card is None else (card,)
        self.ask(kind, case, self._open_to(treatment), rule, treatment.by, cards=cards, said=said)

    def _open_to(self, treatment: Treatment) -> tuple[str, ...]:
        """Return the options that can be taken now."""
        if self.game.none_follows and "set-aside" in treatment.options:
            return ("set-aside",)  # reading 2
        return treatment.options

    def ask(  # noqa: PLR0913 - a question has these parts
        self,
        kind: str,
        case: str,
        options: tuple[str, ...],
        rule: str | None,
        by: Person,
        *,
        cards: tuple[Card, ...] = (),
        said: str | None = None,
    ) -> None:
        """Put a question; the coup waits for its answer."""
        self.say(e.Question(self.game.asked + 1, kind, case, options, rule, by, cards, said))

    def void(
        self, kind: str, treatment: Treatment, by: Person, *, rule: str | None = None, text: str | None = None
    ) -> None:
        """Void the coup that is open."""
        rule = rule or treatment.rule or None
        self.say(e.Ruling(kind, "void", rule, by, text=text))
        # crown 13.4: every wager on it is refunded
        self.end_coup(Winner.VOID, treatment.refund or rule)

    def end_coup(self, winner: Winner, rule: str | None = None) -> None:
        """Put the result on record, and go on to what follows it."""
        coup = self.coup
        player, banker = e.HandShown(coup.player, total(coup.player)), e.HandShown(coup.banker, total(coup.banker))
        natural = is_natural(coup.player) or is_natural(coup.banker)
        line = write_coup(coup.player, coup.banker, winner)
        self.say(
            e.CoupResult(coup.number, winner, player, banker, natural, coup.dummy, coup.last, coup.flags, line, rule)
        )
        self.follow_up(ended=coup)

    def follow_up(self, ended: Coup | None = None) -> None:
        """After a coup: end the shoe when it was the last, or open the Dummy Coup that is due."""
        game = self.game
        if game.coup is not None or game.shoe is None:
            return
        if game.shoe.ends or (ended is not None and ended.last):
            self.end_shoe(game.shoe.ends or "cutting_card", self.book.numbers.last_coup)
        elif game.dummy_due and not game.questions:
            self.open_coup(dummy=True, closes_at=None)
            self.lay_carried()

    def end_shoe(self, reason: str, rule: str) -> None:
        """End the shoe; what was carried, or is still asked about, is set aside."""
        game = self.game
        assert game.shoe is not None
        asked = [card for question in game.questions for card in question.cards]
        for card in (*game.carried, *asked):
            self.say(e.Ruling("excess_card", "set-aside", rule or None, "firmware", card))
        # crown 3.5.2, 3.9.4: cards are shuffled, or others brought, before play goes on
        self.say(e.ShoeEnded(game.shoe.number, reason, rule or None))

    def open_coup(self, *, dummy: bool, closes_at: int | None) -> None:
        """Open the next coup."""
        game = self.game
        assert game.shoe is not None
        number = game.coups + 1
        # crown 3.9.3: the coup that the cutting card made the last is announced as such
        self.say(e.CoupOpened(number, dummy, game.shoe.last_coup == number, closes_at))

    def lay_carried(self) -> None:
        """Lay the cards that were carried, as far as they are due, in the order in which they left the shoe."""
        # crown 11.2, 11.5.4, 11.7.1(b), 11.7.2, 11.8.1: no card is left out of the sequence
        while self.game.carried and self.coup.due is not None:
            self.lay(self.game.carried[0], drawn=False)

    def lay(self, card: Card, *, drawn: bool = True) -> Side:
        """Lay a card on the hand that it is due to, and return that hand."""
        coup = self.coup
        side = coup.due
        assert side is not None
        player = (*coup.player, card) if side is Side.PLAYER else coup.player
        banker = (*coup.banker, card) if side is Side.BANKER else coup.banker
        after = self.book.table_of_play.due(player, banker)
        first = not coup.player and not coup.banker
        self.say(
            e.CardLaid(coup.number, card, side.value, len(player if side is Side.PLAYER else banker), drawn, after)
        )
        if first:
            self._first_card()
        if after is None and self.coup.shoe_result is not None:
            self.compare_with_shoe()
        return side

    def _first_card(self) -> None:
        assert self.game.shoe is not None
        if self.game.shoe.burn_due:
            self.treat("burn_missed", "burn_missed")  # crown 11.1
        if not self.coup.recognised and not self.coup.dummy:
            self.rule("no_wagers", "no_wagers_dealt")  # crown 11.5, 11.5.2

    def compare_with_shoe(self) -> None:
        """Ask a supervisor when the shoe's own result is not that of the cards."""
        ours = winner_now(self.coup)
        theirs = self.coup.shoe_result
        if theirs not in (None, ours):
            self.treat("shoe_disagrees", "shoe_disagrees", said=f"the cards say {ours}, the shoe says {theirs}")


def winner_now(coup: Coup) -> Winner:
    """Return how the cards of a coup compare."""
    return winner_of(total(coup.player), total(coup.banker))
