"""What boards of all roles are made of: reports that wait, a network that is not there yet, a display's line."""

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from device_under_test import run
from msgspec.structs import replace

from firmware.board_parts import CopySettings
from firmware.boards import copy_kept, copying, running
from firmware.boards.reports import Reports
from firmware.boards.running import ComingBus
from firmware.boards.witnessing import witness_of
from firmware.display import board as wnd
from firmware.link import messages as m
from firmware.link.settings import NetworkSettings
from firmware.table.core.journal import JournalError
from firmware.terminal.pocket import SqlitePocket
from hal.device import StageChanged
from hal.life import Stage
from hal.panel import InputChanged

SETTINGS = NetworkSettings("tls://127.0.0.1:1", "wnd-1", "nowhere")


class Heard:
    """A table that is told."""

    def __init__(self) -> None:
        self.told: list[tuple[str, str, str]] = []
        self.public: m.PublicView | None = None
        self.there = True

    async def tell_fault(self, *what: str) -> None:
        self.told.append(what)  # type: ignore[arg-type]


async def for_a_moment(part: Coroutine[Any, Any, None]) -> None:
    task = asyncio.create_task(part)
    await asyncio.sleep(0.1)
    assert not task.done()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


# Reports.


@pytest.mark.lab(37)
def test_all_reports_arrive_in_their_order_however_many_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        table = Heard()
        reports = Reports(table)  # type: ignore[arg-type]
        for number in range(1000):
            reports.say("panel", f"driver d{number}", "")
        await for_a_moment(reports.run())
        assert [what for _, what, _ in table.told] == [f"driver d{number}" for number in range(1000)]
        # Far beyond what waits on a board that is in order, nothing more is kept.
        monkeypatch.setattr("firmware.boards.reports.MOST", 2)
        table.told.clear()
        for number in range(3):
            reports.say("panel", f"driver d{number}", "")
        await for_a_moment(reports.run())
        assert len(table.told) == 2

    run(story)


@pytest.mark.lab(37)
def test_reports_outlive_the_boards_power_and_each_is_told_once(tmp_path: Path) -> None:
    async def story() -> None:
        first = SqlitePocket(tmp_path / "pocket")
        before = Reports(Heard(), first.reports)  # type: ignore[arg-type]
        before.say("note_acceptor", "driver sim.id003", "", lasting=False)
        before.say("note_acceptor", "fault jam_acceptor", "head")
        before.heard("panel", InputChanged("cabinet_door", on=True, at_ms=0))
        first.close()
        for told in (["fault jam_acceptor", "cabinet_door on", "driver sim.id003"], ["driver sim.id003"]):
            again, table = SqlitePocket(tmp_path / "pocket"), Heard()
            reports = Reports(table, again.reports)  # type: ignore[arg-type]
            reports.say("note_acceptor", "driver sim.id003", "", lasting=False)
            await for_a_moment(reports.run())
            again.close()
            assert [what for _, what, _ in table.told] == told

    run(story)


@pytest.mark.lab(43)
def test_what_a_device_is_goes_on_record() -> None:
    async def story() -> None:
        table = Heard()
        reports = Reports(table)  # type: ignore[arg-type]
        reports.heard("note_acceptor", StageChanged(Stage.READY, "ID-003 v1.2"))
        reports.heard("note_acceptor", StageChanged(Stage.LOST, "gone"))
        await for_a_moment(reports.run())
        assert table.told == [("note_acceptor", "identified", "ID-003 v1.2")]

    run(story)


def test_what_a_door_does_is_reported() -> None:
    async def story() -> None:
        table = Heard()
        reports = Reports(table)  # type: ignore[arg-type]
        reports.heard("panel", InputChanged("cabinet_door", on=True, at_ms=0))
        reports.heard("panel", InputChanged("cabinet_door", on=False, at_ms=0))
        await for_a_moment(reports.run())
        assert [what for _, what, _ in table.told] == ["cabinet_door on", "cabinet_door off"]

    run(story)


def test_a_witness_whose_file_is_damaged_says_so(tmp_path: Path) -> None:
    async def story() -> None:
        (tmp_path / "pocket.witness").write_text("nonsense")
        table = Heard()
        reports = Reports(table)  # type: ignore[arg-type]
        witness_of(replace(SETTINGS, certificates=str(tmp_path)), reports, str(tmp_path / "pocket"))
        await for_a_moment(reports.run())
        ((device, what, _),) = table.told
        assert (device, what) == ("witness", "fault witness_damaged")

    run(story)


# Copies.


def test_a_board_keeps_a_copy_where_it_is_told_to(tmp_path: Path) -> None:
    async def story() -> None:
        reports = Reports(Heard())  # type: ignore[arg-type]
        assert copy_kept.kept_copy(None, Heard(), reports) == []  # type: ignore[arg-type]
        keeping = copy_kept.kept_copy(CopySettings(folder=str(tmp_path)), Heard(), reports)  # type: ignore[arg-type]
        assert len(keeping) == 1
        keeping[0].close()

    run(story)


