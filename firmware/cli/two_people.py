"""Two people at a board's shell: their staff numbers and PINs, typed unseen, or a line each on standard input."""

import getpass
import sys
from typing import NamedTuple

from firmware.cli.errors import BadInput
from firmware.cli.say import ask


class PersonNamed(NamedTuple):
    """A staff number and its PIN."""

    staff: str
    pin: str


def two_people() -> tuple[PersonNamed, PersonNamed]:
    """Return who does it and who is there to approve it. Raises BadInput."""
    first, second = _person("Staff number"), _person("Second person: staff number")
    if first.staff == second.staff:
        raise BadInput("standard input: the second person is the first; two people are needed")
    return first, second


def _person(prompt: str) -> PersonNamed:
    seen = sys.stdin.isatty()
    if seen:
        ask(f"{prompt}:")
    staff = sys.stdin.readline().strip()
    pin = getpass.getpass("PIN: ") if seen else sys.stdin.readline().strip()
    if not staff or not pin:
        raise BadInput("standard input: two people are needed: staff number and PIN of each, a line for each")
    return PersonNamed(staff, pin)
