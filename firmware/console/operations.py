"""What can be asked for at the console: for each operation, what must be known first, and its command.

A new operation is one more line in a file NAME_operations.py beside this one, and is found there. The console asks for
what is missing, shows what would follow, and asks once before it does it.
"""

from collections.abc import Callable
from typing import Literal, NamedTuple

from msgspec import Struct

from firmware.amounts import read_amount
from firmware.console.known import Known
from firmware.game.steps import Step
from firmware.table.core.commands import Command
from hal.cards import Card

Answers = dict[str, str]


class Option(NamedTuple):
    """One of several answers, by the key of its words; `text` if it has no words of its own."""

    value: str
    key: str = ""
    text: str = ""


class Quick(NamedTuple):
    """Several answers with one touch: their label, a further line, and the answer to each question."""

    text: str
    note: str
    answers: tuple[tuple[str, str], ...]


class Ask(Struct, frozen=True):
    """Something that must be known. `kind` names the form; `least` and `most` how many cards or figures.

    `quick`: the commonest answers, each with one touch. `check`: raises Refused for an answer
    that cannot be, so that it is asked for again at once. `prompt`: in place of the words of its key.
    """

    key: str
    kind: Literal["keypad", "letters", "pick", "cards", "order"]
    options: tuple[Option, ...] = ()
    secret: bool = False
    money: bool = False
    least: int = 1
    most: int = 12
    quick: tuple[Quick, ...] = ()
    check: "Callable[[str, Answers], None] | None" = None
    prompt: str = ""

    @property
    def with_one_touch(self) -> bool:
        """Whether one touch is the whole answer: one of several, or one card."""
        return self.kind == "pick" or (self.kind == "cards" and self.most == 1)

    def is_whole(self, entered: int) -> bool:
        """Whether nothing can be added: of cards to put in order, the last was touched."""
        return self.kind == "order" and entered == self.most


Asks = Callable[[Known, Answers], Ask | None]
# Makes the command; None if the desk itself carries it out.
Build = Callable[[Known, Answers], Command | Step | None]


class Operation(NamedTuple):
    """`like`: an example of its command, to know who may ask; None if the desk itself carries it out, for anybody.

    `given`: answers that come with the touch. `sure`: it is done without confirmation. `returns`: a person who came for
    it from the coup's page is taken back there when it is done. `about`: it
    speaks of the card that left last, or of the one that leaves next; a card that leaves meanwhile ends it.
    """

    like: Command | Step | None
    build: Build
    asks: Asks
    given: tuple[str, ...] = ()
    sure: bool = False
    returns: bool = False
    about: Literal["", "last card", "next card"] = ""


def one_by_one(*asks: Ask) -> Asks:
    """Ask these, in their order."""
    return lambda _, answers: next((ask for ask in asks if ask.key not in answers), None)


def nothing(_: Known, __: Answers) -> Ask | None:
    """Ask nothing more."""
    return None


def at_once(command: Command | Step, *, sure: bool = False) -> Operation:
    """Return the operation of a command that needs no answers."""
    return Operation(command, lambda _, __: command, nothing, sure=sure)


def of_terminal(kind: Callable[[int], Command], *, returns: bool = False) -> Operation:
    """Return the operation of a command that names a terminal and nothing else."""
    return Operation(kind(1), lambda _, answers: kind(ats(answers)), nothing, ("ats",), returns=returns)


def named(key: str, kind: Callable[[str], Command]) -> Operation:
    """Return the operation of a command that names one thing, which comes with the touch under this key."""
    return Operation(kind(""), lambda _, answers: kind(answers[key]), nothing, (key,))


def ats(answers: Answers) -> int:
    """Return the terminal that it is about."""
    return int(answers["ats"])


def amount(answers: Answers, key: str = "amount") -> int:
    """Return an amount that was entered. Raises ValueError."""
    return read_amount(answers[key])


def cards(answers: Answers, key: str) -> tuple[Card, ...]:
    """Return cards that were entered."""
    return tuple(Card(code) for code in answers[key].split(",") if code)


def options(*values: str, of: str) -> tuple[Option, ...]:
    """Return options whose words share a prefix."""
    return tuple(Option(value, f"{of}.{value}") for value in values)