def test_a_key_of_copies_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match=r"copies\.key: is missing; it is the key of the journal's copies"):
        copying.copy_key(tmp_path / "copies.key")


# A network that is not there yet.


class Bus:
    """A board's end of a network, once it is there."""

    def __init__(self) -> None:
        self.did: list[str] = []

    def mute(self, device: str, seconds: float) -> None:
        self.did.append(f"mute {device} {seconds:g}")

    async def close(self) -> None:
        self.did.append("close")

    async def publish(self, subject: str, _: bytes) -> None:
        self.did.append(f"publish {subject}")


def coming(monkeypatch: pytest.MonkeyPatch, *answers: Any) -> ComingBus:
    left = list(answers)

    async def connect(_: NetworkSettings) -> Any:
        await asyncio.sleep(0.5)
        answer = left.pop(0) if len(left) > 1 else left[0]
        if isinstance(answer, OSError):
            raise answer
        return answer

    monkeypatch.setattr(running, "connect", connect)
    return ComingBus(SETTINGS, SAID.append)


SAID: list[str] = []


def test_what_is_asked_of_a_network_waits_until_it_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        SAID.clear()
        bus = Bus()
        refused = ConnectionRefusedError(111, "Connection refused")
        board = coming(monkeypatch, refused, refused, OSError("no such certificate"), bus)
        board.mute("ats-1", 1)  # nobody was heard yet: there is nobody to be muted
        await board.publish("beat.table", b"{}")
        board.mute("ats-1", 2)
        await board.close()
        assert bus.did == ["publish beat.table", "mute ats-1 2", "close"]
        # What goes on is said once.
        assert SAID == [
            "tls://127.0.0.1:1: Connection refused; trying again",
            "tls://127.0.0.1:1: no such certificate; trying again",
            "connected to tls://127.0.0.1:1 as wnd-1",
        ]

    run(story)


def test_a_board_that_leaves_before_its_network_is_there_comes_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        bus = Bus()
        board = coming(monkeypatch, bus)
        await board.close()
        asking = asyncio.create_task(board.publish("beat.table", b"{}"))
        await asyncio.sleep(0.1)
        await board.close()
        with pytest.raises(asyncio.CancelledError):
            await asking
        await board.close()
        assert bus.did == []

    run(story)


# A display's line.


def test_a_display_is_told_what_has_changed_and_again_what_it_did_not_take() -> None:
    async def story() -> None:
        table, changed, shown = Heard(), asyncio.Event(), []
        takes = iter([False, True, True])

        async def show(text: str) -> bool:
            shown.append(text)
            return next(takes)

        task = asyncio.create_task(wnd._show(table, SimpleNamespace(show=show), changed))  # type: ignore[arg-type]  # noqa: SLF001
        for _ in range(3):
            changed.set()
            await asyncio.sleep(0.1)
        assert shown == ["PLEASE WAIT", "PLEASE WAIT"]  # the first was not taken, the third says nothing new
        table.public = m.PublicView(1, 1, "crown-baccarat", coup=3, phase=m.Phase.BETTING)
        changed.set()
        await asyncio.sleep(0.1)
        assert shown[2:] == ["COUP 3  PLACE YOUR BETS"]
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    run(story)


def test_a_screen_that_shows_otherwise_is_blanked_reported_and_drawn_anew() -> None:
    async def story() -> None:
        table, did = Heard(), []
        holds = iter([True, False, True, True, True])
        window = SimpleNamespace(holds=lambda: next(holds), blank=lambda: did.append("blank"))
        stage = SimpleNamespace(whole=lambda: did.append("whole"))
        look = wnd._look(table, SimpleNamespace(stage=stage), window)  # type: ignore[arg-type]  # noqa: SLF001
        task = asyncio.create_task(look)
        await asyncio.sleep(3 * wnd.LOOK_S)
        assert did == ["blank", "whole"]
        assert [what for _, what, _ in table.told] == ["fault shows_otherwise", "cleared shows_otherwise"]
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    run(story)


@pytest.mark.lab(43)
def test_a_display_board_tells_what_its_sign_is() -> None:
    async def story() -> None:
        table, changed = Heard(), asyncio.Event()
        reports = Reports(table)  # type: ignore[arg-type]
        hears = wnd.hears_sign(reports, changed)
        hears(StageChanged(Stage.READY, "Alpha sign, version 7, serial A-12"))
        assert changed.is_set()
        await for_a_moment(reports.run())
        assert table.told == [("wnd", "identified", "Alpha sign, version 7, serial A-12")]

    run(story)
