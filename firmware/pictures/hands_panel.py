"""The two hands of a coup, with their point counts (8.4.1)."""

from typing import NamedTuple

from firmware.kit.box import Box
from firmware.kit.items import Plate, Text
from firmware.kit.scene import Draft
from firmware.kit.theme import CHALK, GOLD, SIDES
from firmware.kit.words import Words
from firmware.link.messages import HandView
from firmware.pictures.table_items import CardFace, CardPlace
from hal.cards import Card


class Hand(NamedTuple):
    """A hand of the coup. `due`: the next card is its; `wins`: it has won."""

    side: str
    cards: HandView
    due: bool
    wins: bool


# A card is as wide as this share of its height.
SHAPE = 0.7
CARDS = 3


def put_hand(draft: Draft, box: Box, hand: Hand, words: Words) -> None:
    """Put one hand into a box: its name, its cards, its count."""
    scale = draft.scale
    draft.put(Plate(box, "felt-wins" if hand.wins else "felt", scale.px(1.2), 3 if hand.wins else 1))
    inside = box.inset(scale.px(1.2))
    count, cards = (
        inside.left(round(inside.w * 0.24), scale.px(0.8))
        if hand.side == "player"
        else inside.end(round(inside.w * 0.24), scale.px(0.8))
    )
    name, figure = count.down(30, 70)
    draft.put(
        Text(
            name,
            words(f"side.{hand.side}"),
            min(max(scale.body, name.h // 2), name.w // 4),
            SIDES[hand.side],
            bold=True,
            align="centre",
        )
    )
    if hand.cards.cards:
        ink = GOLD if hand.wins else CHALK
        draft.put(Text(figure, str(hand.cards.total), figure.h * 84 // 100, ink, bold=True, align="centre"))
    put_cards(draft, cards, hand.cards.cards, due=hand.due)


def put_cards(draft: Draft, box: Box, cards: tuple[str, ...], *, due: bool) -> None:
    """Put cards side by side, and where the others will lie."""
    gap = max(box.w // 40, 3)
    width = min((box.w - (CARDS - 1) * gap) // CARDS, round(box.h * SHAPE))
    height = round(width / SHAPE)
    row = box.centred(width * CARDS + gap * (CARDS - 1), height)
    for number, place in enumerate(row.across(*[1] * CARDS, gap=gap)):
        if number < len(cards):
            draft.put(CardFace(place, Card(cards[number])))
        else:
            draft.put(CardPlace(place, due=due and number == len(cards)))
