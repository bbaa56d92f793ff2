"""What a story says step by step, and what the second engine claims must be seen of it."""

from typing import NamedTuple

ANY = "*"  # the texts leave it free: whatever is seen will do


class Silent(Exception):
    """The texts leave free what this step does; nothing is claimed from here on."""


class Step(NamedTuple):
    """A line of a scenario (interfaces.md), taken apart."""

    text: str
    word: str
    rest: tuple[str, ...]
    card: str = ""
    to: str | None = None
    shown: bool = False
    face_up: bool = False
    foreign: bool = False  # one card of its kind more than there are decks
    unread: bool = False  # it was entered by hand: whoever looked at it has disclosed it (reading 21)


FACTS = ("card", "cards", "burn", "cut", "unreadable", "shoe-says", "empty", "altered", "foreign")


def read(text: str) -> Step:
    """Take a step apart."""
    word, *rest = text.split()
    to = next((mark[3:] for mark in rest if mark.startswith("to=")), None)
    card = rest[0] if word in ("card", "burn", "enter") else ""
    return Step(text, word, tuple(rest), card, to, "shown" in rest, "face-up" in rest)


class Flags(NamedTuple):
    """What a result must be flagged with, and what it may be flagged with besides."""

    must: list[str]
    may: list[str]


class Claims:
    """What must be seen after one step: the kinds of events that the second engine speaks about, in their order."""

    def __init__(self) -> None:
        self.must: list[tuple[object, ...]] = []
        self.may: list[tuple[object, ...]] = []
        self.balances: dict[str, int] = {}
        self.asking = False  # a question is open, or a card is unread: when what is said, the texts leave free

    def say(self, *seen: object) -> None:
        """Claim that it must be seen."""
        self.must.append(seen)

    def allow(self, *seen: object) -> None:
        """Leave it free whether it is seen."""
        self.may.append(seen)
