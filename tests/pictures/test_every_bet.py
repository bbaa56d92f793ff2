"""Each side wager of each rule book, whichever there are: it is wagered on, settled, and shown on every screen."""

import pytest
from ats_states import ats_states, edges
from msgspec.structs import replace
from story_beginnings import SETUP
from told_table import SCREENS, ToldTable

from firmware.books import book_ids, load_book, rules_of
from firmware.game import steps as s
from firmware.game.rulebook import Rulebook
from firmware.kit.items import Text
from firmware.kit.words import languages, words_of
from firmware.pictures.odds_words import all_odds, short_odds
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.opening import OpenTable
from firmware.table.features.wagers import Wager
from firmware.terminal.information_of_books import information
from firmware.terminal.scene import picture
from firmware.terminal.view import Dialogue
from hal.cards import Card

OFFERED = [
    (book, group.side_wager, option)
    for book in book_ids()
    for group in load_book(book).side_groups
    for option in range(1, group.options + 1)
]
# Player has 9 with the first two cards, Banker 2 and draws nothing.
NATURAL = ("9S", "5H", "TD", "7C")
IN_FRONT = ("display", "terminal 2", "console tab game", "console tab coups", "console terminal 2")


def decks_of(book: Rulebook, side: str) -> int:
    group = book.side_group(side)
    assert group is not None
    return group.decks or book.decks.least


@pytest.mark.parametrize(("book", "side", "option"), OFFERED)
def test_it_is_wagered_on_settled_and_shown(book: str, side: str, option: int) -> None:
    rules = load_book(book)
    group = rules.side_group(side)
    assert group is not None
    decks = decks_of(rules, side)
    table = ToldTable()
    setup = replace(SETUP, rulebook=book, side_wagers={side: option}, decks=decks)
    table.tell(OpenTable(setup))
    wagers = [Wager(2, "player", 10_00), *(Wager(2, bet.name, 10_00) for bet in group.bets)]
    for command in (s.NewShoe(decks), BuyIn(2, 500_00), s.OpenBets(), *wagers):
        assert table.tell(command), command
    for screen in IN_FRONT:
        SCREENS[screen](table, languages()[0])
    for command in (s.CloseBets(), *(s.CardDrawn(Card(code)) for code in NATURAL), s.Confirm()):
        assert table.tell(command), command
    settled = table.state.recent[-1].settled
    assert settled is not None
    assert {line.bet for line in settled.lines} == {"player", *(bet.name for bet in group.bets)}
    for language in languages():
        for screen in IN_FRONT:
            SCREENS[screen](table, language)


@pytest.mark.some(6)
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("book", "side", "option"), OFFERED)
def test_players_can_read_about_it(book: str, side: str, option: int, language: str) -> None:
    words, decks = words_of(language, "AUD"), decks_of(load_book(book), side)
    rules = rules_of(book, {side: option}, decks)
    mine = [offered for offered in rules.offer.bets if offered.bet not in rules.book.main_bets]
    assert mine
    info = information(rules, decks, "bets", edges(book), words)
    view = replace(ats_states(words)["betting"], info=info, dialogue=Dialogue("help", 0, topic="bets"))
    pages = [replace(view, dialogue=Dialogue("help", page, topic="bets")) for page in range(4)]
    scenes = [picture(one, (1280, 800), words, 0) for one in pages]
    said = {item.text for scene in scenes for item in scene.items if isinstance(item, Text)}
    for offered in mine:
        assert words(f"bet.{offered.name}.long") in said
        lines = all_odds(offered, words)
        assert len(set(lines)) == len(offered.bet.lines), f"two lines of {offered.name} read the same: {lines}"
        assert not [text for text in (short_odds(offered, words), *lines) if "None" in text]
