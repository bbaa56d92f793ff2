"""What stands at the terminals that a dealer should know of: faults of their devices, and calls for an attendant."""

from typing import Final

from firmware.table.events import DeviceReported

# By the device's name, as it is reported (`ats-3 note_acceptor`): the codes of what stands.
Troubles = dict[str, tuple[str, ...]]

TERMINAL: Final = "ats-"
# The boards across the network; of its own devices the table keeps other accounts.
BOARDS: Final = (TERMINAL, "wnd-", "cage-", "sgc-")
CALLED: Final = "called"
TAKEN_BACK: Final = "call taken back"


def after(troubles: Troubles, event: DeviceReported) -> Troubles:
    """Return what stands after a report; `driver …` is a board that begins anew, of which nothing stands any more."""
    device = event.device
    if not device.startswith(BOARDS):
        return troubles
    before = troubles.get(device, ())
    begins, ends = _means(event.what)
    standing = () if event.what.startswith("driver ") else tuple(one for one in before if one not in (begins, ends))
    standing += (begins,) if begins else ()
    if standing == before:
        return troubles
    others = {name: codes for name, codes in troubles.items() if name != device}
    return {**others, device: standing} if standing else others


def is_repeated(troubles: Troubles, device: str, what: str) -> bool:
    """Whether a report says of a board only what stands there, or does not stand there, already."""
    if not device.startswith(BOARDS):
        return False
    standing = troubles.get(device, ())
    begins, ends = _means(what)
    return begins in standing or bool(ends and ends not in standing)


def _means(what: str) -> tuple[str, str]:
    """Return what a report says to begin, and to end."""
    word, _, code = what.partition(" ")
    begins = code if word == "fault" else CALLED if what == CALLED else ""
    ends = code if word == "cleared" else CALLED if what == TAKEN_BACK else ""
    return begins, ends


def of_terminal(troubles: Troubles, ats: int) -> Troubles:
    """Return what stands at one terminal, by the plain names of its devices."""
    start = f"{TERMINAL}{ats} "
    return {name.removeprefix(start): codes for name, codes in sorted(troubles.items()) if name.startswith(start)}
