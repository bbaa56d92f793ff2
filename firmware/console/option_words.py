"""Answers to questions, as people read them."""

from firmware.game.questions import ORDER
from firmware.kit.words import Words
from firmware.pictures.table_items import card_text


def option_words(option: str, words: Words) -> str:
    """Return an answer in words."""
    key = f"option.{option}"
    return words(key) if key in words.said else cards_of(option)


def cards_of(order: str) -> str:
    """Return an order as people read it.

    >>> cards_of("order=AS,TH")
    'A♠ → 10♥'
    """
    cards = order.removeprefix(ORDER).split(",")
    return " → ".join(card_text(card) for card in cards)
