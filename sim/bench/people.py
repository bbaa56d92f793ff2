"""Who works at the bench: each act that needs somebody is done by the least of them who may, under a rule, on record.

A bench without a console asks nobody to sign on: like `play`, it has each step done by somebody with the authority.
"""

from typing import Any, Final, NamedTuple

from firmware.table.core.authority import confirmed_by, in_name_of, may
from firmware.table.core.commands import Role
from firmware.table.core.state import TableState

# What is done by nobody's word: a device's, a terminal's, the bench's own setting up.
BY: Final = "bench"


class Person(NamedTuple):
    """One of the people who may sign on."""

    role: Role
    name: str
    pin: str


# By their numbers, least first.
PEOPLE: Final = {
    "1": Person(Role.DEALER, "Dora", "7391"),
    "2": Person(Role.GAME_SUPERVISOR, "Sam", "7392"),
    "3": Person(Role.CASINO_SUPERVISOR, "Cleo", "7393"),
    "4": Person(Role.TOURNAMENT_DIRECTOR, "Tara", "7394"),
}
AT_THE_CONSOLE: Final = "1"


def whoever_may(state: TableState, command: Any) -> str:
    """Return in whose name a command is done at a bench, as the journal has it of a console; `bench` for nobody's."""
    found = next((number for number, person in PEOPLE.items() if may(state, person.role, command)), None)
    if found is None or found not in state.staff:
        return BY
    confirming = confirmed_by(state, PEOPLE[found].role, command)
    second = next((number for number, person in PEOPLE.items() if person.role in confirming), "")
    return in_name_of(state, found, command, second)
