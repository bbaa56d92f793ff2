"""Soaks: the same seed, the same journal; what does not hold is found and made small; what was visited is told."""

import json
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from firmware.cli.main import main
from firmware.game import events as g
from sim.soak import report
from sim.soak.coverage import ROWS, coverage
from sim.soak.faults import Faults
from sim.soak.run import Case, fault_kinds, soak, soak_case
from sim.soak.second import opinion_named
from sim.soak.shrink import command
from sim.soak.watch import Watch

SECOND = "opinion:settlement"  # tests/oracle
QUICK = ("table-power", "terminal-power", "rough-network", "corrupt-bytes", "acceptor-power", "storage-full")


def test_a_while_with_every_fault_holds() -> None:
    found = soak_case(Case(3, 0.2, 2, fault_kinds("all"), opinion=SECOND))
    assert found.wrong == ()
    assert found.coups > 35
    assert sum(found.faults.values()) > 20
    assert found.together > 5
    assert found.cash_desk["paid"] > 4


def test_settlements_are_held_against_a_second_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    case = Case(2, 0.05, 2, ("drop-bytes",), "crown-baccarat", SECOND)
    assert soak_case(case).wrong == ()
    assert command(case).endswith(" --rulebook crown-baccarat --opinion opinion:settlement")
    # Crown 10.1: Player pays 1 to 1.
    monkeypatch.setitem(opinion_named(SECOND).__globals__, "odds", wrongly)
    assert any("comes to ('win'" in wrong for wrong in soak_case(case).wrong)


def wrongly(bet: str, *_: object, **__: object) -> Fraction:
    """Say that each bet wins, five times its stake."""
    return Fraction(5, 1 if bet else 2)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("opinion", "it reads MODULE:FUNCTION"),
        ("nowhere:settlement", "No module named 'nowhere'"),
        ("opinion:nothing", "no attribute 'nothing'"),
    ],
)
def test_an_opinion_that_cannot_be_had_is_said_in_a_line(
    name: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["soak", "--hours", "0.01", "--opinion", name]) == 2
    assert says in capsys.readouterr().err


@pytest.mark.outside
def test_the_same_seed_gives_the_same_journal_byte_for_byte() -> None:
    # In processes of their own, in which sets come in another order.
    command = [sys.executable, "-m", "firmware.cli.main", "soak", "--seed", "5", "--hours", "0.05", "--json"]
    digests = {
        json.loads(
            subprocess.run(
                command, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
            ).stdout
        )["digest"]
        for seed in ("1", "2")
    }
    assert len(digests) == 1
    assert soak(6, 0.05, 2, fault_kinds("all")).digest not in digests


def test_without_faults_and_with_those_that_are_named() -> None:
    assert soak(2, 0.02, 1, ()).faults == {}
    assert set(soak(2, 0.05, 1, QUICK).faults) <= set(QUICK)
    with pytest.raises(ValueError, match="no fault 'gremlins'; there are drop-bytes, "):
        fault_kinds("table-power,gremlins")


def test_what_was_visited_is_told() -> None:
    whole = coverage([soak(1, 0.05, 1, ())])
    assert set(whole.rows) == set(ROWS)
    assert set(whole.faults) == set(Faults.KINDS)
    assert "table-power" in whole.never
    assert "betting" not in whole.never
    assert (whole.soaks, list(whole.rulebooks.values())) == (1, [1])


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--faults", "gremlins"], "--faults: no fault 'gremlins'"),
        (["--ats", "0"], "--ats: '0' is not a whole number from 1 to 50"),
        (["--hours", "0"], "--hours: '0' is not a number above 0"),
        (["--hours", "nan"], "--hours: 'nan' is not a number above 0 and at most 100,000"),
        (["--hours", "inf"], "--hours: 'inf' is not a number above 0"),
        (["--rulebook", "none"], "--rulebook: no rule book 'none'"),
    ],
)
def test_bad_input(words: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["soak", *words]) == 2
    assert says in capsys.readouterr().err


def test_the_command_line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert main(["soak", "--seeds", "2", "--hours", "0.01", "--ats", "1", "--faults", "none"]) == 0
    out = capsys.readouterr().out
    assert out.count("all held") == 2
    assert "never: drop-bytes" in out
    assert main(["soak", "--hours", "0.01", "--ats", "1", "--faults", "none", "--shrink"]) == 0
    assert "nothing to make small" in capsys.readouterr().out
    assert main(["soak", "--seeds", "2", "--hours", "0.01", "--ats", "1", "--faults", "none", "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["seed"] for line in lines[:2]] == [1, 2]
    assert "coverage" in lines[2]
    monkeypatch.setattr(Watch, "lies", lambda self, _: self.wrong.append("made up") or self._fail("made up"))
    assert main(["soak", "--hours", "0.01", "--ats", "1", "--faults", "none"]) == 1
    assert "again: rapid-table soak --seed 1 --hours 0.01 --ats 1 --faults none" in capsys.readouterr().err
    assert main(["soak", "--hours", "0.01", "--ats", "1", "--faults", "none", "--shrink"]) == 1
    assert "rapid-table soak --seed 1" in capsys.readouterr().out
    assert isinstance(g.Event, type)


def test_whoever_looks_sees_how_far_it_is(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert main(["soak", "--hours", "0.2", "--ats", "1", "--faults", "none"]) == 0
    told = capsys.readouterr().err.split("\r")
    assert [line.partition(" h,")[0] for line in told[1:3]] == [f"seed 1: 0.{tenth} of 0.2" for tenth in range(2)]
    assert told[-1] == "\x1b[K"


def test_a_nights_soaks_are_added_up(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    held = soak(1, 0.05, 1, ())
    failed = msgspec.structs.replace(held, seed=9, wrong=("a cent is missing",), at=12.3)
    lines = [msgspec.json.encode(one).decode() for one in (held, failed)]
    (tmp_path / "night.json").write_text("\n".join([*lines, '{"coverage": {}}']) + "\n")
    monkeypatch.setattr(sys, "argv", ["report", str(tmp_path / "night.json")])
    assert report.main() == 1
    said = capsys.readouterr().out
    assert said.startswith("2 soaks, ")
    assert "What did not hold: 1 of 2.\n- seed 9, crown-traditional, at 12 s: a cent is missing" in said
    assert "Never visited: drop-bytes" in said
