"""A role shows an update, waits for people's word and a quiet moment, and says what became of it."""

import asyncio
from pathlib import Path

import pytest
from device_under_test import run

from firmware.boards.own_faults import OwnFaults
from firmware.boards.reports import Reports
from firmware.boards.update_watch import LOOK_S, UpdateWatch
from firmware.link.remote_table import RemoteTable
from firmware.refusal import Refused
from firmware.table.core.codes import TableCode
from firmware.updating.install import STATE, Phase, UpdateState
from firmware.updating.outcome import UpdateOutcome, keep, write_outcome
from firmware.version import VERSION


def codes(faults: OwnFaults) -> set[str]:
    return {code for part in faults.seen() for code in part.faults}


@pytest.mark.parametrize(
    ("phase", "code", "shown"),
    [
        ("writing", "", set()),
        ("ready", "", {"update_ready"}),
        ("refused", "update_too_old", {"update_refused"}),
        ("refused", "update_same", set()),
        ("cancelled", "update_cancelled", set()),
        ("tried", "", set()),
    ],
)
def test_what_stands_is_shown(phase: Phase, code: str, shown: set[str], tmp_path: Path) -> None:
    faults = OwnFaults()
    keep(tmp_path, STATE, UpdateState(phase, "0.5.0", code, "because"))
    UpdateWatch(faults, tmp_path, tmp_path).look()
    assert codes(faults) == shown


@pytest.mark.parametrize(
    ("outcome", "shown"),
    [
        (UpdateOutcome("unhealthy", "9.9.9", ("there is no picture",)), {"update_rolled_back"}),
        # A kernel that hangs, and a role that crashes, say nothing: the board is back, and the version is not.
        (UpdateOutcome("tried", "9.9.9"), {"update_rolled_back"}),
        (UpdateOutcome("tried", VERSION), set()),
        (UpdateOutcome("unhealthy", VERSION), set()),
        (UpdateOutcome("healthy", "9.9.9"), set()),
    ],
)
def test_a_version_that_was_given_up_is_shown_with_its_reason(
    outcome: UpdateOutcome, shown: set[str], tmp_path: Path
) -> None:
    faults = OwnFaults()
    write_outcome(tmp_path, outcome)
    UpdateWatch(faults, tmp_path, tmp_path).look()
    assert codes(faults) == shown


def test_a_version_that_is_about_to_be_started_was_not_given_up(tmp_path: Path) -> None:
    # Seen on a board: while it was going down to start a good version, the table put on record that it had not come up.
    faults = OwnFaults()
    keep(tmp_path, STATE, UpdateState("ready", "9.9.9"))
    watch = UpdateWatch(faults, tmp_path, tmp_path)
    watch.look()
    assert codes(faults) == {"update_ready"}
    write_outcome(tmp_path, UpdateOutcome("tried", "9.9.9"))
    keep(tmp_path, STATE, UpdateState("tried", "9.9.9"))
    watch.look()
    assert codes(faults) == set()
    # Its next start finds that it is back.
    UpdateWatch(faults, tmp_path, tmp_path).look()
    assert codes(faults) == {"update_rolled_back"}


def test_it_gives_way_once_allowed_and_nothing_is_under_way(tmp_path: Path) -> None:
    async def story() -> None:
        watch, said = UpdateWatch(OwnFaults(), tmp_path, tmp_path), list[str]()
        allowed, busy = "", "coup"

        async def tell(version: str) -> None:
            assert not (tmp_path / "restart").exists()
            said.append(f"begins {version}")

        async def told(version: str) -> None:
            said.append(f"healthy {version}")

        task = asyncio.create_task(watch.run(lambda: allowed, lambda: busy, tell, told))
        keep(tmp_path, STATE, UpdateState("ready", "0.5.0"))
        await asyncio.sleep(3 * LOOK_S)
        assert watch.waits == ""
        allowed = "0.4.9"
        await asyncio.sleep(3 * LOOK_S)
        assert watch.waits == ""
        allowed = "0.5.0"
        await asyncio.sleep(3 * LOOK_S)
        assert (watch.waits, said) == ("coup", [])
        assert not (tmp_path / "restart").exists()
        busy = ""
        await asyncio.sleep(LOOK_S)
        assert said == ["begins 0.5.0"]
        assert (tmp_path / "restart").read_text() == "0.5.0\n"
        task.cancel()

    run(story)


def test_that_a_version_is_healthy_is_said_once(tmp_path: Path) -> None:
    async def story() -> None:
        said: list[str] = []

        async def told(version: str) -> None:
            said.append(version)

        watch = UpdateWatch(OwnFaults(), tmp_path, tmp_path)
        task = asyncio.create_task(watch.run(lambda: "", lambda: "", told, told))
        write_outcome(tmp_path, UpdateOutcome("tried", VERSION))
        await asyncio.sleep(3 * LOOK_S)
        assert said == []
        write_outcome(tmp_path, UpdateOutcome("healthy", VERSION))
        await asyncio.sleep(3 * LOOK_S)
        assert said == [VERSION]
        task.cancel()

    run(story)


def test_a_place_that_cannot_be_written_and_a_desk_end_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def story(runtime: Path | None) -> None:
        async def tell(_: str) -> None:
            pass

        watch = UpdateWatch(OwnFaults(), tmp_path, runtime)
        keep(tmp_path, STATE, UpdateState("ready", "0.5.0"))
        task = asyncio.create_task(watch.run(lambda: "0.5.0", lambda: "", tell, tell))
        await asyncio.sleep(LOOK_S / 2)
        assert not task.done()
        task.cancel()

    run(lambda: story(tmp_path / "none"))
    assert "this board is not started anew" in caplog.text
    run(lambda: story(None))


class Older(RemoteTable):
    """A table of the last release, which does not know all that this board speaks of."""

    def __init__(self) -> None:
        self.taken: list[str] = []

    async def tell_fault(self, device: str, what: str, detail: str) -> None:
        assert detail == ""
        if device != "panel":
            raise Refused(TableCode.UNREADABLE_REQUEST, why="unknown part")
        self.taken.append(what)


def test_what_an_older_table_does_not_know_is_refused_by_itself(caplog: pytest.LogCaptureFixture) -> None:
    async def story() -> None:
        table = Older()
        reports = Reports(table)
        reports.say("update", "fault update_ready", "")
        reports.say("panel", "door on", "")
        task = asyncio.create_task(reports.run())
        await asyncio.sleep(1)
        assert not task.done()
        assert table.taken == ["door on"]
        task.cancel()

    run(story)
    assert "does not put it on record" in caplog.text
