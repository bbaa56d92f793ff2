"""The short forms of `make cuts` and `make fuzz`, as they are called."""

import json
import sys

import pytest

from firmware.net.remote_table import RemoteTable
from sim import cuts, fuzz, network_soak, torture


def test_cuts_are_reported(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["cuts", "--step", "411"])
    assert cuts.main() == 0
    reports = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(reports) == len(cuts.CUTS) * (len(cuts.ACCEPTORS) + 1)
    assert all(report["wrong"] == [] for report in reports)


def test_fuzzing_is_reported(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["fuzz", "--inputs", "100"])
    assert fuzz.main() == 0
    reports = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [report["codec"] for report in reports] == list(fuzz.TARGETS)


def test_torture_is_reported(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["torture", "--kills", "1", "--seed", "3"])
    assert torture.main() == 0
    assert "1 kills" in capsys.readouterr().out


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
    async def lose(table: RemoteTable, number: str, amount: int) -> None:
        assert table
        assert number
        assert amount

    monkeypatch.setattr(RemoteTable, "credit", lose)
    assert any("notes credited" in wrong for wrong in network_soak.soak(1, 0.05, 2)["wrong"])
