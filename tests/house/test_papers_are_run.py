"""Papers for people at boards: commands that need no board are run as they stand, and all codes are there."""

import os
import re
import subprocess
import sys
from pathlib import Path

import operator_page
import pytest

from firmware.provisioned.board_file import WhyNot
from firmware.updating.bundle import WORDS, WhyNotUpdated
from hal.faults import FAULTS

PROJECT = Path(__file__).parents[2]
FOR_PEOPLE = ("install.md", "operator.md", "dealer.md", "technician.md", "laboratory.md")
DESK = re.compile(r"^```sh desk\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCK = re.compile(r"^```(.*)$", re.MULTILINE)
MOST_TICKED = 20


def commands(paper: str) -> list[str]:
    text = (PROJECT / "docs" / paper).read_text()
    return [line.removeprefix("$ ") for block in DESK.findall(text) for line in block.splitlines()]


@pytest.mark.outside
@pytest.mark.parametrize("paper", [paper for paper in FOR_PEOPLE if commands(paper)])
def test_what_needs_no_board_is_run(paper: str, tmp_path: Path) -> None:
    (tmp_path / "deploy").symlink_to(PROJECT / "deploy")
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    for command in commands(paper):
        done = subprocess.run(
            ["sh", "-c", command],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 0, f"{paper}: {command}\n{done.stdout[-500:]}{done.stderr}"


def test_there_is_something_to_run() -> None:
    assert len(commands("install.md")) >= 8


@pytest.mark.parametrize("paper", FOR_PEOPLE)
def test_a_block_of_commands_says_whether_it_needs_a_board(paper: str) -> None:
    opened = BLOCK.findall((PROJECT / "docs" / paper).read_text())[::2]
    assert set(opened) <= {"sh desk", "sh board", "mermaid", "toml"}


def test_the_operators_page_has_every_code_as_the_code_has_it() -> None:
    page = (PROJECT / "docs/operator.md").read_text()
    assert operator_page.written(page) == page, "run make manual"
    assert all(f"| `{code}` |" in page for code in (*FAULTS, *WhyNot, *WhyNotUpdated))
    assert set(WORDS) == set(WhyNotUpdated)


def test_the_technicians_page_has_every_code_of_an_update() -> None:
    page = (PROJECT / "docs/technician.md").read_text()
    assert all(f"`{code}`" in page for code in WhyNotUpdated)


def test_what_only_a_board_can_prove_is_a_short_list() -> None:
    ticked = (PROJECT / "docs/install.md").read_text().partition("## What only a board can prove")[2]
    assert 10 <= len(re.findall(r"^\d+\. ", ticked, re.MULTILINE)) <= MOST_TICKED


def test_a_dealer_is_shown_pictures_that_the_code_draws() -> None:
    shown = re.findall(r"!\[[^\]]+\]\(\.\./tests/pictures/kept/([^)]+)\)", (PROJECT / "docs/dealer.md").read_text())
    assert len(shown) >= 8
    assert all((PROJECT / "tests/pictures/kept" / picture).exists() for picture in shown)
