"""Refusals: each code has a sentence in every language, is raised somewhere, and with all that its sentence names."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest
from each_case import each
from parsed import nodes, parsed

from firmware.game.codes import GameCode
from firmware.kit.words import languages, words_of
from firmware.link.account_parts import RefusalView
from firmware.link.refusals import read_refusal, refusal_view
from firmware.refusal import Code, Refused
from firmware.table.core.codes import TableCode
from firmware.table.core.feature import FEATURES
from firmware.table.features.attended import AttendedCode
from firmware.table.features.notes import NotesCode
from firmware.tournament.codes import TournamentCode

PROJECT = Path(__file__).parents[2]
assert FEATURES.decides  # a feature's own codes are known once it is
KINDS = {kind.__name__: kind for kind in Code.__subclasses__()}
assert {GameCode, TableCode, TournamentCode} <= set(KINDS.values())
CODES = {code.value: code for kind in KINDS.values() for code in kind}
RAISING = {"Refused", "Unsound"}


class Site(NamedTuple):
    """A place in the code that refuses: why, and what it says besides."""

    where: str
    codes: tuple[str, ...]
    values: frozenset[str]
    wordy: tuple[str, ...]


def sites() -> Iterator[Site]:
    for path in sorted((PROJECT / "firmware").rglob("*.py")):
        if path.name == "refusal.py":
            continue
        for node in nodes(path.read_text()):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in RAISING:
                yield site(f"{path.relative_to(PROJECT)}:{node.lineno}", node)


def site(where: str, call: ast.Call) -> Site:
    named = frozenset(word.arg for word in call.keywords if word.arg is not None)
    given = [*call.args[:1], *(word.value for word in call.keywords)]
    texts = [node.value for part in given for node in ast.walk(part) if isinstance(node, ast.Constant)]
    wordy = tuple(text for text in texts if isinstance(text, str) and " " in text.strip())
    return Site(where, tuple(codes_in(call.args[0])), named, wordy)


def codes_in(node: ast.AST) -> Iterator[str]:
    for part in ast.walk(node):
        if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name) and part.value.id in KINDS:
            yield KINDS[part.value.id][part.attr].value


def places(text: str) -> set[str]:
    return set(re.findall(r"{(\w+)}", text))


def sentence(code: str, language: str = "en") -> str:
    return words_of(language).said[f"refused.{code}"]


def test_codes_are_the_names_of_their_members_and_each_stands_in_one_enumeration() -> None:
    members = [code for kind in KINDS.values() for code in kind]
    assert [code.value for code in members] == [code.name.lower() for code in members]
    assert len(CODES) == len(members)


@pytest.mark.parametrize("language", languages())
def test_each_code_has_a_sentence_in_each_language(language: str) -> None:
    said = {key.removeprefix("refused.") for key in words_of(language).said if key.startswith("refused.")}
    assert said == CODES.keys() | {"other"}
    for code in CODES:
        assert places(sentence(code, language)) == places(sentence(code)), code


def test_english_sentences_are_sentences() -> None:
    for code in CODES:
        assert re.fullmatch(r"[A-Z{].*\.", sentence(code)), code


def used() -> set[str]:
    """Codes that stand anywhere beside where they are listed."""
    found = set()
    for path in (PROJECT / "firmware").rglob("*.py"):
        if path.name != "codes.py":
            found |= set(codes_in(parsed(path.read_text())))
    return found


def test_each_code_is_raised_somewhere() -> None:
    assert not CODES.keys() - used()


def test_a_reason_that_only_a_newer_board_knows_is_said_by_its_word() -> None:
    assert "of_tomorrow" in words_of("en").refused(read_refusal(RefusalView("of_tomorrow")))


@each("one", sites)
def test_what_a_sentence_names_is_given_where_it_is_raised_and_nothing_in_english(one: Site) -> None:
    assert not one.wordy, one.where
    for code in one.codes:
        assert places(sentence(code)) <= one.values, f"{one.where}: {code}"


def test_a_refusal_is_the_same_on_the_other_side_of_the_network() -> None:
    refusal = Refused(GameCode.CARDS_SHORT, "8.4.1", hand="player", place=3, coup=12)
    heard = read_refusal(refusal_view(refusal))
    assert (heard.code, heard.rule, heard.values) == (refusal.code, refusal.rule, refusal.values)
    assert str(heard) == "cards_short (hand player, place 3, coup 12)"
    assert str(Refused(GameCode.NO_COUP)) == "no_coup"


@each("code", CODES.values())
def test_each_code_can_be_told_to_other_boards(code: Code) -> None:
    told = refusal_view(Refused(code, "11.7.1(a)", name="a name\nof two lines", amount=-5))
    heard = msgspec.json.decode(msgspec.json.encode(told), type=RefusalView)
    assert read_refusal(heard).code == code
    assert "\n" not in str(heard.values["name"])


def test_each_language_says_a_refusal_with_its_own_words_for_hands_amounts_and_bets() -> None:
    short = Refused(GameCode.CARDS_SHORT, hand="player", place=3, coup=12)
    assert words_of("en").refused(short) == "The Player hand is due its third card in coup 12: deal it first."
    assert words_of("zh-Hans").refused(short) == "第 12 局闲还应发第三张牌：请先发牌。"
    assert words_of("en").refused(Refused(NotesCode.NO_NOTES_MAKE, amount=12_50)) == "Notes cannot make up $12.50."
    assert (
        words_of("en").refused(Refused(TableCode.BET_NOT_OFFERED, bet="super6")) == "This table does not offer Super 6."
    )
    assert words_of("zh-Hans").refused(Refused(AttendedCode.ROLE_MAY_NOT, role="dealer")) == "此职务无权执行：荷官。"
