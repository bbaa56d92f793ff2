"""A winning number display's board: it shows what the table says to everybody, on a screen or on a sign."""

import asyncio
from typing import Final

from firmware.boards.certificate_watch import certificate_watch
from firmware.boards.copy_kept import kept_copy
from firmware.boards.metrics import metrics_of
from firmware.boards.picture import Picture, picture_of
from firmware.boards.proving import Proving
from firmware.boards.reports import Reports
from firmware.boards.running import ComingBus, Say, until_told
from firmware.boards.systemd import all_asked, watching
from firmware.boards.vital_signs import VitalSigns
from firmware.boards.witnessing import witness_of
from firmware.config import Board
from firmware.display.scene import picture
from firmware.display.shown import Watched, wnd_view
from firmware.display.text import text_of
from firmware.errands import Errand
from firmware.kit.scene import Scene
from firmware.kit.window import Window
from firmware.kit.words import words_of
from firmware.link.remote_table import RemoteTable
from firmware.pictures.moments import Memory
from firmware.software.proof import Proven
from firmware.table.core.reported import fault_began, fault_ended
from hal.device import DeviceEvent, Hear
from hal.display import Display

# How often it is looked at whether the screen still holds what was drawn (11.13).
LOOK_S: Final = 5.0


async def run(board: Board, say: Say) -> None:
    """Run the display until told to stop."""
    assert board.config.network is not None
    changed = asyncio.Event()
    shown = picture_of(board, "Winning number display", say)

    def follow() -> None:
        changed.set()
        shown.changed()
        witness.follow(there=table.there)

    table = RemoteTable(ComingBus(board.config.network, say), follow)
    reports = Reports(table)
    shown.own_faults.serve(reports.heard)
    witness = witness_of(board.config.network, reports)
    parts = [table.run(), reports.run(), witness.run(table), *kept_copy(board.config.copies, table, reports)]
    if shown.canvas is not None:
        parts.append(show(table, shown))
    if isinstance(shown.canvas, Window):
        parts.append(_look(table, shown, shown.canvas))
    signs: list[Display] = []
    proving = Proving(shown.own_faults)
    proving.ask()
    vitals = VitalSigns(
        "wnd", board.devices, shown.why_dark, lambda: (*signs, *shown.own_faults.seen()), lambda: proving.state
    )
    parts += [proving.run(_untold), *watching((all_asked(lambda: signs), shown.why_dark), vitals)]
    parts += [*metrics_of(board, vitals), *certificate_watch(board.config.network, shown.own_faults)]
    if "wnd" in board.devices:
        display = board.devices["wnd"].display(hears_sign(reports, changed))
        signs.append(display)
        parts += [display.run(), _show(table, display, changed)]
    await until_told(parts)


def hears_sign(reports: Reports, changed: asyncio.Event) -> Hear:
    """Return what hears a sign: the table is told what it is and what fails it, and it is shown its text again."""

    def heard(event: DeviceEvent) -> None:
        reports.heard("wnd", event)
        changed.set()

    return heard


def show(table: RemoteTable, shown: Picture) -> Errand:
    """Return what keeps the display's picture up to date."""
    memory = Memory()

    def draw(size: tuple[int, int], now: int) -> Scene:
        public = table.public
        currency, zone = (public.currency, public.zone) if public is not None else ("", "")
        words = words_of(shown.language, currency, zone)
        memory.follow(table.public if table.there else None, now)
        watched = Watched(memory.moments, now, still=not shown.moves)
        return picture(wnd_view(public, there=table.there, words=words, watched=watched), size, words, now)

    return shown.run(draw, _untouched, table.now_ms)


def _untouched(_: tuple[str, ...]) -> None:
    """Nothing on it can be touched."""


async def _untold(_: Proven) -> None:
    """What is wrong with its software is a fault, and is told as one."""


async def _look(table: RemoteTable, shown: Picture, window: Window) -> None:
    """Hold what the screen shows against what was drawn; what differs is blanked, put on record and drawn anew."""
    while True:
        await asyncio.sleep(LOOK_S)
        if shown.stage is None or window.holds():
            continue
        window.blank()
        await table.tell_fault("wnd", fault_began("shows_otherwise"), "its pixels are not the ones drawn")
        shown.stage.whole()
        await table.tell_fault("wnd", fault_ended("shows_otherwise"), "")


async def _show(table: RemoteTable, display: Display, changed: asyncio.Event) -> None:
    shown = None
    while True:
        await changed.wait()
        changed.clear()
        text = text_of(table.public if table.there else None)
        if text != shown:
            shown = text if await display.show(text) else None
