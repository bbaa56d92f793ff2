"""What all of a tournament's commands have in common."""

from typing import Literal

from msgspec import Struct

from firmware.tournament.facts import Line


class Command(Struct, frozen=True, tag_field="command", forbid_unknown_fields=True):
    """Something a tournament is told."""


class ByDirector(Command, frozen=True):
    """What only the Tournament Director decides, in person and by name."""

    by: str


class OfCoup(Command, frozen=True):
    """What a table reports of a coup that ended. Players without a line wagered nothing."""

    table: int
    coup: int
    kind: Literal["played", "void", "dummy"]
    lines: tuple[Line, ...]
