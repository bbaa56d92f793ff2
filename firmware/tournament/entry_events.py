"""What happens before play: approval, the Director, and entry."""

from typing import Literal

from firmware.tournament.conditions import Conditions
from firmware.tournament.facts import Event, Refund


class ConditionsApproved(Event, frozen=True, tag="conditions_approved"):
    """The conditions were approved in writing (12.1.3): by whom, under which reference, on which date.

    `life`: what tells this tournament from all others, also by the same conditions; nothing in older journals.
    """

    conditions: Conditions
    digest: str
    by: str
    reference: str
    date: str
    life: str = ""


class DirectorAppointed(Event, frozen=True, tag="director_appointed"):
    """Somebody became Tournament Director (12.1.2), replacing any earlier one."""

    name: str
    by: str


class DirectorPresent(Event, frozen=True, tag="director_present"):
    """The Director signed on."""

    name: str


class DirectorLeft(Event, frozen=True, tag="director_left"):
    """The Director signed off."""

    name: str


class EntryOpened(Event, frozen=True, tag="entry_opened"):
    """Entry is open."""


class PlayerEntered(Event, frozen=True, tag="player_entered"):
    """A player entered and paid; `pool` of the fee went to the prizes. `waiting`: all places were taken."""

    player: int
    person: str
    name: str
    fee: int
    pool: int
    waiting: bool


class EntryRefused(Event, frozen=True, tag="entry_refused"):
    """An application was refused, for a criterion or by the right that the conditions reserve."""

    person: str
    name: str
    ground: Literal["not-entitled", "criteria", "reserved"]
    reason: str


class ConditionsSigned(Event, frozen=True, tag="conditions_signed"):
    """A player signed the conditions of this digest."""

    player: int
    how: Literal["paper", "screen"]
    digest: str


class PlayerWithdrew(Event, frozen=True, tag="player_withdrew"):
    """A player withdrew before play began."""

    refund: Refund


class PlayerPromoted(Event, frozen=True, tag="player_promoted"):
    """A player on the waiting list got a place."""

    player: int


class EntryClosed(Event, frozen=True, tag="entry_closed"):
    """Entry is closed."""

    players: int


class CalledOff(Event, frozen=True, tag="called_off"):
    """The tournament was called off: everybody gets their money back."""

    reason: str
    refunds: tuple[Refund, ...]


class ReportSigned(Event, frozen=True, tag="report_signed"):
    """The Director signed the final report of this digest."""

    by: str
    digest: str
