"""What players read on their terminal about the game: by the rule book's data, in both languages, within one touch."""

import asyncio
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import get_args

import pytest
from ats_states import ats_states, reading
from by_touch import Floor, on_a_floor, view
from every_screen import ALL_SIZES, ATS_NOW, Size
from floor import ALL, CROWN, SILENT

import firmware.game
from firmware.books import TableRules, complete, load_book, read_strictly, rules_of
from firmware.game import steps as s
from firmware.game.odds import odds_of
from firmware.game.offer import Offer
from firmware.game.resolve import Resolver
from firmware.game.rulebook import Action, Option, RulebookFile, Subject, Who
from firmware.kit.theme import scale_of
from firmware.kit.words import language_after, languages, words_of
from firmware.pictures.road_items import AskBoard, DrawnRoad, asked
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.exclusions import ExcludePlayer
from firmware.table.features.freezing import FreezeAccounts, UnfreezeAccounts
from firmware.table.features.malfunctions import ClearMalfunction, Malfunction
from firmware.table.features.wagers import Wager
from firmware.terminal import scene as ats
from firmware.terminal.information_of_books import MISHAPS, TOPICS, information
from firmware.terminal.scene import laid_out
from firmware.terminal.view import InfoLine
from hal.cards import Card

pytestmark = pytest.mark.lab(59)

ENGLISH = words_of("en")
books = pytest.mark.parametrize("book", ALL)
every_language = pytest.mark.parametrize("language", languages())


def lines(topic: str, book: str, language: str = "en") -> tuple[InfoLine, ...]:
    return information(rules_of(book, {}, 8), 8, topic, {}, words_of(language)).lines


def by_title(topic: str, book: str) -> dict[str, InfoLine]:
    return {line.title: line for line in lines(topic, book)}


# What Crown's book gives players to know, on which page, and under which of its numbers.
SUBJECTS = {
    "ask": {
        "Something was wrong": "11.12", "Disputes": "13.9", "Inspector": "13.10", "Complaints": "13.11",
        "Any question": "",
    },
    "conduct": {
        "Your terminal": "4.3", "Leaving": "6.6.1, 6.7", "Tickets": "6.7.2(a), 6.7.2(c)", "Room for others": "4.4, 4.5",
        "Devices": "13.1, 13.2", "Advice": "13.5, 13.6", "Among players": "13.12",
    },
}  # fmt: skip


@pytest.mark.parametrize("book", CROWN)
@pytest.mark.parametrize("topic", SUBJECTS)
@pytest.mark.rule(
    "crown 4.3, 4.4, 4.5, 6.6.1, 6.7.2(a), 6.7.2(c), 11.12, 13.1, 13.2, 13.5, 13.6, 13.9, 13.10, 13.11, 13.12"
)
def test_players_read_their_part_and_whom_they_can_turn_to(book: str, topic: str) -> None:
    found = {title: line.rule.removeprefix("rule ") for title, line in by_title(topic, book).items()}
    assert found == SUBJECTS[topic]


@pytest.mark.parametrize("book", CROWN)
@pytest.mark.rule("crown 13.10, 13.11")
def test_the_inspector_and_the_regulator_are_named(book: str) -> None:
    asked = by_title("ask", book)
    assert "Casino Control Act 1991" in asked["Inspector"].text
    assert "VCGR" in asked["Complaints"].text


@pytest.mark.parametrize("book", SILENT)
def test_a_book_that_says_nothing_of_a_subject_has_no_line_about_it(book: str) -> None:
    assert by_title("ask", book).keys() == {"Any question", "Something was wrong", "Disputes"}
    assert "conduct" not in information(rules_of(book, {}, 8), 8, "game", {}, ENGLISH).topics
    assert not lines("conduct", book) or information(rules_of(book, {}, 8), 8, "conduct", {}, ENGLISH).topic == "game"


@books
@pytest.mark.rule("crown 13.13")
def test_players_read_what_is_played_and_that_the_rules_are_theirs_on_request(book: str) -> None:
    found = by_title("game", book)
    copy = found["The rules themselves"]
    assert load_book(book).information.document in copy.text
    assert copy.rule == ("rule 13.13" if book in CROWN else "")
    assert "8 decks" in found[load_book(book).texts.version].text


