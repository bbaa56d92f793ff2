"""A bounded exhaustive search of the pure controller: every fact and every wish in every state, breadth first.

Cards are folded to what matters of them: three ranks deal hands that draw, stand, tie and are naturals, and of a hand
that lies what it counts is kept. Two games that differ in nothing else are one state.
"""

from collections import Counter, deque
from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any, NamedTuple

from pair_cards import follows
from pair_instants import INSTANTS, stand
from pair_rulings import RULINGS, asked, numbers_of, ruling
from pair_table import Broken, due, family, need, points

from firmware.books import load_book
from firmware.game import events as g
from firmware.game import steps as s
from firmware.game.evolve import fold
from firmware.game.hands import Side, Winner
from firmware.game.state import Coup, EndedCoup, Game, LeftCard
from firmware.game.steps import FACTS
from firmware.game.transitions import decide
from firmware.refusal import Refused
from hal.cards import Card

K, TWO, SEVEN = cards = Card("KD"), Card("2D"), Card("7D")
SIDES = (None, Side.PLAYER, Side.BANKER)
# A heap of what waits is not folded: beyond these a state is not gone on from.
MOST = {"waiting": 2, "unread": 2, "carried": 3, "questions": 2}
OPTIONS = ("play-on", "void", "dummy", "carry", "set-aside", "reconstruct", "cannot-reconstruct", "order=unknown")

STEPS: tuple[s.Step, ...] = (
    *(s.CardDrawn(card, to) for card, to in product(cards, SIDES)),
    *(s.CardDrawn(TWO, to, face_up=True) for to in SIDES),
    *(s.CardDrawn(card, shown=True) for card in (TWO, SEVEN)),
    *(s.CardDrawn(TWO, to, overdrawn=True) for to in SIDES),
    s.CardDrawn(TWO, overdrawn=True, face_up=True), s.CardDrawn(SEVEN, overdrawn=True, shown=True),
    s.CardDrawn(TWO, counted=Side.BANKER, position=3),
    *(s.CardSeen(to, back=back) for to, back in product(SIDES[1:], (0, 1))),
    s.CardSeen(face_up=True), s.CardSeen(shown=True),
    s.CardsTogether((TWO, SEVEN)), s.CardsTogether((SEVEN,), with_last=True),
    s.Burn(TWO), s.Burn(SEVEN, face_up=True), s.Cut(), s.Unreadable(),
    *(s.ShoeSays(winner) for winner in (Winner.PLAYER, Winner.BANKER, Winner.TIE)),
    s.ShoeEmpty(), s.OrderAltered(), s.ForeignCard("JOKER"), s.SystemFault(),
    s.NewShoe(8), s.NewShoe(8, burned=False), s.ReplaceCards((K,)), s.OpenBets(), s.CloseBets(), s.Confirm(),
    *(s.Enter(card) for card in cards),
    *(s.Decide(option) for option in OPTIONS),
    s.Invalidate(by="dealer"), s.Invalidate(), s.Invalidate(ground="malfunction"), s.Invalidate(ground="system"),
)  # fmt: skip


class Found(NamedTuple):
    """What a search came to."""

    states: int
    steps: int
    refused: int
    bounded: int
    by_depth: tuple[int, ...]


def hand(of: Iterable[Card]) -> tuple[int, ...]:
    """Fold a hand: how many cards, what the first two count, and the third."""
    lie = tuple(of)
    return (len(lie), points(lie[:2]), points(lie[2:]))


def _relative(number: int | None, game: Game) -> int | None:
    return None if number is None else game.coups - number


def _left(card: LeftCard, game: Game) -> tuple[Any, ...]:
    value = points([card.card]) if card.hand == "none" else 0
    hands = (card.player, card.banker)
    return (value, card.hand, _relative(card.coup, game), hands, card.placed, card.faced, card.fate, card.decided)


