"""A copy of the tree to which a trial adds what a paper says: its files, and its words."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

PROJECT: Final = Path(__file__).parents[2]
MAIN: Final = (sys.executable, "-m", "firmware.cli.main")
# A file of a paper: its name on a line of its own or at a line's end, and then its text.
_FILE: Final = re.compile(r"`([\w./-]+)`:\n\n```(python|toml|sh)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PYTEST: Final = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist")
WORDS: Final = "firmware/kit/words/"
_LEFT_OUT: Final = shutil.ignore_patterns("__pycache__", ".*_cache", "kept", "reports")


def section(paper: str, title: str) -> str:
    """Return the part of a page below one of its titles."""
    text = (PROJECT / paper).read_text()
    _, found, rest = text.partition(f"\n## {title}\n")
    assert found, f"{paper} has no part {title!r}"
    return rest.partition("\n## ")[0]


def files_of(text: str) -> dict[str, str]:
    """Return the files that a paper has, by name."""
    return {name: body for name, _, body in _FILE.findall(text)}


def added(files: dict[str, str]) -> set[str]:
    """Return the files that are new: words are lines of files that there are."""
    return {name for name in files if not name.startswith(WORDS)}


def copied(tree: Path, files: dict[str, str], *more: str) -> Path:
    """Return a copy of the tree, with a paper's files in it. `more`: folders of tests that are needed besides."""
    for folder in ("firmware", "hal", "drivers", "sim", "tests/support", "tests/house", *more):
        shutil.copytree(PROJECT / folder, tree / folder, ignore=_LEFT_OUT, dirs_exist_ok=True)
    for file in ("pyproject.toml", "tests/conftest.py"):
        shutil.copy(PROJECT / file, tree / file)
    for name, text in files.items():
        say(tree, name, text) if name.startswith(WORDS) and (tree / name).exists() else put(tree, name, text)
    return tree


def put(tree: Path, name: str, text: str) -> None:
    """Add a file, where there is none."""
    assert not (tree / name).exists(), f"{name} is there already"
    (tree / name).write_text(text)


def say(tree: Path, name: str, lines: str) -> None:
    """Add lines to the words of a language."""
    words = (tree / name).read_text()
    assert words.count("\n[words]\n") == 1
    (tree / name).write_text(words.replace("\n[words]\n", f"\n[words]\n{lines}"))


def run(tree: Path, *command: str, said: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command on a tree in place of the one that is installed."""
    variables = {**os.environ, "PYTHONPATH": str(tree), "MYPY_CACHE_DIR": str(tree / "mypy")}
    return subprocess.run(
        command, cwd=tree, env=variables, input=said, capture_output=True, text=True, check=False
    )  # fmt: skip


def must(tree: Path, *command: str, said: str = "") -> str:
    """Run a command that has to succeed, and return what it prints."""
    done = run(tree, *command, said=said)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def python(tree: Path, *lines: str) -> str:
    """Run lines of Python on a tree."""
    return must(tree, sys.executable, "-c", "\n".join(lines))


def pass_tests(tree: Path, *files: str, only: str = "") -> str:
    """Pass tests of a copy, and return what pytest says."""
    chosen = ("-k", only) if only else ()
    return must(tree, *PYTEST, *files, *chosen)


def check_code(tree: Path, *files: str) -> None:
    """Hold added code to what ours is held to: ruff, its layout, and mypy."""
    must(tree, sys.executable, "-m", "ruff", "check", "--no-cache", *files)
    must(tree, sys.executable, "-m", "ruff", "format", "--no-cache", "--check", *files)
    must(tree, sys.executable, "-m", "mypy", *files)
