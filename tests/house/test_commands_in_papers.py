"""Command lines in papers, and in the helps' own examples, can be typed: each sub-command and option is there."""

import argparse
import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.cli.errors import Parser
from firmware.cli.main import SUMMARIES

PROJECT = Path(__file__).parents[2]
# What describes the product as it is; reports and the changelog tell of what was.
PAPERS = sorted([
    PROJECT / "README.md", PROJECT / "SECURITY.md", PROJECT / "CONTRIBUTING.md", *(PROJECT / "docs").glob("*.md"),
])  # fmt: skip
COMMAND = re.compile(r"(?<![\w/-])rapid-table ([a-z][a-z-]*)((?:[^`\n\\]|\\\n)*)")


def options(command: str) -> set[str]:
    parser: argparse.ArgumentParser = Parser(add_help=True)
    importlib.import_module(f"firmware.cli.{command.replace('-', '_')}").add_arguments(parser)
    return {name for action in parser._actions for name in action.option_strings}  # noqa: SLF001


def lines_in(text: str) -> Iterator[tuple[str, list[str]]]:
    """Return the sub-commands that are named, each with its options; what follows `#` or `|` is no part of it."""
    for command, rest in COMMAND.findall(text):
        yield command, re.findall(r"(?<![\w-])--[a-z][a-z-]*", re.split(r"[|#]|&&| {2,}", rest)[0])


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
def test_what_a_paper_has_people_type_is_there(paper: Path) -> None:
    for command, given in lines_in(paper.read_text()):
        assert command in SUMMARIES, command
        assert set(given) <= options(command), command


@pytest.mark.parametrize("command", SUMMARIES)
def test_the_examples_of_each_help_are_of_it(command: str) -> None:
    examples = importlib.import_module(f"firmware.cli.{command.replace('-', '_')}").EXAMPLES
    found = list(lines_in(examples))
    assert command in {named for named, _ in found}
    for named, given in found:
        assert set(given) <= options(named), named


def test_an_option_that_is_not_there_is_found() -> None:
    assert list(lines_in("`rapid-table odds mbs --deck 6`")) == [("odds", ["--deck"])]
    assert "--deck" not in options("odds")


def test_the_readme_has_a_line_for_each_command() -> None:
    readme = (PROJECT / "README.md").read_text()
    assert set(re.findall(r"^\| `rapid-table ([a-z-]+)` \|", readme, re.MULTILINE)) == set(SUMMARIES)
