"""What a terminal's desk has besides its screen: sounds, the call lamp, and the desk of tickets."""

from collections.abc import Callable
from typing import NamedTuple

from firmware.terminal.ticket_desk import TicketDesk

Play = Callable[[str], None]
Told = Callable[[bool], None]


def _silent(_: str) -> None:
    """A terminal without sound."""


def _nobody(_: bool) -> None:  # noqa: FBT001 - told as it is
    """There is no lamp, or nobody is told."""


class AtsBeside(NamedTuple):
    """What plays sounds, what shows and tells that somebody called, and where tickets come from.

    `still`: nothing on its screen moves.
    """

    sound: Play = _silent
    lamp: Told = _nobody
    tell_called: Told = _nobody
    tickets: TicketDesk | None = None
    still: bool = False
