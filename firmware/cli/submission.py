"""`rapid-table submission`: a folder for a laboratory: rules, mathematics, versions, digests, configuration, papers."""

import argparse
import hashlib
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

from msgspec import to_builtins

from firmware.books import book_ids, load_book
from firmware.cli.arguments import path
from firmware.cli.configurations import loaded
from firmware.cli.errors import BadInput
from firmware.cli.odds import odds_report
from firmware.cli.say import say, say_json
from firmware.files import NotReadable, read_file
from firmware.game.odds import count_results, odds_of
from firmware.rules import report
from firmware.rules.standard import report_standard
from firmware.version import version_lines

EXAMPLES: Final = """\
  rapid-table submission table-7 --config table.toml --config ats-1.toml --tests report.xml

The folder has rules.json (every rule and what meets it), standard.json (what laboratories ask), odds/ (PAR sheets of
each rule book), version.txt, source.sha256 (a digest of every file), configuration/, papers/ (manuals, where this runs
from a checkout) and SHA256SUMS over all of it. --tests is the report of the tests, as pytest's --junitxml wrote it.
"""
ROOT: Final = Path(__file__).parents[2]
PRODUCT: Final = ("firmware", "hal", "drivers")
MOST_BYTES: Final = 64 * 1024 * 1024


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    parser.add_argument("folder", type=path, metavar="DIR", help="a new folder")
    parser.add_argument(
        "--config", type=path, action="append", default=[], metavar="FILE", help="of a board; give each"
    )
    parser.add_argument("--tests", type=path, metavar="FILE", help="the tests' report")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Make it; exit status 1 where a rule or a demand is not accounted for: the folder says so too."""
    folder: Path = arguments.folder
    configured = [(file, _sound(file)) for file in arguments.config]
    tests = None if arguments.tests is None else _read(arguments.tests, "--tests")
    try:
        folder.mkdir(parents=True)
    except FileExistsError:
        raise BadInput(f"{folder}: is there already; give a new folder") from None
    except OSError as error:
        raise BadInput(f"{folder}: cannot be made: {error.strerror}") from None
    problems = _write_all(folder, configured, tests)
    sums = sorted(_sum(file, folder) for file in folder.rglob("*") if file.is_file())
    (folder / "SHA256SUMS").write_text("".join(sums))
    if arguments.json:
        say_json({"folder": str(folder), "files": len(sums), "problems": problems})
    else:
        say(f"{folder}: {len(sums)} files; {len(problems)} problems")
        for problem in problems:
            say(problem)
    return 1 if problems else 0


def _write_all(folder: Path, configured: list[tuple[Path, bytes]], tests: bytes | None) -> list[str]:
    rules, standard = report(), report_standard()
    _put(folder / "rules.json", _json({"rules": to_builtins(rules.rules), "problems": rules.problems}))
    _put(folder / "standard.json", _json({"rows": to_builtins(standard.demands), "problems": standard.problems}))
    for name, sheet in _sheets():
        _put(folder / "odds" / f"{name}.json", _json(sheet))
    _put(folder / "version.txt", ("\n".join(version_lines()) + "\n").encode())
    _put(folder / "source.sha256", "".join(sorted(_digests())).encode())
    for place, (file, text) in enumerate(configured, 1):
        _put(folder / "configuration" / f"{place}-{file.name}", text)
    for paper in sorted((ROOT / "docs").glob("*.md")):
        _put(folder / "papers" / paper.name, paper.read_bytes())
    if tests is not None:
        _put(folder / "tests.xml", tests)
    return [*rules.problems, *standard.problems]


def _sheets() -> Iterator[tuple[str, dict[str, Any]]]:
    """Return the PAR sheet of each rule book with the least and the most decks that it allows, and with eight."""
    results = cache(count_results)
    for book_id in book_ids():
        book = load_book(book_id)
        for decks in sorted({book.decks.least, 8, book.decks.most}):
            yield f"{book_id}-{decks}", odds_report(book_id, odds_of(book, decks, results))


def _digests() -> Iterator[str]:
    for part in PRODUCT:
        for file in (ROOT / part).rglob("*"):
            if file.is_file() and "__pycache__" not in file.parts:
                yield _sum(file, ROOT)


def _sum(file: Path, root: Path) -> str:
    return f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.relative_to(root)}\n"


def _sound(file: Path) -> bytes:
    loaded(file)
    return _read(file, "--config")


def _read(file: Path, option: str) -> bytes:
    try:
        return read_file(file, MOST_BYTES)
    except OSError as error:
        raise BadInput(f"{option}: {file}: cannot be read: {error.strerror}") from None
    except NotReadable as error:
        raise BadInput(f"{option}: {error}") from None


def _put(file: Path, data: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)


def _json(value: object) -> bytes:
    return json.dumps(value, indent=1, ensure_ascii=False).encode() + b"\n"
