"""Whoever changes a command finds it in few files: its feature, and where it is asked for."""

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final, get_args

from parsed import nodes

from firmware.link import messages
from firmware.table.core.commands import Command
from firmware.table.core.feature import FEATURES

PROJECT: Final = Path(__file__).parents[2]
# What measures tables, or tries somebody else's boards, plays them as people would: it is no part of any command.
PLAYS: Final = ("firmware/measures/", "firmware/conform/")
MOST: Final = 3
# A message is written in one file, is one of the kinds of requests, is asked by one board, and answered by the table.
MOST_OF_A_MESSAGE: Final = 4
# The commands that stand in more files, in how many, and why. The list only grows shorter.
MORE: Final[Mapping[str, tuple[int, str]]] = {
    "ReportDevice": (12, "each part of a board says what it finds of a device"),
    "Malfunction": (5, "found by the shoe, the display, the network, and people"),
    "ClearMalfunction": (5, "as its beginning"),
    "StartSession": (4, "asked at a console, or by a tournament, which does so across the network, too"),
    "EndSession": (4, "as its start"),
    "EnrolStaff": (4, "the first person is enrolled by nobody; who approves another hangs on who enrolled whom"),
}
MORE_OF_MESSAGES: Final[Mapping[str, tuple[int, str]]] = {
    "ShowTicket": (6, "a cash desk's command line fills it in, and the table's desk for it reads it"),
    "OrderTable": (5, "a tournament sends it, and it has a bound of its own for its size"),
}


def module(path: Path) -> str:
    """Return the module that a file is."""
    return ".".join(path.relative_to(PROJECT).with_suffix("").parts).removesuffix(".__init__")


def named(name: str, text: str) -> Iterator[tuple[str, str]]:
    r"""Return what a module names by an import, an imported module, or a class of its own: module and name.

    >>> text = "from a.b import C, d as e\ne.F()\nclass G: ..."
    >>> sorted(named("here", text))
    [('a.b', 'C'), ('a.b', 'd'), ('a.b.d', 'F'), ('here', 'G')]
    """
    known = {}
    for node in nodes(text):
        if isinstance(node, ast.ImportFrom) and node.module:
            known |= {one.asname or one.name: f"{node.module}.{one.name}" for one in node.names}
            yield from ((node.module, one.name) for one in node.names)
        elif isinstance(node, ast.Import):
            known |= {one.asname or one.name: one.name for one in node.names}
        elif isinstance(node, ast.ClassDef):
            yield name, node.name
    for node in nodes(text):
        if isinstance(node, ast.Attribute) and (of := dotted(node.value)) in known:
            yield known[of], node.attr


def dotted(node: ast.expr) -> str:
    """Return a name, or what stands before its dots, too; nothing for anything else."""
    if isinstance(node, ast.Attribute):
        return f"{dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


@cache
def files_by_class() -> dict[tuple[str, str], set[str]]:
    """Return, by module and name, the files of the firmware that name it."""
    found: dict[tuple[str, str], set[str]] = {}
    for path in (PROJECT / "firmware").rglob("*.py"):
        for one in named(module(path), path.read_text()):
            found.setdefault(one, set()).add(str(path.relative_to(PROJECT)))
    return found


def over(kinds: set[type], most: int) -> dict[str, set[str]]:
    """Return which of these stand in more files than they should, and in which."""
    found = files_by_class()
    files = {
        kind.__name__: {file for file in found[kind.__module__, kind.__name__] if not file.startswith(PLAYS)}
        for kind in kinds
    }
    return {name: those for name, those in files.items() if len(those) > most}


def commands() -> set[type]:
    """Return the commands of all features."""
    return {kind for kind in FEATURES.decides if issubclass(kind, Command) and ".features." in kind.__module__}


def test_a_command_of_the_table_stands_in_few_files() -> None:
    assert len(commands()) > 100
    found = over(commands(), MOST)
    assert {name: len(files) for name, files in found.items()} == {name: most for name, (most, _) in MORE.items()}, (
        found
    )


def test_a_message_of_a_board_stands_in_few_files() -> None:
    found = over(set(get_args(messages.Request)), MOST_OF_A_MESSAGE)
    counted = {name: len(files) for name, files in found.items()}
    assert counted == {name: most for name, (most, _) in MORE_OF_MESSAGES.items()}, found
