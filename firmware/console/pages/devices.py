"""The devices of this board, and the present malfunctions, each with what to do."""

from collections.abc import Iterable, Iterator
from typing import Final

from firmware.boards.copies import STICK, CopySeen
from firmware.console.known import DeviceSeen, Known
from firmware.console.pages.buttons import ask_for
from firmware.console.pages.service import service_row
from firmware.console.tab import Tab
from firmware.console.view import Choice, Page, Row
from firmware.kit.words import Words
from firmware.table.features.known_devices import known as devices_known
from firmware.table.features.known_devices import to_accept
from firmware.table.features.service_entries import OWN_BOARD
from hal.faults import FAULTS, Advice
from hal.life import Stage


def page(known: Known) -> Page:
    """Return the page."""
    return Page(known.words("tab.devices"), tuple(_rows(known)))


TAB: Final = Tab(page, place=50)


def _rows(known: Known) -> Iterator[Row]:
    words = known.words
    for device in known.devices:
        yield _device(known, device)
    for name in sorted(known.state.faults):
        what, _, number = name.partition(" ")
        if what == "ats":
            clear = ask_for(known, "ats-clear", number)
            yield Row(words("terminal", number=number), words("tile.fault"), look="alarm", choices=(clear,))
        else:
            clear = ask_for(known, "clear-fault", what)
            yield Row(words(f"fault.{what}"), words(f"fault.{what}.note"), look="alarm", choices=(clear,))
    for copy in known.copies:
        yield _copy(words, copy)
    if not known.devices and not known.state.faults:
        yield Row(words("devices.none"))
    for name, before in to_accept(known.state).items():
        what = devices_known(known.state)[name]
        said = words("devices.changed", what=what, before=before or "–")
        accept = ask_for(known, "accept-device", name)
        yield Row(words("devices.named", name=name), said, look="alarm", choices=(accept,))
    yield service_row(known, OWN_BOARD)
    yield Row(words("technical.board"), choices=(Choice(("tab", "technical"), words("op.technical"), "plain"),))


def _copy(words: Words, copy: CopySeen) -> Row:
    """Return the state of a second copy of the journal."""
    where = words("copy.stick") if copy.name == STICK else words("copy.board", board=copy.name)
    state = words("copy.whole") if not copy.behind else words("copy.behind", rows=copy.behind)
    detail = advice(words, (copy.fault,)) if copy.fault else words("copy.row", row=copy.row)
    return Row(where, detail, state, "alarm" if copy.fault else "deep")


def advice(words: Words, codes: Iterable[str]) -> str:
    """Return what happened and what to do about it, for each fault."""
    said = (FAULTS.get(code, Advice(code, "")) for code in codes)
    return " ".join(f"{words.of_table(fault.happened)} {words.of_table(fault.remedy)}".strip() for fault in said)


def _device(known: Known, device: DeviceSeen) -> Row:
    words = known.words
    well = device.stage is Stage.READY and not device.faults
    clear = (ask_for(known, "shoe-clear"),) if device.name == "shoe" else ()
    detail = advice(words, device.faults) or words(f"stage.{device.stage}")
    if device.why:
        detail = f"{detail} ({'; '.join(device.why)})"
    return Row(words(f"device.{device.name}"), detail, "", "deep" if well else "alarm", clear)
