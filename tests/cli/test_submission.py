"""A folder for a laboratory, made by one command: whole, with a digest of each file, and honest of what is missing."""

import hashlib
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from firmware.cli import submission
from firmware.cli.main import main
from firmware.rules.report import AllRules

pytestmark = pytest.mark.lab(90)

WND = """\
role = "wnd"
[devices.wnd]
driver = "drivers.alpha"
port = "/dev/null"
[network]
server = "tls://127.0.0.1:1"
device = "wnd-1"
certificates = "certificates"
"""


@pytest.fixture(autouse=True)
def _a_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which commit this is, git would have to be asked."""
    monkeypatch.setattr(submission, "version_lines", lambda: ("rapid-table 0.0.0",))


def test_it_holds_rules_mathematics_versions_digests_configuration_and_papers(tmp_path: Path, capsys: Any) -> None:
    folder, config, tests = tmp_path / "table-7", tmp_path / "wnd.toml", tmp_path / "report.xml"
    config.write_text(WND)
    tests.write_text("<testsuites/>")
    assert main(["submission", str(folder), "--config", str(config), "--tests", str(tests), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["problems"] == []
    files = {str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file()} - {"SHA256SUMS"}
    assert {"rules.json", "standard.json", "version.txt", "source.sha256", "tests.xml"} <= files
    assert {"configuration/1-wnd.toml", "papers/staff.md", "odds/crown-baccarat-8.json"} <= files
    assert len(json.loads((folder / "standard.json").read_text())["rows"]) == 90
    # The Banker bet of the traditional game with eight decks: 1.0579 per cent.
    sheet = json.loads((folder / "odds/mbs-baccarat-8.json").read_text())
    edge = next(Fraction(row["house_edge"]) for row in sheet["bets"] if row["bet"] == "banker")
    assert round(float(edge) * 100, 4) == 1.0579
    sums = dict(reversed(line.split("  ")) for line in (folder / "SHA256SUMS").read_text().splitlines())  # type: ignore[arg-type]
    assert sums.keys() == files
    assert all(hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest for name, digest in sums.items())
    assert "firmware/cli/submission.py" in (folder / "source.sha256").read_text()
    assert main(["submission", str(folder)]) == 2


def test_what_does_not_hold_is_in_it_and_said(tmp_path: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(submission, "report", lambda: AllRules((), ("crown 1.1: nobody",), tests_found=True))
    monkeypatch.setattr(submission, "_sheets", tuple)
    assert main(["submission", str(tmp_path / "x")]) == 1
    assert "crown 1.1: nobody" in capsys.readouterr().out
    assert "crown 1.1: nobody" in (tmp_path / "x/rules.json").read_text()


@pytest.mark.parametrize("words", [["--config", "nowhere.toml"], ["--tests", "nowhere.xml"], ["--config", "wnd.toml"]])
def test_what_cannot_be_read_is_said(tmp_path: Path, words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("wnd.toml").write_text("role = 1")
    assert main(["submission", "x", *words]) == 2
    assert main(["submission", "wnd.toml/x"]) == 2
    assert not Path("x").exists()
