"""What laboratories ask: each demand is accounted for, what is met is proven by a test, and the page says the same."""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from firmware.cli.main import main
from firmware.rules.standard import Demand, load_demands, report_standard, written

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/laboratory.md"


def test_each_demand_is_accounted_for() -> None:
    assert report_standard().problems == ()


def test_the_page_says_what_the_rows_say() -> None:
    page = PAGE.read_text()
    assert page == written(page, report_standard()), "run make manual"
    # Seen to fail: a row that says something else.
    assert page.replace("| partly |", "| met |") != page
    assert page.replace("| partly |", "| met |") != written(page, report_standard())


def problems(tmp_path: Path, *demands: Demand, test: str = "", breaks: str = "") -> str:
    tests = tmp_path / "tests"
    (tests / "mutants/standards").mkdir(parents=True)
    (tests / "test_it.py").write_text(test)
    (tests / "mutants/standards/laboratory.toml").write_text(f"breaks = [{breaks}]\n")
    return "\n".join(report_standard(tmp_path, demands).problems)


ALL = load_demands()
NONE_MET = tuple(replace(demand, state="partly", where="in part") for demand in ALL)
MET = replace(NONE_MET[7], state="met", where="a page")
PROOF = "import pytest\n\n@pytest.mark.lab(8)\ndef test_it():\n    pass\n"


def test_a_demand_that_nobody_accounts_for_is_a_problem(tmp_path: Path) -> None:
    assert problems(tmp_path, *NONE_MET[1:]) == "lab 1: is accounted for 0 times"


def test_a_demand_that_is_there_twice_is_a_problem(tmp_path: Path) -> None:
    assert problems(tmp_path, *NONE_MET, NONE_MET[0]) == "lab 1: is accounted for 2 times"


def test_what_is_met_has_a_test(tmp_path: Path) -> None:
    rows = (*NONE_MET[:7], MET, *NONE_MET[8:])
    assert problems(tmp_path, *rows) == "lab 8: is met, but no test proves it"
    (tmp_path / "other").mkdir()
    assert problems(tmp_path / "other", *rows, test=PROOF) == ""


def test_what_is_not_there_says_what_is_instead(tmp_path: Path) -> None:
    rows = (replace(NONE_MET[0], where=""), *NONE_MET[1:])
    assert "lab 1: does not say" in problems(tmp_path, *rows)


def test_a_file_that_a_row_names_is_there(tmp_path: Path) -> None:
    rows = (replace(NONE_MET[0], where="`firmware/nowhere.py`"), *NONE_MET[1:])
    assert problems(tmp_path, *rows) == "lab 1: names firmware/nowhere.py, which is not there"


def test_a_mark_that_names_no_demand_is_a_problem(tmp_path: Path) -> None:
    module = "import pytest\n\npytestmark = pytest.mark.lab(91)\n\ndef test_it():\n    pass\n"
    assert problems(tmp_path, *NONE_MET, test=module) == "tests/test_it.py::test_it: names lab 91, which is no demand"


def test_a_break_stands_with_a_test_of_its_demand(tmp_path: Path) -> None:
    one = '{rules = ["9"], test = "test_it", of = "f", was = "a", now = "b"}'
    said = problems(tmp_path, *NONE_MET, test=PROOF, breaks=one)
    assert said == "lab 9: test_it stands with a break of it, but is not named for it"


def test_the_command_prints_the_rows(capsys: Any) -> None:
    assert main(["rules", "--standard"]) == 0
    said = capsys.readouterr().out
    assert "8 met: Meters can be read at the machine" in said
    assert said.splitlines()[-1].startswith("90 demands: ")
    assert main(["rules", "--standard", "--rule", "22", "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)["rows"]
    assert (row["number"], row["state"]) == (22, "met")
    assert any("test_retire.py" in test for test in row["tests"])
    assert row["breaks"]
    assert main(["rules", "--standard", "--rule", "91"]) == 2


def test_the_command_fails_on_a_problem(capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware.cli.rules_standard.report_standard", lambda: report_standard(demands=ALL[1:]))
    assert main(["rules", "--standard", "--check"]) == 1
    assert "lab 1: is accounted for 0 times" in capsys.readouterr().out
    assert main(["rules", "--standard", "--json"]) == 1
