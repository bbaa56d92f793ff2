"""What the words of a scenario's steps are read by: numbers, times, cards, and `key=value`."""

import re
from collections.abc import Iterable

from firmware.books import every_bet_name
from hal.cards import Card, read_card


def need(holds: bool, problem: str) -> None:  # noqa: FBT001
    """Refuse a word that cannot be read, and say what would be right."""
    if not holds:
        raise ValueError(problem)


def exactly(rest: list[str], form: str) -> list[str]:
    """Return the words of a step that takes just these."""
    need(len(rest) == len(form.split()) - 1, f"this step reads `{form}`")
    return rest


def read_count(text: str, what: str) -> int:
    """Read a whole number."""
    need(re.fullmatch(r"[0-9]{1,9}", text) is not None, f"{text!r} is no {what}; it is a whole number")
    return int(text)


def read_seconds(text: str) -> float:
    """Read a time in seconds."""
    need(re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,3})?", text) is not None, f"{text!r} is no time; it reads 30 or 0.5")
    return float(text)


def read_keys(rest: Iterable[str], known: tuple[str, ...]) -> dict[str, str]:
    """Read `key=value` words, each key once."""
    found: dict[str, str] = {}
    for word in rest:
        key, equals, value = word.partition("=")
        need(
            bool(equals) and key in known, f"{word!r} is not known here; there are {', '.join(k + '=' for k in known)}"
        )
        need(key not in found, f"{key}= stands twice")
        found[key] = value
    return found


def read_cards(text: str) -> tuple[Card, ...]:
    """Read cards, parted by commas."""
    return tuple(read_card(word) for word in text.split(","))


def read_bet(text: str) -> str:
    """Read the name of a bet of any book."""
    need(text in every_bet_name(), f"no bet {text!r}; the bets are {', '.join(every_bet_name())}")
    return text


def read_way(rest: list[str], other: str, what: str) -> str:
    """Read `by=`: the dealer, or the other way."""
    by = read_keys(rest, ("by",)).get("by", "dealer")
    need(by in ("dealer", other), f"by={by} is not known; {what} is by=dealer or by={other}")
    return by
