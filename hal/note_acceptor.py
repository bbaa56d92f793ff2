"""A note acceptor: what it reports, what it can be told, and who is responsible for the money."""

from typing import Protocol

from hal.device import Device, DeviceEvent
from hal.note_way import NoteInFlight
from hal.port import LineOptions


class Escrowed(DeviceEvent, frozen=True):
    """A note lies in escrow and is still the player's. Or a ticket, with its barcode.

    `amount` in minor units, `currency` by its ISO name; 0 and "" where the acceptor does not say.
    """

    amount: int
    currency: str = ""
    ticket: str = ""


class Credited(DeviceEvent, frozen=True):
    """A note is in the cash box, and has been credited."""

    note: NoteInFlight


class Returned(DeviceEvent, frozen=True):
    """A note was given back."""

    amount: int
    currency: str = ""


class Rejected(DeviceEvent, frozen=True):
    """Something was not taken, and why."""

    reason: str


class InDoubt(DeviceEvent, frozen=True):
    """Whether a note was taken cannot be known. `note`: what was known of it."""

    note: NoteInFlight | None
    why: str


class AcceptorState(DeviceEvent, frozen=True):
    """What the acceptor is doing, in its own words."""

    state: str


class NoteBook(Protocol):
    """Who is responsible for the money. Each method returns only when what it was told is durable."""

    async def credit(self, note: NoteInFlight) -> bool:
        """Credit a note, once for each number. Return whether it is credited; otherwise it is in doubt."""
        ...

    async def in_doubt(self, note: NoteInFlight | None, why: str) -> None:
        """Keep a doubt for a supervisor."""
        ...

    def at_rest(self) -> None:
        """Hear that the acceptor holds nothing, each time it says so."""
        ...


class AcceptorOptions(LineOptions, frozen=True, forbid_unknown_fields=True):
    """What a profile says about any acceptor: whether its notes can be named, and in which currency."""

    @property
    def missing(self) -> str:
        """What a profile still lacks before any note can be credited; empty if nothing."""
        return ""

    @property
    def uncertain(self) -> str:
        """What a profile leaves open and people should check."""
        return ""

    def unnamed(self, currency: str) -> str:
        """Return what a profile still lacks before a note of this currency can be credited."""
        del currency  # an acceptor names its notes itself, where its make does not say otherwise
        return ""


class NoteAcceptor(Device, Protocol):
    """A note acceptor."""

    def assume_usual_notes(self) -> None:
        """Assume the usual notes for unnamed codes: on a desk, where nothing is credited."""
        ...

    def enable(self) -> None:
        """Take notes from now on."""
        ...

    def disable(self) -> None:
        """Take none."""
        ...

    def stack(self) -> bool:
        """Take the note in escrow; False if there is none."""
        ...

    def give_back(self) -> bool:
        """Give the note back; False if there is none."""
        ...

    def hold(self) -> bool:
        """Keep the note in escrow longer; False if there is none or the acceptor cannot."""
        ...
