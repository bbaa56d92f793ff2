"""Each card that left is in exactly one place, and in sequence; each result follows from its hands.

Told by what the table was told (which card left when) and by what it put on record, never by what it keeps.
"""

from collections import Counter, deque
from typing import Any

from coup import deal, winner
from pair_table import DECKS, Broken, Table, due, need, taker_of

from firmware.game import events as g
from firmware.game import steps as s
from firmware.table.core.events import OutcomeCorrected

# Looked up before anything else, as each case has dozens of steps and events that are about no cards.
OF_CARDS = frozenset((s.NewShoe, s.CardDrawn, s.Burn, s.CardsTogether, s.Unreadable, s.Enter, s.Decide))
OF_COUPS = frozenset((g.ShoeStarted, g.ShoeEnded, g.CoupOpened, g.CoupResult, OutcomeCorrected))
CARRIED = ("carry", "settle-then-dummy", "dummy-next")


class Left:
    """A card that left the shoe: during which coup, and whether it is the shoe's."""

    __slots__ = ("card", "coup", "genuine", "in_play")

    def __init__(self, card: str, coup: int | None, *, in_play: bool) -> None:
        self.card, self.coup, self.in_play, self.genuine = card, coup, in_play, True


class Sequence:
    """The cards in the order in which they left, by shoe."""

    def __init__(self) -> None:
        self.shoes: list[list[Left]] = [[]]
        self._together: list[list[Left]] = []
        self._unread: list[Left] = []

    def told(self, action: Any, coup: int | None, *, shoe: bool) -> None:
        """Take what the table was told."""
        if type(action) not in OF_CARDS:
            return
        match action:
            case s.NewShoe():
                self.shoes.append([])
            case s.CardDrawn(card=card) | s.Burn(card=card):
                self._leave(card, coup, shoe)
            case s.CardsTogether(cards=cards):
                self._together.append([self._leave(card, coup, shoe) for card in cards])
            case s.Unreadable():
                self._unread.append(self._leave("?", coup, shoe))
            case s.Enter(card=card):
                self._unread.pop(0).card = card
            case s.Decide(option=option) if option.startswith("order=") and option != "order=unknown":
                self._order(option.removeprefix("order=").split(","))

    def _leave(self, card: str, coup: int | None, shoe: bool) -> Left:  # noqa: FBT001
        left = Left(card, coup, in_play=shoe)
        self.shoes[-1].append(left)
        return left

    def _order(self, cards: list[str]) -> None:
        for group in self._together:
            if not Counter(cards) - Counter(left.card for left in group):
                at = 0
                places = [left for left in group if left.card in cards]
                for left in places:
                    left.card, at = cards[at], at + 1
                self._together.remove(group)
                return

    def sort_out(self) -> None:
        """Say which cards are none of the shoe's: a rank and suit more often than there are decks."""
        for shoe in self.shoes:
            seen: Counter[str] = Counter()
            for left in shoe:
                # Out of a shoe that has ended anything may come: it is not played with any more.
                left.genuine = not left.in_play or seen[left.card] < DECKS
                seen[left.card] += left.genuine


