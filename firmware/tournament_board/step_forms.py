"""How steps of a tournament are written: a form for each, whose words in capitals are read by what they name.

`PLAYER` is a number, `PLAYERS` some of them with commas between or `all` that are seated, `AMOUNT` an amount of money,
`SECONDS` a time from now, `a|b` one of these words, `TEXT` and `NAME` the rest of the line. What stands in brackets may
be left out: words as they are, and `key=VALUE`.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from firmware.amounts import read_amount

ALL: Final = "all"
Values = Mapping[str, Any]


def _number(text: str) -> int:
    if re.fullmatch(r"[0-9]{1,9}", text) is None:
        raise ValueError(f"{text!r} is no whole number")
    return int(text)


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(_number(part) for part in text.split(","))


def _players(text: str) -> tuple[int, ...] | None:
    return None if text == ALL else _numbers(text)


def _seconds(text: str) -> int:
    if re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,3})?", text) is None:
        raise ValueError(f"{text!r} is no time; it reads 30 or 0.5")
    return round(float(text) * 1000)


def _points(text: str) -> dict[int, int]:
    found = {}
    for part in text.split(","):
        player, equals, won = part.partition("=")
        if not equals:
            raise ValueError(f"{part!r}: a player's points read PLAYER=POINTS, below zero with a minus")
        sign = -1 if won.startswith("-") else 1
        found[_number(player)] = sign * read_amount(won.removeprefix("-"))
    return found


_READS: Final[dict[str, Callable[[str], Any]]] = {
    "PLAYER": _number,
    "PLAYERS": _players,
    "TABLE": _number,
    "TABLES": _numbers,
    "ATS": _number,
    "GROUND": _number,
    "SEED": _number,
    "AMOUNT": read_amount,
    "SECONDS": _seconds,
    "POINTS": _points,
    "PERSON": str,
    "ROUND": str,
    "REFERENCE": str,
    "DATE": str,
}
# These take the rest of the line.
_REST: Final = ("TEXT", "NAME")


def read_form(form: str, words: list[str]) -> Values:
    """Return what a step's words say, by the words of its form. Raises ValueError that gives the form."""
    try:
        return _read(form.split(), words)
    except ValueError as error:
        raise ValueError(f"{error}; this step reads `{form}`") from None


def _read(form: list[str], words: list[str]) -> Values:
    found: dict[str, Any] = {}
    left = list(words)
    for part in form:
        if part.startswith("["):
            found |= _optional(part[1:-1], left)
        elif part in _REST:
            if not left:
                raise ValueError(f"{part} is missing")
            found[part], left = " ".join(left), []
        elif not left:
            raise ValueError(f"{part} is missing")
        else:
            found[part] = _one(part, left.pop(0))
    if left:
        raise ValueError(f"{left[0]!r} is one word too many")
    return found


def _one(part: str, word: str) -> Any:
    if part in _READS:
        return _READS[part](word)
    if word not in part.split("|"):
        raise ValueError(f"{word!r} is none of {', '.join(part.split('|'))}")
    return word


def _optional(part: str, left: list[str]) -> dict[str, Any]:
    """Read what may be left out, and take it from the words that are left."""
    key, equals, kind = part.partition("=")
    for word in left:
        if equals and word.startswith(f"{key}="):
            left.remove(word)
            return {key: _READS[kind](word.partition("=")[2])}
        if not equals and word == part:
            left.remove(word)
            return {part: True}
    return {}
