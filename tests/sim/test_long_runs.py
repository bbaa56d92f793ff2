"""The short forms of `make cuts` and `make fuzz`, as they are called."""

import json
import sys

import pytest

from sim import cuts, fuzz, torture


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