class Places:
    """Where each card lies, by what is on record of one shoe."""

    def __init__(self, earlier: "Places | None" = None) -> None:
        self.earlier = earlier
        self.hands: dict[int, dict[str, list[str]]] = {}
        self.order: dict[int, list[str]] = {}
        self.burned: list[str] = []
        self.aside: list[str] = []
        self.over: list[str] = []
        self.waiting: list[str] = []
        self.pending: list[str] = []
        self.nowhere: list[str] = []
        self.elsewhere: list[str] = []
        self.of_hands: set[str] = set()

    def happened(self, event: g.Event) -> None:
        """Take an event."""
        taker = taker_of(Places, type(event))
        if taker is not None:
            taker(self, event)

    def _CoupOpened(self, event: g.CoupOpened) -> None:  # noqa: N802
        self.hands[event.coup] = {"player": [], "banker": []}
        self.order[event.coup] = []

    def _CardLaid(self, event: g.CardLaid) -> None:  # noqa: N802
        card = str(event.card)
        if not event.drawn:
            self._take_up(card)
        if event.hand == "none":
            self.over.append(card)
            return
        assert event.coup is not None
        hand = self.hands[event.coup]
        need(due(hand["player"], hand["banker"]) == event.hand, "a card lies on a hand to which none was due", event)
        hand[event.hand].append(card)
        need(event.position == len(hand[event.hand]), "a card has a wrong position", event)
        self.order[event.coup].append(card)

    def _take_up(self, card: str) -> None:
        if card in self.pending:
            self.pending.remove(card)
        else:
            need(card in self.waiting, "a card is dealt that does not wait", (card, self.waiting))
            self.waiting.remove(card)

    def _CardReconsidered(self, event: g.CardReconsidered) -> None:  # noqa: N802
        if event.hand == "none":
            for place in (self.over, self.waiting):
                if event.card in place:
                    place.remove(event.card)
                    self.over.append(event.card)
                    return
            raise Broken("a card is taken back that is not there", str(event))
        assert event.coup is not None
        need(self.hands[event.coup][event.hand].pop() == event.card, "another card is taken back", event)
        self.order[event.coup].pop()

    def _Burned(self, event: g.Burned) -> None:  # noqa: N802
        if not event.drawn:
            self.waiting.remove(event.card)
        self.burned.append(event.card)

    def _CardsLeft(self, event: g.CardsLeft) -> None:  # noqa: N802
        self.pending += event.cards[event.known :]

    def _CardsOver(self, event: g.CardsOver) -> None:  # noqa: N802
        for card in event.cards:
            self.nowhere.remove(card)
            self.pending.append(str(card))

    def _CardsFound(self, event: g.CardsFound) -> None:  # noqa: N802
        for card in event.waited:
            self.waiting.remove(card)
            self.nowhere.append(card)

    def _Ruling(self, event: g.Ruling) -> None:  # noqa: N802
        if event.action in CARRIED and not event.waits:
            self.leave_over(event.card)
            self.waiting.append(str(event.card))
        elif event.action == "set-aside":
            self.aside.append(str(event.card))
            if event.card in self.waiting and not event.beside:
                self.waiting.remove(event.card)
            else:
                self.leave_over(event.card)

    def leave_over(self, card: str | None) -> None:
        """It lies over; or it lay in a hand of which a person said that it had none."""
        if card in self.over:
            self.over.remove(card)
            return
        for coup, hands in reversed(self.hands.items()):
            for hand in hands.values():
                if card in hand:
                    hand.remove(card)
                    # A person says that it was in no hand: the order of that coup is that person's.
                    self.order[coup].clear()
                    return
        need(self.earlier, "what is ruled on lies nowhere", card)
        assert self.earlier is not None
        self.earlier.leave_over(card)
        self.elsewhere.append(str(card))

    def _CoupResult(self, event: g.CoupResult) -> None:  # noqa: N802
        hands = self.hands[event.coup]
        as_they_lie = {"player": list(event.player.cards), "banker": list(event.banker.cards)}
        need(hands == as_they_lie, "a result of other cards", event)
        self.nowhere += self.pending
        need(not self.pending or event.winner == "void", "a coup ends while cards that left together wait", event)
        self.pending.clear()
        # Hands that are not reconstructed: what was over in them lies with the other cards of the void coup.
        for card in [card for card in self.over if event.winner == "void" and card in self.of_hands]:
            self.over.remove(card)
            self.nowhere.append(card)

    def _Question(self, event: g.Question) -> None:  # noqa: N802
        self.of_hands.difference_update(event.cards)
        if "reconstruct" in event.options:
            self.of_hands.update(event.cards)


