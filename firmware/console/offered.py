"""What features offer at the console: it asks for the fields of a command, one by one.

A field `ats` is the terminal on whose page the operation is; others are on the page of the game. A number is entered
in figures, or as money if its name is that of an amount; one of several words is picked; a text is entered
in letters.
"""

from typing import Final, Literal, get_args, get_origin

from msgspec.structs import FieldInfo, fields

from firmware.console.event_words import MONEY
from firmware.console.known import Known
from firmware.console.operations import Answers, Ask, Operation, amount, one_by_one, options
from firmware.table.core.commands import Command
from firmware.table.core.feature import FEATURES

TERMINAL: Final = "ats"
# A feature's field has no length of its own: no sum or number of a table needs more figures, no remark more letters.
MOST_FIGURES: Final = 9
MOST_LETTERS: Final = 24


def offered() -> dict[str, Operation]:
    """Return the operations that features offer."""
    return {key: operation_of(command) for key, command in FEATURES.offers.items()}


def operation_of(command: type[Command]) -> Operation:
    """Return the operation that makes a command."""
    asked = [field for field in fields(command) if field.name != TERMINAL]

    def build(_: Known, answers: Answers) -> Command:
        return command(**{field.name: _read(field, answers) for field in fields(command)})

    given = (TERMINAL,) if at_terminal(command) else ()
    return Operation(_example(command), build, one_by_one(*map(_ask, asked)), given)


def at_terminal(command: type[Command]) -> bool:
    """Whether a command is about one terminal."""
    return any(field.name == TERMINAL for field in fields(command))


def _ask(field: FieldInfo) -> Ask:
    if get_origin(field.type) is Literal:
        return Ask(field.name, "pick", options(*get_args(field.type), of=field.name))
    if field.type is str:
        return Ask(field.name, "letters", most=MOST_LETTERS)
    if field.type is int:
        return Ask(field.name, "keypad", money=field.name in MONEY, most=MOST_FIGURES)
    raise TypeError(f"{field.name}: {field.type} is no number, text or choice of words: write an operation for it")


def _read(field: FieldInfo, answers: Answers) -> int | str:
    if field.type is not int:
        return answers[field.name]
    return amount(answers, field.name) if field.name in MONEY else int(answers[field.name])


def _example(command: type[Command]) -> Command:
    values = {field.name: 1 if field.type is int else next(iter(get_args(field.type)), "") for field in fields(command)}
    return command(**values)