def key(game: Game) -> tuple[Any, ...]:
    """Fold a game to what matters of it for all that can follow."""
    shoe, coup = game.shoe, game.coup
    last = shoe and shoe.last_coup and shoe.last_coup - game.coups
    return (
        shoe and (shoe.burn_due, min(shoe.more_burns, 2), last, shoe.ends),
        coup and _coup(coup),
        (game.burn_missed, game.burned, game.burned_once, game.recommenced, game.dummy_due),
        tuple(points([card]) for card in game.carried),
        tuple(points([card]) for card in game.pending),
        tuple(_question(question, game) for question in game.questions),
        tuple((held.fact, held.foreign) for held in game.waiting),
        tuple((_relative(card.coup, game), card.burn) for card in game.unread),
        tuple(_left(card, game) for card in game.left[-2:]),
        tuple(_ended(coup, game) for coup in game.ended[-1:]),
    )  # fmt: skip


def _question(asked: g.Question, game: Game) -> tuple[Any, ...]:
    options = (len(asked.options), asked.options[-1])
    return (asked.kind, asked.case, options, hand(asked.cards), _relative(asked.coup, game), asked.waits)


def _ended(coup: EndedCoup, game: Game) -> tuple[Any, ...]:
    return (_relative(coup.number, game), coup.winner, coup.dummy, coup.shoe_result, coup.shoe == game.shoes)


def _coup(coup: Coup) -> tuple[Any, ...]:
    marks = (coup.dummy, coup.last, coup.betting, coup.recognised, coup.started, coup.due, coup.shoe_result)
    return (marks, "shoe_disagrees" in coup.flags, hand(coup.player), hand(coup.banker))


class Search:
    """A search in one book."""

    def __init__(self, book: str) -> None:
        self.book = load_book(book)
        self.numbers = numbers_of(book)
        self.column = RULINGS[family(book)]
        # Hashes of what is folded: half a million states are too many to keep whole.
        self.seen: set[int] = set()
        self.steps = self.refused = self.bounded = 0

    def run(self, roots: Iterable[Game], depth: int, most: int) -> Found:
        """Search from these games to this depth, or until there are so many states. Raises Broken."""
        queue: deque[tuple[Game, tuple[str, ...]]] = deque()
        for game in roots:
            if self._is_new(game):
                queue.append((game, ()))
        by_depth = [len(queue)]
        for deeper in range(depth - 1, -1, -1):
            following: deque[tuple[Game, tuple[str, ...]]] = deque()
            before = len(self.seen)
            for game, way in queue:
                for after, step in self._all_from(game, way):
                    if self._is_new(after) and self._within(after) and deeper:
                        following.append((after, (*way, step)))
                if len(self.seen) >= most:
                    return self._found(by_depth)
            by_depth.append(len(self.seen) - before)
            queue = following
        return self._found(by_depth)

    def _found(self, by_depth: list[int]) -> Found:
        return Found(len(self.seen), self.steps, self.refused, self.bounded, tuple(by_depth))

    def _is_new(self, game: Game) -> bool:
        folded = hash(key(game))
        if folded in self.seen:
            return False
        self.seen.add(folded)
        return True

    def _within(self, game: Game) -> bool:
        if all(len(getattr(game, name)) <= most for name, most in MOST.items()):
            return True
        self.bounded += 1
        return False

    def _all_from(self, game: Game, way: tuple[str, ...]) -> Iterator[tuple[Game, str]]:
        """Yield each game that one step leads to."""
        betting = game.coup is not None and game.coup.betting
        for step in (*STEPS, *_named_orders(game)):
            for wagered in (True, False) if betting else (True,):
                name = f"{step}{'' if wagered else ', nobody wagers'}"
                try:
                    after = self.take(game, step, wagered=wagered)
                except Broken as broken:
                    raise Broken(broken.what, f"{broken.how}\n" + "\n".join((*way, name))) from broken
                if after is not None:
                    yield after, name

    def take(self, game: Game, step: s.Step, *, wagered: bool = True) -> Game | None:
        """Take a step, hold it against what must always hold, and return the game after it; none if it is refused."""
        self.steps += 1
        try:
            said = decide(self.book, game, step, wagered=wagered)
        except Refused as refusal:
            need(type(step) not in FACTS, "a fact is refused", refusal)
            need(not _is_offered(game, step), "a step that a person can take is refused", refusal)
            need(refusal.rule is None or refusal.rule in self.numbers, "a refusal by no rule of this book", refusal)
            self.refused += 1
            return None
        except Exception as error:
            raise Broken(f"the controller fails: {type(error).__name__}", str(error)) from error
        events = [event for event, _ in said]
        after = fold(game, events)
        need(not said or said[-1][1] == after, "the game that was decided is not the fold of its events", step)
        need(events or isinstance(step, s.CardSeen), "what happens leaves no trace", step)
        self._hold(game, step, events, after)
        return after

    def _hold(self, game: Game, step: s.Step, events: list[g.Event], after: Game) -> None:
        for event in events:
            rule = getattr(event, "rule", None)
            need(not rule or rule in self.numbers, "a rule that this book does not have", event)
            if isinstance(event, g.CoupResult) and event.winner != "void":
                follows(event.player.cards, event.banker.cards, event)
            if isinstance(event, g.Ruling) and not (event.action == "set-aside" and event.role == "firmware"):
                ruling(self.column, event)
            if isinstance(event, g.Question):
                asked(self.column, event)
        need(not after.waiting or after.questions or after.unread, "something waits for nobody", after.waiting)
        need(not after.dummy_due or after.carried, "a Dummy Coup is due, and no card waits for it", step)
        coup = after.coup
        if coup is not None:
            need(coup.due == due(coup.player, coup.banker), "a card is due against the table of play", coup)
        came = live(game) + Counter(told(step))
        lie = live(after) + gone(events)
        # Hands that were not reconstructed keep what was over in them; a foreign card was never the shoe's.
        void = any(isinstance(e, g.CoupResult) and e.winner == "void" for e in events) or step == s.Decide(
            "cannot-reconstruct"
        )
        lost = came - lie
        over = Counter(card.card for card in game.left if card.hand == "none" and not card.fate)
        need(
            not lost or (void and not lost - over - Counter(game.pending)),
            "a card is nowhere",
            (lost, step),
        )
        need(not lie - came, "a card is in two places", (lie - came, step))


