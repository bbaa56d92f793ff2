"""The short forms of `make cuts` and `make fuzz`, as they are called."""

import asyncio
import contextlib
import fcntl
import json
import os
import random
import select
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from firmware.link.remote_table import RemoteTable
from firmware.table.journal.check import verify
from hal.note_way import NoteInFlight
from sim import cuts, fuzz, fuzz_memory, network_soak, torture


def test_cuts_are_reported(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["cuts", "--step", "5000"])  # one of each: test_power_cuts.py takes many
    assert cuts.main() == 0
    reports = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(reports) == len(cuts.CUTS) * sum(len(kinds) for _, kinds in cuts.WAYS.values())
    assert all(report["wrong"] == [] for report in reports)


def test_fuzzing_is_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "argv", ["fuzz", "--inputs", "100", "--stories", "10", "--only", "alpha"])
    monkeypatch.setattr(fuzz_memory, "MEMORY", tmp_path)
    assert fuzz.main() == 0
    of_codec, of_device = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert (of_codec["codec"], of_codec["inputs"]) == ("alpha", 100)
    assert (of_device["device"], of_device["stories"]) == ("alpha", 10)
    assert [file.name for file in tmp_path.iterdir()] == ["alpha.txt"]


@pytest.mark.outside
def test_torture_is_reported(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["torture", "--kills", "1", "--seed", "3"])
    assert torture.main() == 0
    assert "1 kills" in capsys.readouterr().out


def test_a_tortured_table_says_what_it_acknowledged_and_does_it_once(tmp_path: Path) -> None:
    # What a child does until it is killed, in this process: twice, the second time with what the first left in doubt.
    async def live(doubtful: Sequence[str], number: int) -> tuple[list[str], set[str]]:
        reading, writing = os.pipe()
        fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, 1 << 20)  # nobody reads before the end
        life = torture._table(tmp_path / "journal", writing, random.Random(number), doubtful, number)  # noqa: SLF001
        living = asyncio.create_task(life)
        async with asyncio.timeout(60):  # a busy machine begins late, the more so with a journal to read
            said_something = select.poll()  # select itself takes no descriptor above 1,024
            said_something.register(reading, select.POLLIN)
            while not (living.done() or said_something.poll(0)):
                await asyncio.sleep(0.01)
        await asyncio.sleep(0.4)
        living.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await living
        os.close(writing)
        said = b""
        while more := os.read(reading, 1 << 16):
            said += more
        os.close(reading)
        assert said.startswith(b"started\n")
        return torture._read(said)  # noqa: SLF001

    asked, acked = asyncio.run(live((), 1))
    assert acked
    again, acked_again = asyncio.run(live(sorted(acked)[:3], 2))
    assert acked_again >= set(sorted(acked)[:3])
    assert set(asked) | set(again) >= acked | acked_again
    # By its rows: of what was carried out the table itself remembers the last, and a fast machine does more.
    torture._Witness(tmp_path / "journal").check(acked | acked_again)  # noqa: SLF001
    verify(tmp_path / "journal")


def test_a_bad_network_is_reported(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["network_soak", "--hours", "0.5", "--ats", "4", "--seed", "5"])
    assert network_soak.main() == 0
    found = json.loads(capsys.readouterr().out)
    assert found["wrong"] == []
    assert found["coups"] > 50
    assert len(found["faults"]) >= 6


def test_the_same_seed_is_the_same_run() -> None:
    assert network_soak.soak(7, 0.05, 2) == network_soak.soak(7, 0.05, 2)


def test_money_that_is_lost_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    async def lose(table: RemoteTable, note: NoteInFlight) -> bool:
        assert table
        return bool(note.amount)

    monkeypatch.setattr(RemoteTable, "credit", lose)
    assert any("notes credited" in wrong for wrong in network_soak.soak(1, 0.05, 2)["wrong"])
