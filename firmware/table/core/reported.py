"""What is reported of devices, tickets and sessions, to the table and in its journal: each text is defined here."""

from typing import Final, Literal

# Somebody called at a terminal, or took the call back.
CALLED: Final = "called"
TAKEN_BACK: Final = "call taken back"
# A version of a board's software was found healthy, and its slot was marked good.
HEALTHY: Final = "healthy"
# A device has identified itself: name, version, serial number, as far as its protocol knows them.
IDENTIFIED: Final = "identified"
# What a printer reports about a paper that is no ticket: its number, and what became of it.
PAPER_FATE: Final = r"paper ([1-9][0-9]{0,8}) (printed|failed|in_doubt)"
_BEGAN: Final = "fault"
_ENDED: Final = "cleared"
_DRIVER: Final = "driver"
# What a printer reports about a ticket, and what a cash desk is told about one.
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
# Why a session's table opens no coup at present.
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


def paper_ended(number: int, fate: TicketFate) -> str:
    """Say what became of a paper.

    >>> paper_ended(3, "printed")
    'paper 3 printed'
    """
    return f"paper {number} {fate}"


def driver_chosen(driver: str) -> str:
    """Say which driver a device has. With this a board begins anew, and the device's earlier faults end."""
    return f"{_DRIVER} {driver}"


def begins_anew(what: str) -> bool:
    """Whether a report says which driver a device has."""
    return what.startswith(f"{_DRIVER} ")


def is_of_simulated(what: str) -> bool:
    """Whether a report names the driver of a simulated device.

    >>> is_of_simulated(driver_chosen("sim.shoe")), is_of_simulated(driver_chosen("drivers.bee_tek"))
    (True, False)
    """
    return what.startswith(f"{_DRIVER} sim.")


def meaning(what: str) -> tuple[str, str]:
    """Return what begins and what ends with a report: a fault's code, or a call.

    >>> meaning("cleared jam_acceptor"), meaning(CALLED), meaning("preset changed")
    (('', 'jam_acceptor'), ('called', ''), ('', ''))
    """
    word, _, code = what.partition(" ")
    begins = code if word == _BEGAN else CALLED if what == CALLED else ""
    ends = code if word == _ENDED else CALLED if what == TAKEN_BACK else ""
    return begins, ends