def follows(player: Any, banker: Any, event: Any) -> None:
    """Hold a result against the table of play."""
    dealt = [card for pair in zip(player[:2], banker[:2], strict=True) for card in pair] + [*player[2:], *banker[2:]]
    need(len(dealt) >= 4, "a result without a deal", event)
    by_the_table = deal([*dealt, "KS", "KS"])
    need((list(player), list(banker), len(dealt)) == by_the_table, "a result against the table of play", event)
    need(event.winner == winner(player, banker), "a wrong winner", event)


class Record:
    """All that happened at a table, beside all that it was told."""

    def __init__(self) -> None:
        self.sequence = Sequence()
        self.shoes = [Places()]
        self.coup: int | None = None
        self.in_play = False

    def told(self, action: Any) -> None:
        """Take what the table was told."""
        self.sequence.told(action, self.coup, shoe=self.in_play)

    def happened(self, event: g.Event) -> None:
        """Take an event."""
        if type(event) in OF_COUPS:
            self._begun_or_ended(event)
        self.shoes[-1].happened(event)

    def _begun_or_ended(self, event: g.Event) -> None:
        match event:
            case g.ShoeStarted():
                self.shoes.append(Places(self.shoes[-1]))
                self.in_play = True
            case g.ShoeEnded():
                self.in_play = False
                need(not self.shoes[-1].waiting, "a shoe ends while a card waits", event)
            case g.CoupOpened(coup=number):
                self.coup = number
            case g.CoupResult(winner=won, player=player, banker=banker):
                self.coup = None
                if won != "void":
                    follows(player.cards, banker.cards, event)
            case OutcomeCorrected(player=player, banker=banker):
                follows(player.cards, banker.cards, event)


def check(table: Table) -> None:
    """Hold all that happened against all that was told."""
    record, told = Record(), deque(table.told)
    for place, event in enumerate(table.events):
        while told and told[0].at <= place:
            record.told(told.popleft().action)
        record.happened(event)
    for entry in told:  # what left no trace at all
        record.told(entry.action)
    record.sequence.sort_out()
    gone: list[str] = []
    for left, places in zip(reversed(record.sequence.shoes), reversed(record.shoes), strict=True):
        _each_in_one_place(left, places, gone)
        gone = places.elsewhere
        _in_sequence(left, places)


def _each_in_one_place(left: list[Left], places: Places, gone: list[str]) -> None:
    need(not places.over, "a card in excess is never ruled on", places.over)
    hands = [card for both in places.hands.values() for hand in both.values() for card in hand]
    lie = hands + places.burned + places.aside + places.waiting + places.pending + places.nowhere + gone
    # What is ruled on when another shoe is in play lies there, and came from here.
    came = [card.card for card in left if card.genuine] + places.elsewhere
    if sorted(lie) != sorted(came):
        more, missing = Counter(lie) - Counter(came), Counter(came) - Counter(lie)
        raise Broken("a card is not in exactly one place", str(("more lie", more, "missing", missing)))


def _in_sequence(left: list[Left], places: Places) -> None:
    cards = [card for card in left if card.genuine]
    start = 0
    for coup, dealt in places.order.items():
        at, found = start, []
        for card in dealt:
            while at < len(cards) and cards[at].card != card:
                at += 1
            if at == len(cards):
                came = [str(one.card) for one in cards]
                raise Broken("a card is dealt out of sequence", f"coup {coup}: {[*map(str, dealt)]}, left {came}")
            found.append(at)
            at += 1
        start = at
        inside = [place for place in found if cards[place].coup == coup]
        if inside:
            skipped = [cards[p].card for p in range(inside[0], inside[-1]) if p not in found and cards[p].coup == coup]
            if not skipped:
                continue
            # A like card that was burned or set aside may be the one that seems to have been passed over.
            passed = Counter(skipped) - Counter((*places.burned, *places.aside))
            need(not passed, "a card that was due was passed over", (coup, skipped))
