"""What players can read about the game on their terminal: from the rule book's data, in a language's words.

Nothing here knows a rule book by name: a new book gets its pages from its file. If the file does not mention a subject
that only some books have, there is no line about it.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Final

from firmware.books import TableRules
from firmware.game.rulebook import Rulebook, Subject, Treatment
from firmware.game.table_of_play import DRAW
from firmware.kit.words import Words
from firmware.pictures.odds_words import all_odds
from firmware.pictures.road_items import ASK_BOARD
from firmware.terminal.view import HelpLine, Info, InfoLine

Edges = Mapping[tuple[str, int], Fraction]
Lines = Callable[[TableRules, int, Words], Iterator[InfoLine]]
ROADS: Final = ("bead_plate", "big_road", "big_eye_boy", "small_road", "cockroach_pig", ASK_BOARD)
CONDUCT: Final[tuple[Subject, ...]] = (
    "responsible", "leave", "ticket", "hindering", "device", "advice", "between",
)  # fmt: skip
# The irregularities that players may see, in the order of a coup.
MISHAPS: Final = (
    "burn_missed",
    "misplaced_burn_due",
    "face_up_first",
    "face_up_later",
    "wrong_hand_players_card",
    "wrong_hand_bankers_card",
    "excess_undisclosed",
    "excess_shown",
    "excess_is_bankers_third",
    "excess_player_third",
    "excess_banker_third",
    "excess_fourth",
    "together_unknown_initial",
    "together_unknown_later",
    "order_altered",
    "foreign_card",
    "shoe_empty",
    "unreadable_card",
    "shoe_disagrees",
    "no_wagers_dealt",
    "ats_before",
    "ats_after",
    "system_before",
    "system_after",
    "equipment_malfunction",
    "invalidated",
    "wnd_mismatch",
    "wrong_outcome",
    "miscount",
)


def information(rules: TableRules, decks: int, topic: str, edges: Edges, words: Words) -> Info:
    """Return a page of information, and the list of the others."""
    # crown 4.3, 6.7.2(a), 6.7.2(c), 13.5, 13.6, 13.10, 13.11, 13.12, 13.13
    topics = tuple(name for name in TOPICS if name == "bets" or any(TOPICS[name](rules, decks, words)))
    topic = topic if topic in topics else topics[0]
    return Info(
        topics,
        topic,
        tuple(TOPICS[topic](rules, decks, words)),
        _bets(rules, edges, words) if topic == "bets" else (),
        rules.book.table_of_play.banker if topic == "draw" else (),
    )


def _line(words: Words, key: str, rules: tuple[str, ...] = (), **values: object) -> InfoLine:
    return InfoLine(words(f"info.{key}"), words(f"info.{key}.text", **values), _rules(words, rules))


def _rules(words: Words, rules: tuple[str, ...]) -> str:
    return words("sgc.rule", rule=", ".join(rules)) if rules else ""


def _about(book: Rulebook, subject: Subject) -> tuple[str, ...]:
    return book.information.rules.get(subject, ())


def _game(rules: TableRules, decks: int, words: Words) -> Iterator[InfoLine]:
    book = rules.book
    yield InfoLine(
        words.of_table(book.texts.version),
        words("info.decks.text", decks=decks),
        _rules(words, (book.decks.rule,) if book.decks.rule else ()),
    )
    for subject in ("deal", "count", "betting", "limits", "tie"):
        yield _line(words, subject, _about(book, subject))
    for need in book.needs_main_wager:
        if not rules.offer.names.isdisjoint(need.bets):
            beside = ", ".join(words(f"bet.{bet}.long") for bet in need.beside if bet in rules.offer.names)
            yield _line(words, "beside", (need.rule,), bets=beside)
    yield _line(words, "copy", _about(book, "copy"), document=book.information.document or book.title)


def _bets(rules: TableRules, edges: Edges, words: Words) -> tuple[HelpLine, ...]:
    found = []
    for offered in rules.offer.bets:
        edge = edges.get((offered.name, offered.option))
        said = words("help.edge.counting") if edge is None else words("help.edge", percent=f"{float(edge) * 100:.2f}")
        found.append(HelpLine(offered.name, words(f"help.{offered.name}"), all_odds(offered, words), said))
    return tuple(found)


def _draw(rules: TableRules, _: int, words: Words) -> Iterator[InfoLine]:
    book = rules.book
    on = ", ".join(str(count) for count, does in enumerate(book.table_of_play.player) if does == DRAW)
    yield _line(words, "natural", _about(book, "natural"))
    yield _line(words, "player-draws", _about(book, "player-draws"), on=on)
    yield _line(words, "banker-draws", _about(book, "banker-draws"))


def _roads(_: TableRules, __: int, words: Words) -> Iterator[InfoLine]:
    for road in ROADS:
        yield InfoLine(words(f"info.{road}"), words(f"info.{road}.text"), road=road)


def _mishaps(rules: TableRules, _: int, words: Words) -> Iterator[InfoLine]:
    # crown 11.8, 11.8.3: what the screens then say
    if dummy := rules.book.numbers.dummy_due:
        yield _line(words, "dummy", (dummy,))
    for case in MISHAPS:
        treatment: Treatment = getattr(rules.book.irregularities, case)
        if treatment.action != "none":
            number = (treatment.rule,) if treatment.rule else ()
            yield InfoLine(words(f"mishap.{case}"), _what_follows(case, treatment, words), _rules(words, number))


def _what_follows(case: str, treatment: Treatment, words: Words) -> str:
    if treatment.action == "ask":
        options = words("info.or").join(words(f"info.option.{option}") for option in treatment.options)
        return words("info.asks", who=words(f"who.{treatment.who.replace(' ', '_')}"), options=options)
    # If an action needs other words in some case, that case and action together have words of their own.
    own = f"mishap.{case}.{treatment.action}"
    return words(own if own in words.said else f"info.action.{treatment.action}")


def _conduct(rules: TableRules, _: int, words: Words) -> Iterator[InfoLine]:
    for subject in CONDUCT:
        if numbers := _about(rules.book, subject):
            yield _line(words, subject, numbers)


def _ask(rules: TableRules, _: int, words: Words) -> Iterator[InfoLine]:
    book, told = rules.book, rules.book.information
    claim = book.authority["claim"].rule
    yield _line(words, "attendant")
    yield _line(words, "claim", (claim,) if claim else ())
    yield _line(words, "dispute" if _about(book, "dispute") else "decides", _about(book, "dispute"))
    if numbers := _about(book, "inspector"):
        yield _line(words, "inspector", numbers, act=told.act)
    if numbers := _about(book, "complaint"):
        yield _line(words, "complaint", numbers, regulator=told.regulator)


def _nothing(_: TableRules, __: int, ___: Words) -> Iterator[InfoLine]:
    """Return nothing: the page shows no text."""
    yield from ()


TOPICS: Final[dict[str, Lines]] = {
    "game": _game,
    "bets": _nothing,
    "draw": _draw,
    "roads": _roads,
    "mishaps": _mishaps,
    "conduct": _conduct,
    "ask": _ask,
}
