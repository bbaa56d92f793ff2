"""What is said of devices, tickets and sessions, to the table and in its journal: each text stands here alone."""

from typing import Final, Literal

# Somebody called at a terminal, or did no longer.
CALLED: Final = "called"
TAKEN_BACK: Final = "call taken back"
# A version of a board's software was found healthy, and its slot was marked good.
HEALTHY: Final = "healthy"
# A device has said what it is: name, version, serial number, as far as its protocol knows them.
IDENTIFIED: Final = "identified"
_BEGAN: Final = "fault"
_ENDED: Final = "cleared"
_DRIVER: Final = "driver"
# What a printer says that became of a ticket, and what a cash desk is told of one.
TicketFate = Literal["printed", "failed", "in_doubt"]
Redemption = Literal[
    "good",
    "paid",
    "unknown",
    "already-paid",
    "expired",
    "in-doubt",
    "not-printed",
    "throttled",
    "another-table",
    "other-amount",
    "before-restore",
]
# Why a session's table opens no coup for the moment.
SessionHold = Literal["director-away", "seat-out", "coups-played"]


def fault_began(code: str) -> str:
    """Say that a fault began.

    >>> fault_began("shows_otherwise")
    'fault shows_otherwise'
    """
    return f"{_BEGAN} {code}"


def fault_ended(code: str) -> str:
    """Say that a fault ended."""
    return f"{_ENDED} {code}"


def driver_chosen(driver: str) -> str:
    """Say which driver a device has: with it the board begins anew, and nothing stands of it any more."""
    return f"{_DRIVER} {driver}"


def begins_anew(what: str) -> bool:
    """Whether a board says which driver it has."""
    return what.startswith(f"{_DRIVER} ")


def is_of_simulated(what: str) -> bool:
    """Whether a board says that the driver it has is of a simulated device.

    >>> is_of_simulated(driver_chosen("sim.shoe")), is_of_simulated(driver_chosen("drivers.bee_tek"))
    (True, False)
    """
    return what.startswith(f"{_DRIVER} sim.")


def meaning(what: str) -> tuple[str, str]:
    """Return what a report says to begin, and what to end: a fault's code, or a call.

    >>> meaning("cleared jam_acceptor"), meaning(CALLED), meaning("preset changed")
    (('', 'jam_acceptor'), ('called', ''), ('', ''))
    """
    word, _, code = what.partition(" ")
    begins = code if word == _BEGAN else CALLED if what == CALLED else ""
    ends = code if word == _ENDED else CALLED if what == TAKEN_BACK else ""
    return begins, ends
