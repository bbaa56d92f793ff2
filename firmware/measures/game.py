"""Figures of the pure game: coups resolved, coups through the controller, odds, growth with a shoe's length."""

import random
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from firmware.books import load_book, rules_of
from firmware.game import steps as s
from firmware.game.hands import Side
from firmware.game.odds import odds_of
from firmware.game.rulebook import Rulebook
from firmware.game.state import Game
from firmware.game.table_of_play import TableOfPlay
from firmware.game.transitions import decide
from firmware.measures import Figure
from firmware.measures.stopwatch import seconds
from hal.cards import DECK, Card

BOOK: Final = "crown-baccarat"
SIDES: Final = {"pairs": 1, "perfect": 1, "dragon": 1, "super6": 1}
COUPS: Final = 200_000
SHOES: Final = 20
# Cards that a coup may need: below that a shoe is done.
ENOUGH: Final = 6


def resolve_coups_per_s() -> Figure:
    """What a coup asks for when it ends: its hands to the winner and every bet's outcome."""
    rules = rules_of(BOOK, SIDES, 8)
    chance = random.Random(1)
    coups = [_dealt(rules.book.table_of_play, chance.choices(DECK, k=ENOUGH)) for _ in range(COUPS)]

    def work() -> None:
        resolve = rules.resolver.resolve
        for player, banker in coups:
            resolve(player, banker)

    return Figure(round(COUPS / seconds(work)), "coups/s")


def deal_coups_per_s() -> Figure:
    """What a coup asks for while it is dealt: six cards to both hands, card by card, by the table of play."""
    table = load_book(BOOK).table_of_play
    chance = random.Random(1)
    sixes = [chance.choices(DECK, k=ENOUGH) for _ in range(COUPS)]

    def work() -> None:
        for cards in sixes:
            _dealt(table, cards)

    return Figure(round(COUPS / seconds(work)), "coups/s")


def _dealt(table: TableOfPlay, cards: Sequence[Card]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Lay cards as the controller does: after each it asks to whom the next is due."""
    player: tuple[Card, ...] = ()
    banker: tuple[Card, ...] = ()
    due: Side | None = Side.PLAYER
    for card in cards:
        if due is None:
            break
        if due is Side.PLAYER:
            player = (*player, card)
        else:
            banker = (*banker, card)
        due = table.due(player, banker)
    return player, banker


def controller_coups_per_s() -> Figure:
    """A coup through the pure controller: commands in, events out, each folded once."""
    shoes = [_shuffled(seed, 8) for seed in range(SHOES)]
    coups = 0

    def work() -> None:
        nonlocal coups
        coups = sum(_play_shoe(load_book(BOOK), shoe, 8) for shoe in shoes)

    took = seconds(work)
    return Figure(round(coups / took), "coups/s")


def odds_s() -> Figure:
    """The exact odds of the book with the most bets."""
    return Figure(round(seconds(partial(odds_of, load_book(BOOK), 8)), 3), "s")


def growth_shoe() -> Figure:
    """The time per coup in a shoe of ten decks, against that in one of four: 1 is linear growth."""
    book = load_book("mbs-baccarat")
    long, short = (_per_coup(book, decks) for decks in (10, 4))
    return Figure(round(long * 1e6, 2), "us/coup", round(short * 1e6, 2), round(long / short, 3))


def _per_coup(book: Rulebook, decks: int) -> float:
    shoes = [_shuffled(seed, decks) for seed in range(SHOES)]
    coups = sum(_play_shoe(book, shoe, decks) for shoe in shoes)
    return seconds(lambda: [_play_shoe(book, shoe, decks) for shoe in shoes]) / coups


def _shuffled(seed: int, decks: int) -> tuple[Card, ...]:
    cards = list(DECK) * decks
    random.Random(seed).shuffle(cards)
    return tuple(cards)


def _play_shoe(book: Rulebook, cards: tuple[Card, ...], decks: int) -> int:
    """Play a shoe without wagers to its end, and return the number of coups."""
    coming = iter(cards)
    game = _take(book, Game(), s.NewShoe(decks, burned=False))
    game = _take(book, game, s.Burn(next(coming)))
    left = len(cards) - 1
    while left >= ENOUGH:
        game = _take(book, _take(book, game, s.OpenBets()), s.CloseBets())
        for step in _deal(coming):
            game = _take(book, game, step)
            left -= 1
            assert game.coup is not None
            if game.coup.due is None:
                break
        game = _take(book, game, s.Confirm())
    return game.coups


def _deal(coming: Iterator[Card]) -> Iterator[s.CardDrawn]:
    return (s.CardDrawn(card) for card in coming)


def _take(book: Rulebook, game: Game, step: s.Step) -> Game:
    said = decide(book, game, step)
    return said[-1][1] if said else game
