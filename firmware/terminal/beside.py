"""What a terminal's desk has besides its screen: sounds, the call lamp, and the ticket desk."""

from collections.abc import Callable
from typing import Final, NamedTuple

from firmware.guest_config import GuestSettings
from firmware.terminal.ticket_desk import TicketDesk

Play = Callable[[str], None]
Told = Callable[[bool], None]


def _silent(_: str) -> None:
    """A terminal without sound."""


def _nobody(_: bool) -> None:  # noqa: FBT001 - told as it is
    """Do nothing: there is no lamp, or nobody to tell."""


def _as_loud(_: float) -> None:
    """Do nothing: there is no sound."""


NOTHING_GIVEN: Final = GuestSettings(clock=False, large_type=False, left_handed=False, volume=False, contrast=False)


class AtsBeside(NamedTuple):
    """What plays sounds, what shows and reports a call, and what prints tickets.

    `still`: nothing on its screen moves. `guests`: what its guests see and may choose. `wear`: gives its screen another
    look; "" is the house's. `turn`: sets the volume, as a share of the house's; `loud`: whether there is sound at all.
    """

    sound: Play = _silent
    lamp: Told = _nobody
    tell_called: Told = _nobody
    tickets: TicketDesk | None = None
    still: bool = False
    guests: GuestSettings = NOTHING_GIVEN
    wear: Play = _silent
    turn: Callable[[float], None] = _as_loud
    loud: bool = False
