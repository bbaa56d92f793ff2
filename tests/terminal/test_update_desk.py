"""A terminal is started anew when staff have said so and nobody plays there, with nothing in its hands."""

import asyncio
from pathlib import Path

from device_under_test import run
from network_under_test import Net

from firmware.boards.own_faults import OwnFaults
from firmware.boards.reports import Reports
from firmware.boards.update_watch import LOOK_S, UpdateWatch
from firmware.link.remote_table import RemoteTable
from firmware.table.core.updates import allowed, waits_at
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.devices import DeviceReported
from firmware.table.features.updates import AllowTerminalRestart
from firmware.table.journal.memory import MemoryJournal
from firmware.terminal.update_desk import busy, updating
from firmware.updating.install import STATE, UpdateState
from firmware.updating.outcome import UpdateOutcome, keep, write_outcome
from firmware.version import VERSION
from hal.note_way import NoteInFlight
from sim.memory_pocket import MemoryPocket


def reported(net: Net) -> list[str]:
    return [event.what for event in net.said if isinstance(event, DeviceReported) and event.device == "ats-1 update"]


def test_it_goes_from_ready_to_a_restart_by_the_tables_word(tmp_path: Path) -> None:
    async def story() -> None:
        net = Net(1, MemoryJournal())
        await net.start()
        remote = await net.terminal("ats-1")
        faults, reports = OwnFaults(), Reports(remote)
        faults.serve(reports.heard)
        watch = UpdateWatch(faults, tmp_path, tmp_path)
        tasks = [
            asyncio.create_task(reports.run()),
            asyncio.create_task(updating(remote, MemoryPocket(), reports, watch)),
        ]
        keep(tmp_path, STATE, UpdateState("ready", "0.5.0"))
        await asyncio.sleep(2 * LOOK_S)
        assert waits_at(net.service.state, 1)
        await net.tell(BuyIn(1, 10_00), AllowTerminalRestart(1))
        await asyncio.sleep(2 * LOOK_S)
        assert watch.waits == "credit"
        await net.tell(CashOut(1))
        await asyncio.sleep(2 * LOOK_S)
        assert (tmp_path / "restart").exists()
        assert reported(net)[:2] == ["fault update_ready", "cleared update_ready"]
        assert allowed(net.service.state, "ats-1") == ""
        write_outcome(tmp_path, UpdateOutcome("healthy", VERSION))
        await asyncio.sleep(2 * LOOK_S)
        assert f"healthy {VERSION}" in reported(net)
        for task in tasks:
            task.cancel()

    run(story)


def test_what_it_has_in_its_hands_is_ended_first() -> None:
    async def story() -> None:
        net = Net(1, MemoryJournal())
        await net.start()
        remote, pocket = await net.terminal("ats-1"), MemoryPocket()
        assert busy(remote, pocket) == ""
        pocket.keep(NoteInFlight(1, 20_00, currency="USD"))
        assert busy(remote, pocket) == "note"
        pocket.keep(None)
        pocket.keep_ticket("006429188185446104")
        assert busy(remote, pocket) == "ticket"
        assert busy(RemoteTable(net.memory.board("ats-2"), lambda: None), pocket) == "credit"

    run(story)
