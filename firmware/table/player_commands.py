"""What staff ask about one player, or about the coup that was settled last."""

from typing import Final, Literal

from firmware.game.rulebook import Act
from firmware.table.commands import Command
from hal.cards import Card


class DeclareVoid(Command, frozen=True):
    """A casino supervisor declares an account's wagers void (13.2.1): of the coup that is open, or of a settled one."""

    ats: int
    coup: int | None = None


class HoldWinnings(Command, frozen=True):
    """So much of what an account has won is held pending an investigation (13.2.3)."""

    ats: int
    amount: int


class ReleaseWinnings(Command, frozen=True):
    """What is held is the player's again."""

    ats: int


class KeepWinnings(Command, frozen=True):
    """What is held is the house's."""

    ats: int


# What was done about a player beyond the game: a prohibited device taken, the person kept until somebody came.
Measure = Literal["confiscated", "detained", "handed-over"]
ACTS: Final[dict[Measure, Act]] = {"confiscated": "confiscate", "detained": "detain", "handed-over": "detain"}


class RecordMeasure(Command, frozen=True):
    """A supervisor had something done about a player (13.2.4, 13.2.5): it moves nothing, and is on record."""

    ats: int
    measure: Measure


class AskToVacate(Command, frozen=True):
    """Whoever abstains from wagering at a full table is asked to give up the seat (13.8)."""

    ats: int


class RecordClaim(Command, frozen=True):
    """A player claims that something was wrong (11.12)."""

    ats: int
    text: str


class DecideClaim(Command, frozen=True):
    """What was decided about a claim."""

    claim: int
    text: str


class Miscount(Command, frozen=True):
    """A hand of the coup that was settled last had an incorrect number of cards (5.2, 5.1.2).

    No cards are named where the hands cannot be reconstructed: then the coup is void.
    """

    player: tuple[Card, ...] = ()
    banker: tuple[Card, ...] = ()