def _is_offered(game: Game, step: s.Step) -> bool:
    """Whether the console offers a step."""
    coup, free = game.coup, not game.questions and not game.unread
    if isinstance(step, s.Decide):
        return bool(game.questions) and not game.unread and step.option in game.questions[0].options
    if isinstance(step, s.Enter):
        return bool(game.unread)
    if isinstance(step, s.OpenBets):
        return coup is None and game.shoe is not None and free
    if coup is None:
        return False
    if isinstance(step, s.Invalidate):
        return step.by == "supervisor"
    over = not coup.betting and due(coup.player, coup.banker) is None
    return free and ((isinstance(step, s.CloseBets) and coup.betting) or (isinstance(step, s.Confirm) and over))


def _named_orders(game: Game) -> tuple[s.Step, ...]:
    """Return the answers that name an order: as reported, and the other way about."""
    question = game.questions[0] if game.questions else None
    if question is None or question.case != "together":
        return ()
    return tuple(s.Decide("order=" + ",".join(order)) for order in (question.cards, question.cards[::-1]))


def told(step: s.Step) -> list[Card]:
    """Return the cards that left with a step."""
    match step:
        case s.CardDrawn(card=card) | s.Burn(card=card) | s.Enter(card=card):
            return [card]
        case s.CardsTogether(cards=left):
            return list(left)
    return []


def live(game: Game) -> Counter[Card]:
    """Return the cards that lie on the layout, wait, or are asked about."""
    lie: Counter[Card] = Counter((*game.carried, *game.pending))
    if game.coup is not None:
        lie.update((*game.coup.player, *game.coup.banker))
    lie.update(card.card for card in game.left if card.hand == "none" and not card.fate)
    for held in game.waiting:
        lie.update(told(held.fact))
    return lie


def gone(events: list[g.Event]) -> Counter[Card]:
    """Return the cards that are done with: burned, set aside, or in the hands of a coup that ended."""
    out: Counter[Card] = Counter()
    for event in events:
        match event:
            case g.Burned(card=card):
                out[card] += 1
            case g.Ruling(action="set-aside", card=Card() as card):
                out[card] += 1
            case g.CoupResult(player=player, banker=banker):
                out.update((*player.cards, *banker.cards))
    return out


def roots_of(book: str, instants: Iterable[str] = INSTANTS) -> list[Game]:
    """Return the game at each instant of a book."""
    tables = (stand(book, instant) for instant in instants)
    return [table.state.game for table in tables if table is not None]
