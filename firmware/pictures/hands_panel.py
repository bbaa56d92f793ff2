"""The two hands of a coup, with their point counts (8.4.1)."""

from typing import NamedTuple

from firmware.kit.box import Box
from firmware.kit.items import Plate, Text
from firmware.kit.motion import TIMES, between, share
from firmware.kit.scene import Draft, Item
from firmware.kit.theme import CHALK, GOLD, SIDES
from firmware.kit.words import Words
from firmware.link.messages import HandView
from firmware.pictures.deck import SHAPE, STEPS, CardBack, CardFace, CardPlace, CardTurning
from firmware.pictures.table_items import Glow
from hal.cards import Card


class Hand(NamedTuple):
    """A hand of the coup. `due`: the next card is its; `wins`: it has won; `came`: when each card did, to be seen."""

    side: str
    cards: HandView
    due: bool
    wins: bool
    came: tuple[int, ...] = ()


CARDS = 3


def put_hand(draft: Draft, box: Box, hand: Hand, words: Words, now: int = 0) -> None:
    """Put one hand into a box: its name, its cards, its count; above the cards where it is high, else beside them."""
    scale = draft.scale
    look = "felt-wins" if hand.wins else f"felt-{hand.side}"
    draft.put(Plate(box, look, scale.px(1.2), max(scale.px(0.4), 3) if hand.wins else 1))
    inside = box.inset(scale.px(1.2))
    at_left = hand.side == "player"
    if inside.h > inside.w * 0.5:
        head, cards = inside.top(inside.h * 27 // 100, scale.px(0.6))
        wide = round(head.w * 0.42)
        figure, name = head.left(wide) if at_left else head.end(wide)
        px = min(scale.huge, head.h * 6 // 10)
    else:
        wide = round(inside.w * 0.24)
        count, cards = inside.left(wide, scale.px(0.8)) if at_left else inside.end(wide, scale.px(0.8))
        name, figure = count.down(30, 70)
        px = min(max(scale.body, name.h // 2), name.w // 4)
    draft.put(Text(name, words(f"side.{hand.side}"), px, SIDES[hand.side], bold=True, align="centre"))
    if hand.cards.cards:
        ink = GOLD if hand.wins else CHALK
        draft.put(Text(figure, str(hand.cards.total), figure.h * 84 // 100, ink, bold=True, align="centre"))
    put_cards(draft, cards, hand, now)


def put_glow(draft: Draft, box: Box, ended: int, now: int) -> None:
    """Light the hand that has won up, for a moment."""
    done = share("result", ended, now)
    if done is not None:
        draft.put(Glow(box, between(draft.scale.px(2.4), draft.scale.px(0.4), done)))
        draft.moves()


def put_cards(draft: Draft, box: Box, hand: Hand, now: int = 0) -> None:
    """Put cards side by side, and where the others will lie."""
    cards = hand.cards.cards
    for number, place in enumerate(_places(box)):
        if number >= len(cards):
            draft.put(CardPlace(place, due=hand.due and number == len(cards)))
        elif (comes := _coming(draft, place, cards[number], hand.came[number : number + 1], now)) is not None:
            draft.put(CardPlace(place))
            draft.fly(comes)
        else:
            draft.put(CardFace(place, Card(cards[number])))


def _places(box: Box) -> list[Box]:
    gap = max(box.w // 40, 3)
    width = min((box.w - (CARDS - 1) * gap) // CARDS, round(box.h * SHAPE))
    row = box.centred(width * CARDS + gap * (CARDS - 1), round(width / SHAPE))
    return row.across(*[1] * CARDS, gap=gap)


def _coming(draft: Draft, place: Box, code: str, came: tuple[int, ...], now: int) -> Item | None:
    """Return a card that comes out of the shoe, which stands at the upper right, and turns where it lies."""
    for began in came:
        if (done := share("deal", began, now)) is not None:
            x, y = draft.whole.right - place.w, draft.whole.y
            return CardBack(place._replace(x=between(x, place.x, done), y=between(y, place.y, done)))
        if (done := share("turn", began + TIMES["deal"], now)) is not None:
            return CardTurning(place, Card(code), round(done * STEPS))
    return None
