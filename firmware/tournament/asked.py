"""What all that a tournament is told has in common."""

from typing import Literal

from msgspec import Struct

from firmware.tournament.facts import Line


class Command(Struct, frozen=True, tag_field="command", forbid_unknown_fields=True):
    """Something that a tournament is told."""


class ByDirector(Command, frozen=True):
    """What the Tournament Director alone decides, present and by name."""

    by: str


class OfCoup(Command, frozen=True):
    """What a table says of a coup that ended. Players who have no line wagered nothing."""

    table: int
    coup: int
    kind: Literal["played", "void", "dummy"]
    lines: tuple[Line, ...]
