"""The console's operations by name, for a bench without a console: `console buy-in ats=1 amount=20 tender=cash`."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from firmware.console import every_operation, staff_operations
from firmware.console.known import Known
from firmware.console.operations import Answers, Ask, Operation
from firmware.kit.words import words_of
from firmware.table.core import doors
from firmware.table.core.service import TableService
from firmware.table.features.acknowledging import latched
from firmware.table.features.known_devices import to_accept

# What people do with PINs is the console's own affair.
OPERATIONS: Final[Mapping[str, Operation]] = {
    name: operation for name, operation in every_operation.OPERATIONS.items() if name not in staff_operations.OPERATIONS
}
_WORDS: Final = words_of("en")


def command(table: TableService, words: Sequence[str]) -> Any:
    """Return what an operation comes to, with its answers as KEY=VALUE. Raises ValueError that says what is missing."""
    if not words or words[0] not in OPERATIONS:
        raise ValueError(f"it reads: console OPERATION KEY=VALUE …; the operations are {', '.join(OPERATIONS)}")
    name, *rest = words
    operation, known = OPERATIONS[name], Known(table.state, table.now_ms(), _WORDS)
    answers = {}
    for word in rest:
        key, equals, value = word.partition("=")
        if not equals:
            raise ValueError(f"{word!r}: an answer reads KEY=VALUE")
        answers[key] = value
    missing = [key for key in operation.given if key not in answers]
    if missing:
        raise ValueError(f"{name} is about something: {', '.join(f'{key}=' for key in missing)}")
    try:
        _need_all(name, operation, known, answers)
        return operation.build(known, answers)
    except (LookupError, TypeError) as error:
        raise ValueError(f"{name}: {error} does not fit") from None


def _need_all(name: str, operation: Operation, known: Known, answers: Answers) -> None:
    """Go through what the console would ask, one by one. Raises ValueError for what is missing, or is none of it."""
    given = {key: answers[key] for key in operation.given}
    while (ask := operation.asks(known, given)) is not None:
        if ask.key not in answers:
            raise ValueError(f"{name} asks for {_wanted(ask)}")
        given[ask.key] = value = answers[ask.key]
        # Which amounts fit the table says, however they are written.
        if ask.options and ask.kind == "pick" and ask.key != "amount" and value not in {o.value for o in ask.options}:
            raise ValueError(f"{value!r}: {name} asks for {_wanted(ask)}")
    unknown = [key for key in answers if key not in given]
    if unknown:
        raise ValueError(f"{unknown[0]}=: {name} asks for no such thing; it asks for {', '.join(given) or 'nothing'}")


def _wanted(ask: Ask) -> str:
    choices = "|".join(option.value for option in ask.options)
    return f"{ask.key}={choices or ('AMOUNT' if ask.money else ask.kind.upper())}"


def matters(table: TableService) -> dict[str, Any]:
    """Return what is open at a table, by the names that operations take."""
    state = table.state
    return {
        "phase": state.game.phase.value,
        "options": list(state.game.questions[0].options) if state.game.questions else [],
        "faults": sorted(state.faults),
        # An open door keeps its terminal out of play; a logic area that was shut waits for two people.
        "doors": {f"ats-{ats}": doors.found(state, ats) for ats in doors.stopped(state)},
        "unseen": {f"ats-{ats}": latched(state, ats) for ats in range(1, state.setup.ats + 1) if latched(state, ats)},
        "devices": to_accept(state),
        "doubts": msgspec.to_builtins(state.note_doubts),
        "tickets": {number: msgspec.to_builtins(state.tickets[number]) for number in state.unsettled},
        "boards": {f"ats-{ats}": pocket.waiting for ats, pocket in state.pockets.items() if pocket.waiting},
        "owed": {str(ats): {str(coup): owed for coup, owed in of.items()} for ats, of in state.owed.items()},
        "balances": {str(ats): state.balance(ats) for ats in sorted(state.accounts)},
    }
