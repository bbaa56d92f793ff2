"""Message files: each language says all that is said, and the fonts have its characters."""

import re
import time
import tomllib

import pygame
import pytest

from firmware.books import book_ids, every_bet_group, load_book
from firmware.kit.house_theme import font_file, shipped, theme_of
from firmware.kit.words import FILES, language_after, languages, name_of, read_words, words_of
from hal.faults import FAULTS

ENGLISH = words_of("en")


@pytest.mark.parametrize("language", languages())
def test_each_language_says_the_same_things(language: str) -> None:
    said = words_of(language).said
    missing, others = ENGLISH.said.keys() - said.keys(), said.keys() - ENGLISH.said.keys()
    assert not missing, f"say these in firmware/kit/words/{language}.toml: {', '.join(sorted(missing))}"
    assert not others, f"say these in firmware/kit/words/en.toml: {', '.join(sorted(others))}"
    for key, text in said.items():
        assert text.strip(), key
        assert set(re.findall(r"{(\w+)}", text)) == set(re.findall(r"{(\w+)}", ENGLISH.said[key])), key


def test_players_go_through_all_languages_by_their_names() -> None:
    gone_through = ["en"]
    while (following := language_after(gone_through[-1])) != "en":
        gone_through.append(following)
    assert sorted(gone_through) == list(languages())
    for language in languages():
        assert name_of(language) == words_of(language)("language")


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize("theme", shipped())
def test_the_fonts_have_each_character(language: str, theme: str, *, bold: bool) -> None:
    words = words_of(language)
    pygame.font.init()
    fonts = theme_of(theme).fonts
    font = pygame.font.Font(str(font_file(theme, fonts.bold if bold else fonts.regular)), 20)
    characters = "".join((*words.said.values(), *words.books.values(), words.currency, "•←–·")).replace("\n", "")
    missing = [c for c, metrics in zip(characters, font.metrics(characters), strict=True) if metrics is None]
    assert not missing


def test_what_rule_books_say_is_translated() -> None:
    # English is as the books have it; every other language has each of their sentences.
    for language in set(languages()) - {"en"}:
        books = words_of(language).books
        for book in book_ids():
            texts = load_book(book).texts
            assert {texts.place_your_bets, texts.no_more_bets, texts.version} <= books.keys()


def wanted_by_bets() -> set[str]:
    groups = every_bet_group()
    bets = {key for group in groups for bet in group.bets for key in keys_of(bet.name)}
    sides = {group.side_wager for group in groups} - {""}
    return bets | {f"{key}.{side}" for side in sides for key in ("side", "ask.side")}


def keys_of(name: str) -> tuple[str, ...]:
    return f"bet.{name}", f"bet.{name}.long", f"help.{name}"


@pytest.mark.parametrize("language", languages())
def test_each_bet_has_its_words(language: str) -> None:
    missing = wanted_by_bets() - words_of(language).said.keys()
    assert not missing, f"say these in firmware/kit/words/{language}.toml: {', '.join(sorted(missing))}"


def test_a_bet_without_words_goes_by_its_name_and_nothing_else_does() -> None:
    keys = ("bet.lucky", "bet.lucky.long", "help.lucky", "side.lucky", "ask.side.lucky")
    assert {ENGLISH(key) for key in keys} == {"lucky"}
    with pytest.raises(KeyError):
        ENGLISH("notice.lucky")


def test_what_nobody_has_translated_stands_as_it_is() -> None:
    assert words_of("zh-Hans").of_table("Place your bets, please") == "请下注"
    assert words_of("zh-Hans").of_table("nobody has translated this") == "nobody has translated this"


# The table board's own devices: what its console shows of their faults.
@pytest.mark.parametrize(
    "code",
    ["absent", "port_refused", "silent", "babbling", "lost", "unreadable", "overdraw", "button", "reverse_exit",
     "reverse_midway", "card_code", "timeout", "report_lost", "copies_differ", "not_obeyed", "shoe_warning",
     "shows_otherwise", "no_chip", "line_taken", "no_backend"],
)  # fmt: skip
def test_faults_of_the_table_are_translated(code: str) -> None:
    for language in set(languages()) - {"en"}:
        assert {FAULTS[code].happened, FAULTS[code].remedy} <= words_of(language).books.keys()


@pytest.mark.parametrize(
    ("amount", "shown"),
    [(0, "$0"), (5, "$0.05"), (12_50, "$12.50"), (999_00, "$999"), (1000_00, "$1,000"), (-25_00, "\u2212$25")],
)
def test_amounts(amount: int, shown: str) -> None:
    assert ENGLISH.money(amount) == shown


@pytest.mark.parametrize("language", languages())
def test_files_of_words_are_read_as_the_plainest_of_toml(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (FILES / f"{language}.toml").read_text(encoding="utf-8")
    meant = tomllib.loads(text)

    def never(_: str) -> None:
        raise AssertionError("it is read as any TOML, which takes a small board four times as long")

    monkeypatch.setattr("firmware.kit.words.tomllib.loads", never)
    assert read_words(text) == meant


@pytest.mark.parametrize(
    "text",
    [
        'top = "x"\n[words]\na = "b"\n',
        "[words]\na = 'b'\n",
        '[words]\na = ["b",\n "c"]\n',
        '[amounts]\nfigures = ["a", "b"]\n[words]\n',
        '[words]\na = "b"\n\t c = "d"\n',
        '[words]\na.b = "c"\n',
        '[words]\n"a" = """b\nc"""\n',
        '[words]\na = "b" # why\n',
        '[words]\na = "\\u00e9 \\" \\n"\n',
        '[words]\n  a = "b"\n[amounts]\nfigures = ["zero"]\n',
    ],
)
def test_words_that_are_written_otherwise_are_read_all_the_same(text: str) -> None:
    assert read_words(text) == tomllib.loads(text)


@pytest.mark.parametrize("text", ['[words]\na = "b"\na = "c"\n', "[words]\n[words]\n", '[words]\na = "b\n', "a\n"])
def test_words_that_are_no_toml_are_none(text: str) -> None:
    with pytest.raises(tomllib.TOMLDecodeError):
        read_words(text)


@pytest.mark.lab(67)
@pytest.mark.parametrize(
    ("language", "says"),
    [("en", "1 Jul 2026 21:05"), ("zh-Hans", "2026年7月1日 21:05"), ("zh-Hant", "2026年7月1日 21:05")],
)
def test_a_moment_is_written_as_people_of_the_language_do(language: str, says: str) -> None:
    # 1 July 2026, 11:05 in Greenwich; Melbourne is ten hours ahead, and eleven in its summer.
    assert words_of(language, "AUD", "Australia/Melbourne").moment(1_782_903_900_000) == says
    assert words_of("en", zone="Australia/Melbourne").time(1_798_715_100_000) == "22:05"


def test_a_zone_that_is_not_known_here_and_a_time_after_the_calendar_end_no_screen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    assert words_of("en", zone="Mars/Olympus").moment(1_782_903_900_000) == "1 Jul 2026 11:05"
    assert words_of("en").moment(2**53) == "30 Dec 9999 23:59"
    assert words_of("en", zone="Australia/Melbourne").moment(2**53).startswith("31 Dec 9999")