@books
@every_language
def test_every_mishap_that_the_book_rules_on_says_what_follows_and_who_decides(book: str, language: str) -> None:
    law, words = load_book(book).irregularities, words_of(language)
    shown = {line.title: line for line in lines("mishaps", book, language)}
    for case in MISHAPS:
        treatment = getattr(law, case)
        line = shown.get(words(f"mishap.{case}"))
        assert (line is None) == (treatment.action == "none"), case
        if line is None:
            continue
        assert (treatment.rule in line.rule) if treatment.rule else not line.rule
        if treatment.action == "ask":
            assert words(f"who.{treatment.who.replace(' ', '_')}") in line.text
            assert all(words(f"info.option.{option}") in line.text for option in treatment.options)


@pytest.mark.rule("crown 9.1, 9.2, 9.3")
@books
def test_the_table_of_play_is_the_books(book: str) -> None:
    page = information(rules_of(book, {}, 8), 8, "draw", {}, ENGLISH)
    assert page.draws == load_book(book).table_of_play.banker
    assert "on 0, 1, 2, 3, 4, 5, and stands" in by_title("draw", book)["PLAYER"].text


@every_language
def test_the_ask_board_is_explained_after_the_roads_that_it_asks(language: str) -> None:
    words = words_of(language)
    page = reading(ats_states(words)["betting"], "roads", words, 1)
    assert [line.road for line in page.info.lines][-2:] == ["cockroach_pig", "ask_board"]
    scene = ats.picture(page, (1280, 800), words, ATS_NOW)
    (board,) = [item for item in scene.items if isinstance(item, AskBoard)]
    # Its example is the coups that the roads above it show, and has an answer for each winner on each road.
    assert {item.marks for item in scene.items if isinstance(item, DrawnRoad)} == {board.marks}
    assert all(None not in asked(board.marks, winner).values() for winner in "PB")


@every_language
def test_there_are_words_for_all_that_a_book_can_say(language: str) -> None:
    said = words_of(language).said
    wanted = {f"topic.{topic}" for topic in TOPICS}
    wanted |= {f"info.action.{action}" for action in set(get_args(Action)) - {"none", "ask"}}
    wanted |= {f"info.option.{option}" for option in get_args(Option)}
    wanted |= {f"who.{who.replace(' ', '_')}" for who in get_args(Who)}
    wanted |= {f"info.{subject}.text" for subject in get_args(Subject)}
    assert wanted <= said.keys()


@every_language
def test_a_new_rule_book_has_its_pages_without_a_line_of_code(language: str) -> None:
    text = (Path(firmware.game.__file__).parent / "rulebooks" / "rws-non-commission.toml").read_text()
    bare = text[: text.index("[information]")].replace('id = "rws-non-commission"', 'id = "another"')
    book = complete(read_strictly(bare, "another.toml", RulebookFile))
    offer = Offer.of(book, {"pairs": 1}, 6)
    rules = TableRules(book, offer, Resolver(book.table_of_play, offer.bets))
    words = words_of(language)
    topics = information(rules, 6, "", {}, words).topics
    assert topics == tuple(topic for topic in TOPICS if topic != "conduct")
    for topic in topics:
        page = information(rules, 6, topic, {}, words)
        assert page.topic == topic
        assert page.bets or all(line.title and line.text for line in page.lines)


def test_pairs_that_stand_only_beside_others_say_so_where_they_are_offered() -> None:
    def said(**sides: int) -> list[str]:
        page = information(rules_of("crown-baccarat", sides, 8), 8, "game", {}, ENGLISH)
        return [line.text for line in page.lines if line.rule == "rule 4.11.1"]

    assert said() == []
    assert said(pairs=1) == ["Pair wagers need a wager beside them on one of: Player, Banker, Tie."]


def test_house_edges_are_those_of_the_par_sheet_and_of_the_option_that_is_offered() -> None:
    odds = {(row.bet, row.option or 1): row.house_edge for row in odds_of(load_book("crown-traditional"), 8).bets}
    page = information(rules_of("crown-traditional", {"dragon": 3}, 8), 8, "bets", odds, ENGLISH)
    said = {line.bet: line.edge for line in page.bets}
    # Known figures: commission of 5 %, and Player's.
    assert (said["banker"], said["player"]) == ("House edge 1.06 %", "House edge 1.24 %")
    assert said["player-dragon"] == f"House edge {float(odds['player-dragon', 3]) * 100:.2f} %"
    assert odds["player-dragon", 3] != odds["player-dragon", 1]
    assert odds["banker", 1] == Fraction(odds["banker", 1])


