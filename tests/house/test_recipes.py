"""Recipes work as they stand: each section's files are written, and its commands print what it says that they print."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

PROJECT = Path(__file__).parents[2]
PAPER = (PROJECT / "docs/recipes.md").read_text()
PRODUCT = ("firmware", "hal", "drivers", "sim")
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Command(NamedTuple):
    """A command, and the lines that it prints; `…` stands for anything, on a line of its own for any lines."""

    line: str
    prints: str


def sections() -> dict[str, str]:
    _, *found = re.split(r"^## ", PAPER, flags=re.MULTILINE)
    return {one.split("\n", 1)[0]: one for one in found}


def commands_of(block: str) -> list[Command]:
    found = [Command(*part.split("\n", 1)) for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]]
    assert found, block
    return found


def agrees(said: str, printed: str) -> bool:
    """Whether what was printed is what was said."""
    lines = [
        r"(?:.*\n)*?" if line == "…\n" else re.escape(line).replace("…", ".*")
        for line in said.splitlines(keepends=True)
    ]
    return re.fullmatch("".join(lines), printed) is not None


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a table's journal, the command, and a copy of the product that a recipe may add to."""
    for name in PRODUCT:
        shutil.copytree(PROJECT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("table.journal", "table.journal.head"):
        shutil.copy(PROJECT / "tests/journals" / name.replace("table", "played-shoe"), tmp_path / name)
    (tmp_path / "bin").mkdir()
    for name, words in (("rapid-table", "-m firmware.cli.main "), ("python", "")):
        (tmp_path / "bin" / name).write_text(f'#!/bin/sh\nexec {sys.executable} {words}"$@"\n')
        (tmp_path / "bin" / name).chmod(0o755)
    return tmp_path


def run(folder: Path, line: str) -> str:
    environment = {
        **os.environ, "PATH": f"{folder}/bin:{os.environ['PATH']}", "PYTHONPATH": str(folder), "COLUMNS": "200",
    }  # fmt: skip
    done = subprocess.run(
        ["sh", "-c", line],
        cwd=folder,
        env=environment,
        check=False,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    return done.stdout


@pytest.mark.outside
@pytest.mark.parametrize("title", sections())
def test_a_recipe_works_as_it_stands(title: str, folder: Path) -> None:
    ran = 0
    for kind, name, text in BLOCK.findall(sections()[title]):
        if name:
            (folder / name).write_text(text)
        elif kind == "console":
            for command in commands_of(text):
                printed = run(folder, command.line)
                assert agrees(command.prints, printed), f"$ {command.line}\n{printed}"
                ran += 1
    assert ran


def test_another_output_is_noticed() -> None:
    assert agrees("a…\n…\nd\n", "abc\nx\ny\nd\n")
    assert not agrees("a…\n…\nd\n", "abc\nx\ny\n")
    assert not agrees("a\n", "b\n")
    assert not agrees("", "a\n")
