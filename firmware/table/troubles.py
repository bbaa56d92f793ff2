"""What stands at the terminals that a dealer should know of: faults of their devices, and calls for an attendant."""

from typing import Final

from firmware.table.events import DeviceReported

# By the device's name, as it is reported (`ats-3 note_acceptor`): the codes of what stands.
Troubles = dict[str, tuple[str, ...]]

TERMINAL: Final = "ats-"
CALLED: Final = "called"
TAKEN_BACK: Final = "call taken back"


def after(troubles: Troubles, event: DeviceReported) -> Troubles:
    """Return what stands after a report; `driver …` is a board that begins anew, of which nothing stands any more."""
    device = event.device
    if not device.startswith(TERMINAL):
        return troubles
    before = troubles.get(device, ())
    word, _, code = event.what.partition(" ")
    begins = code if word == "fault" else CALLED if event.what == CALLED else ""
    ends = code if word == "cleared" else CALLED if event.what == TAKEN_BACK else begins
    standing = () if word == "driver" else tuple(one for one in before if one != ends)
    standing += (begins,) if begins else ()
    if standing == before:
        return troubles
    others = {name: codes for name, codes in troubles.items() if name != device}
    return {**others, device: standing} if standing else others


def of_terminal(troubles: Troubles, ats: int) -> Troubles:
    """Return what stands at one terminal, by the plain names of its devices."""
    start = f"{TERMINAL}{ats} "
    return {name.removeprefix(start): codes for name, codes in sorted(troubles.items()) if name.startswith(start)}
