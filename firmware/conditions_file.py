"""Reads a tournament's conditions from their file, strictly: what is wrong is said with its line and key."""

import re
from fractions import Fraction
from typing import Final, Literal, get_args, get_origin, get_type_hints

import msgspec

from firmware.amounts import read_amount
from firmware.books import chosen_side_wagers, read_side_wagers, rules_of
from firmware.game.bets import PUSH
from firmware.toml_lines import line_of
from firmware.toml_text import NotToml, read_toml
from firmware.tournament.conditions import AMOUNTS, ANY_BET, Conditions, Part
from firmware.tournament.soundness import problems
from hal.registry import keyed

# Conditions are a few pages of text.
MOST: Final = 128 * 1024
DECKS: Final = 8


class ConditionsError(ValueError):
    """Conditions that cannot be used: line, key, what is wrong, and what would be right."""

    def __init__(self, line: int, key: str, problem: str) -> None:
        super().__init__(f"{line}: {key}: {problem}" if key else f"{line}: {problem}")


def read_conditions(text: str) -> Conditions:
    """Read conditions. Raises ConditionsError."""
    if len(text) > MOST:
        raise ConditionsError(1, "", f"conditions are at most {MOST:,} characters long")
    try:
        read = read_toml(text)
    except NotToml as error:
        raise ConditionsError(error.line, "", error.problem) from None
    try:
        conditions = msgspec.convert(_in_cents(read, ""), Conditions)
    except msgspec.ValidationError as error:
        key, problem = _turned(str(error))
        raise ConditionsError(line_of(text, key), key, problem) from None
    except _WrongAmount as wrong:
        raise ConditionsError(line_of(text, wrong.key), wrong.key, str(wrong)) from None
    for key, problem in (*problems(conditions), *_odds_problems(conditions)):
        raise ConditionsError(line_of(text, key), key, problem)
    return conditions


class _WrongAmount(ValueError):
    def __init__(self, key: str, problem: str) -> None:
        super().__init__(problem)
        self.key = key


def _in_cents(found: object, key: str) -> object:
    """Return what was read with its amounts in the minor unit. Amounts are told by their keys."""
    if isinstance(found, list):
        return [_in_cents(value, f"{key}[{index}]") for index, value in enumerate(found)]
    if not isinstance(found, dict):
        return found
    read = {}
    for name, value in found.items():
        inner = f"{key}.{name}" if key else name
        read[name] = _amount(value, inner) if name in AMOUNTS else _in_cents(value, inner)
    return read


def _amount(value: object, key: str) -> int:
    try:
        return read_amount(str(value))
    except ValueError as error:
        raise _WrongAmount(key, str(error)) from None


def _turned(said: str) -> tuple[str, str]:
    """Return the key that msgspec's sentence is about, and what is wrong with it."""
    key, _, problem = keyed("", said).rpartition(": ")
    if not key and ": " not in said:
        problem = keyed("", said)
    named = re.search(r"(Object missing required field|there is no setting) `(.*)`$", problem)
    if named and named[1].startswith("Object"):
        return f"{key}.{named[2]}".lstrip("."), "is missing; conditions leave nothing out (12.2.1)"
    if named:
        return f"{key}.{named[2]}".lstrip("."), "is no setting of conditions"
    words = _words_for(re.sub(r"\[[0-9]+\]", "", key).rpartition(".")[2])
    if problem.startswith("Invalid enum value") and words:
        return key, f"{problem.removeprefix('Invalid enum value ')} is none of {', '.join(words)}"
    if "matching regex" in problem:
        return key, "is not empty; a round's name has small letters, digits and hyphens, none other a colon"
    return key, problem


def _words_for(name: str) -> tuple[str, ...]:
    """Return the words that a field takes."""
    for part in (Conditions, *Part.__subclasses__()):
        kind = get_type_hints(part).get(name)
        if get_origin(kind) is tuple:
            kind = get_args(kind)[0]
        if get_origin(kind) is Literal:
            return get_args(kind)
    return ()


def _odds_problems(conditions: Conditions) -> list[tuple[str, str]]:
    """An early end is proven by the best odds (12.3.5), and limits are of bets: of those that are offered."""
    play = conditions.play
    try:
        sides = chosen_side_wagers(conditions.rulebook, read_side_wagers(play.side))
        offer = rules_of(conditions.rulebook, sides, DECKS).offer
    except ValueError as error:
        return [("play.side", str(error))]
    offered = (ANY_BET, *offer.names)
    for index, one in enumerate(conditions.rounds):
        for place, limit in enumerate(one.limits):
            if limit.bet not in offered:
                key = f"rounds[{index}].limits[{place}].bet"
                return [(key, f"{limit.bet!r} is not offered; there are {', '.join(offered)}")]
    paid = [line.pays[bet.option - 1] for bet in offer.bets for line in bet.bet.lines]
    best = max(Fraction(odds.partition(":")[0]) / int(odds.partition(":")[2]) for odds in paid if odds != PUSH)
    if play.best_odds < best:
        return [("play.best_odds", f"is {play.best_odds}, and a bet that is offered pays {best}; it is no less")]
    return []
