"""What a tournament's events are made of."""

from msgspec import Struct


class Event(Struct, frozen=True, tag_field="event", forbid_unknown_fields=True):
    """A fact; its tag is its name in the journal."""


class Seated(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's place: a table and its terminal."""

    player: int
    table: int
    ats: int


class Line(Struct, frozen=True, forbid_unknown_fields=True):
    """What a coup was to a player: wagered in all, and won net, below 0 where lost."""

    player: int
    wagered: int
    won: int


class Refund(Struct, frozen=True, forbid_unknown_fields=True):
    """What a player gets back, and how much of it comes out of the prizes' pool; the house pays the rest."""

    player: int
    amount: int = 0
    from_pool: int = 0


class Reach(Struct, frozen=True, forbid_unknown_fields=True):
    """What a player's points can still come to: at least and at most. `through`: goes on, whatever happens."""

    player: int
    table: int
    least: int
    most: int
    through: bool = False


class Award(Struct, frozen=True, forbid_unknown_fields=True):
    """A prize: the best place of those who share it, and the money."""

    player: int
    place: int
    amount: int


class Balance(Struct, frozen=True, forbid_unknown_fields=True):
    """What a player's points were."""

    player: int
    points: int
