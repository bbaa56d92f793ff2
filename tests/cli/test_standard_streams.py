"""Standard input, output and error that are full, closed, or read by nobody any more."""

import os
import subprocess
from pathlib import Path

import pytest
from processes import RAPID_TABLE
from signed_table import two_shoes

from firmware.cli.main import SUMMARIES
from firmware.table.journal.signing import table_signer

pytestmark = pytest.mark.outside

COMMANDS = {
    "odds": ("odds", "crown-baccarat", "--json"),
    "play": ("play", "--rulebook", "crown-baccarat", "--shoe", "1"),
    "export": ("journal", "export", "table.journal", "--key", "journal.key"),
    "provision": ("provision", "made", "--ats", "0"),
    "soak": ("soak", "--hours", "0.001"),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    two_shoes(tmp_path / "table.journal", table_signer(tmp_path / "journal.key"))
    return tmp_path


def told(folder: Path, words: tuple[str, ...], shell: str) -> tuple[int, str]:
    """Return the status, and what was said on standard error, of a command line that a shell redirects."""
    line = f'{{ {" ".join(RAPID_TABLE)} "$@" {shell}; }}'
    done = subprocess.run(
        ["/bin/sh", "-c", line, "sh", *words], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True,
        timeout=60, check=False, env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )  # fmt: skip
    return done.returncode, done.stderr


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(("shell", "why"), [(">/dev/full", "No space left on device"), (">&-", "Bad file descriptor")])
def test_an_output_that_takes_nothing_is_told(folder: Path, command: str, shell: str, why: str) -> None:
    said = (2, f"standard output: cannot be written: {why}\n")
    assert told(folder, COMMANDS[command], shell) == said


@pytest.mark.parametrize("command", ["play", "export"])
def test_whoever_reads_no_more_is_no_fault(folder: Path, command: str) -> None:
    # The status of a pipe is its end's: what the command's own was is written down.
    assert told(folder, COMMANDS[command], "2>said; echo $? >status; } | true; { cat said >&2")[1] == ""
    assert (folder / "status").read_text() == "0\n"


@pytest.mark.parametrize("shell", ["2>/dev/full", "2>&-", ">/dev/full 2>/dev/full", ">&- 2>&-"])
@pytest.mark.parametrize("command", SUMMARIES)
def test_an_error_that_nobody_can_be_told_keeps_its_status(folder: Path, command: str, shell: str) -> None:
    assert told(folder, (command, "--nope"), shell) == (2, "")


@pytest.mark.parametrize("command", SUMMARIES)
def test_a_help_that_nobody_can_be_shown_says_so(folder: Path, command: str) -> None:
    said = "standard output: cannot be written: No space left on device\n"
    assert told(folder, (command, "--help"), ">/dev/full") == (2, said)
    assert told(folder, (command, "--help"), ">/dev/full 2>/dev/full") == (2, "")


def test_no_file_takes_the_place_of_an_output_that_is_closed(folder: Path) -> None:
    """The journal would be the first file that is opened, and so what is printed would be written into it."""
    before = (folder / "table.journal").read_bytes()
    assert told(folder, ("journal", "replay", "table.journal"), "<&- >&- 2>&-") == (2, "")
    assert (folder / "table.journal").read_bytes() == before
    assert told(folder, ("play", "--rulebook", "crown-baccarat", "-"), "<&- >/dev/null") == (0, "")