# Where the player reads, and where the rest stands.


@pytest.mark.parametrize("size", ALL_SIZES)
@pytest.mark.parametrize("topic", TOPICS)
def test_money_countdown_and_buttons_are_never_hidden(topic: str, size: Size) -> None:
    for state, plain in ats_states(ENGLISH).items():
        # A reality check lies above what a guest was reading until they answer it.
        if plain.dialogue is not None or plain.guest.check is not None:
            continue
        shown = reading(plain, topic, ENGLISH)
        scene = ats.picture(shown, size, ENGLISH, ATS_NOW)
        _, where = laid_out(plain, size)
        before = ats.picture(plain, size, ENGLISH, ATS_NOW)
        for kept in (where.headline, where.account):
            same = [item for item in before.items if kept.holds(*item.box[:2]) and item.box[2:] != size]
            assert [item for item in scene.items if kept.touches(item.box) and item.box[2:] != size] == same, state
        assert {("help",), ("close",)} <= {item.action for item in scene.items if item.action}, state


@pytest.mark.rule("crown 13.13")
def test_one_touch_opens_the_pages_and_one_closes_them_in_every_phase(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        table = floor.table.service
        cards = s.CardDrawn(Card("6S")), s.CardsTogether((Card("9H"), Card("KD")))
        for commands in (
            (), (s.NewShoe(8),), (BuyIn(1, 100_00), s.OpenBets()), (Wager(1, "player", 10_00), s.CloseBets()),
            cards, (s.Invalidate("dispute"),), (FreezeAccounts(),), (UnfreezeAccounts(), ExcludePlayer(1, "x")),
            (CashOut(1),), (Malfunction("ats", 1),), (ClearMalfunction("ats", 1), Malfunction("system")),
        ):  # fmt: skip
            for command in commands:
                await table.submit(command)
            await asyncio.sleep(0.3)
            headline = view(floor).headline
            for closes in ("help", "close"):
                await floor.player(1, "help")
                assert view(floor).info.lines, headline
                await floor.player(1, closes)
                assert view(floor).dialogue is None, headline
        floor.table.memory.carry = lambda _: ()
        await asyncio.sleep(5)
        await floor.player(1, "help", "topic ask")
        assert view(floor).info.topic == "ask"

    on_a_floor(tmp_path, story)


def test_edges_are_counted_when_somebody_looks_and_the_terminal_goes_on_meanwhile(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        for command in (s.NewShoe(8), BuyIn(1, 100_00), s.OpenBets()):
            await floor.table.service.submit(command)
        await asyncio.sleep(0.3)
        await floor.player(1, "help")
        assert not view(floor).info.bets
        seen = floor.table.seats[1].seen
        assert seen is not None
        seen.touch("topic", "bets")
        while not view(floor).info.bets:  # some turns of the loop: no time passes
            await asyncio.sleep(0)
        assert {line.edge for line in view(floor).info.bets} == {"House edge: being worked out …"}
        await floor.player(1, "page 1", "page 0")
        assert view(floor).info.bets[0].edge == "House edge 1.24 %"
        # Another page keeps what it is about; another language says it otherwise.
        await floor.player(1, "language")
        assert view(floor).info.bets[0].edge == words_of(language_after("en"))("help.edge", percent="1.24")

    on_a_floor(tmp_path, story)


@pytest.mark.parametrize("size", ALL_SIZES)
def test_the_odds_of_a_bet_stand_apart(size: Size) -> None:
    """What stands on the same lines of a page stands a letter or two apart."""
    view = ats_states(ENGLISH)["placed"]
    for page in range(4):
        shown = reading(view, "bets", ENGLISH, page)
        odds = {text for line in shown.info.bets for text in line.odds}
        boxes = [
            item.box for item in ats.picture(shown, size, ENGLISH, ATS_NOW).items if getattr(item, "text", "") in odds
        ]
        for one, other in combinations(boxes, 2):
            level = one.y < other.bottom and other.y < one.bottom
            assert not level or max(one.x, other.x) - min(one.right, other.right) >= scale_of(size).small
