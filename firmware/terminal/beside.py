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
    """There is no lamp, or nobody is told."""


def _as_loud(_: float) -> None:
    """There is no sound that could be louder or quieter."""


NOTHING_GIVEN: Final = GuestSettings(clock=False, large_type=False, left_handed=False, volume=False, contrast=False)


class AtsBeside(NamedTuple):
    """What plays sounds, what shows and tells that somebody called, and where tickets come from.

    `still`: nothing on its screen moves. `guests`: what its guests see and may choose. `wear`: gives its screen another
    look; "" is the house's. `turn`: makes its sounds as loud as this share of what the house has them; `loud`: whether
    there are any.
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
