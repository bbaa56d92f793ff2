"""`rapid-table --version`: which software this is, said at once, in a checkout and out of an archive."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from firmware.books import book_ids
from firmware.cli.main import main
from firmware.version import VERSION, books, commit_of, version_lines

pytestmark = pytest.mark.lab(73)

PROJECT = Path(__file__).parents[2]


def git(folder: Path, *words: str) -> str:
    who = ("-c", "user.name=t", "-c", "user.email=t@example.org")
    return subprocess.run(["git", "-C", folder, *who, *words], capture_output=True, text=True, check=True).stdout


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout of a project that is laid out as ours is."""
    package = tmp_path / "checkout/firmware"
    package.mkdir(parents=True)
    for name in ("firmware/commit.txt", ".gitattributes"):
        (package.parent / name).write_text((PROJECT / name).read_text())
    git(package, "init", "--quiet", "..")
    git(package.parent, "add", ".")
    git(package.parent, "commit", "--quiet", "--message", "one")
    return package


@pytest.mark.outside
def test_the_version_the_commit_and_the_rule_books_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    version, commit, rule_books = capsys.readouterr().out.splitlines()
    assert version == f"rapid-table {VERSION}"
    assert commit.removesuffix("-dirty") == f"commit {git(PROJECT, 'rev-parse', 'HEAD').strip()}"
    assert rule_books == f"rule books: {', '.join(book_ids())}"


@pytest.mark.outside
def test_a_checkout_says_its_commit_and_whether_files_were_changed_since(checkout: Path) -> None:
    commit = git(checkout, "rev-parse", "HEAD").strip()
    git(checkout, "tag", "--annotate", "v9", "--message", "a tag is no commit")
    assert commit_of(checkout) == commit
    (checkout / "commit.txt").write_text("$Format:%H$\n\n")
    assert commit_of(checkout) == f"{commit}-dirty"


@pytest.mark.outside
def test_what_is_made_of_an_archive_says_the_commit_without_git(checkout: Path, tmp_path: Path) -> None:
    packed = subprocess.run(["git", "-C", checkout.parent, "archive", "HEAD"], capture_output=True, check=True).stdout
    (tmp_path / "unpacked").mkdir()
    subprocess.run(["tar", "-x", "-C", tmp_path / "unpacked"], input=packed, check=True)
    assert commit_of(tmp_path / "unpacked/firmware") == git(checkout, "rev-parse", "HEAD").strip()


@pytest.mark.outside
def test_where_nothing_says_the_commit_it_is_unknown(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    assert commit_of(checkout) == "unknown"
    (checkout.parent / ".git").rename(checkout.parent / "gone")
    assert commit_of(checkout) == "unknown"


def test_the_version_stands_in_one_place() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text())
    assert "version" not in project["project"]
    assert project["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "firmware.version.VERSION"}
    assert re.fullmatch(r"\d+\.\d+\.\d+", VERSION)


def test_it_stands_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version", "odds", "crown-baccarat"]) == 2
    assert capsys.readouterr().err == "--version: takes no sub-command; type rapid-table --version alone\n"


@pytest.mark.outside
def test_the_rule_books_are_those_that_can_be_loaded_and_nothing_heavy_is_imported() -> None:
    assert books() == book_ids()
    # What was there before is not ours: coverage reads its settings.
    script = (
        "import sys; had = set(sys.modules); from firmware.cli.main import main; main(['--version']);"
        "print(*set(sys.modules) - had, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=PROJECT)
    assert done.stdout.splitlines()[0] == version_lines()[0]
    assert "firmware.version" in done.stderr.split()
    assert not {"msgspec", "asyncio", "tomllib", "importlib.metadata", "pygame"} & set(done.stderr.split())
