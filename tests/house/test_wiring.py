"""What a thing needs it is given when it is made: nobody sets another's attributes afterwards."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from parsed import nodes

PROJECT = Path(__file__).parents[2]
FOLDERS = ("firmware", "hal", "drivers", "sim")
# What is Python's own is set as Python has it.
OF_PYTHON = {
    "tempfile": "the folder that a library loads from, while it is loaded",
    "sys": "standard input and output are opened anew",
    "sub": "argparse says what stands below its help",
    "context": "ssl says so which version is the oldest",
    "function": "ctypes says so what a function takes",
    "db": "sqlite3 says so how texts are read",
    "stopped": "an exception names its cause",
    "page": "Pillow keeps with a picture what is said of it",
}
# What is put in the place of something of the product, so as to see into it, or to break it on purpose.
PATCHED = {
    "sim/siege/attended.py": {"devices.TableDevices", "ats.Terminal", "self._shown.canvas"},
    "sim/siege/breaks.py": {"desk._one_at_a_time"},
    "sim/stand_in/table.py": {"self.stage.feel", "self.stage.show"},
    "sim/stand_in/terminal.py": {"self.off.present"},
}


def set_from_outside(text: str) -> Iterator[str]:
    """Return what is set on another's attributes, but for values whose class stands in the same file."""
    own = {name for node in nodes(text) if isinstance(node, ast.ClassDef) for name in _attributes(node)}
    for node in nodes(text):
        if not isinstance(node, ast.Attribute) or not isinstance(node.ctx, ast.Store):
            continue
        of = ast.unparse(node.value)
        if of not in ("self", "cls", *OF_PYTHON) and node.attr not in own:
            yield f"line {node.lineno}: {of}.{node.attr}"


def with_setter(text: str) -> Iterator[str]:
    """Return what a class takes by a setter of its own, which may refuse it."""
    for node in nodes(text):
        if isinstance(node, ast.FunctionDef) and any(
            isinstance(one, ast.Attribute) and one.attr == "setter" for one in node.decorator_list
        ):
            yield node.name


def _attributes(kind: ast.ClassDef) -> Iterator[str]:
    for node in ast.walk(kind):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and ast.unparse(node.value) == "self":
            yield node.attr


@pytest.mark.parametrize("folder", FOLDERS)
def test_nothing_is_set_on_another_from_outside(folder: str) -> None:
    files = sorted((PROJECT / folder).rglob("*.py"))
    assert files
    found = {str(path.relative_to(PROJECT)): list(set_from_outside(path.read_text())) for path in files}
    setters = {name for path in files for name in with_setter(path.read_text())}
    for path, lines in found.items():
        seen = {line.partition(": ")[2] for line in lines}
        assert {one for one in seen if one.rpartition(".")[2] not in setters} == PATCHED.get(path, set()), path


def test_a_desk_that_is_wired_afterwards_is_found() -> None:
    assert list(set_from_outside("desk = Desk()\ndesk.sound = play\nself.desk.lamp = lamp")) == [
        "line 2: desk.sound",
        "line 3: self.desk.lamp",
    ]
    record = "class Copy:\n    trouble: str = ''\ncopy.trouble = 'lost'\nself.own = 1\nsys.stdout = out"
    assert list(set_from_outside(record)) == []


def test_a_setter_of_its_own_is_found() -> None:
    assert list(
        with_setter("class Loop:\n    @speed.setter\n    def speed(self, to): ...\n    def run(self): ...")
    ) == ["speed"]
