"""`rapid-table update`: makes bundles, takes them, says how it stands, cancels."""

import json
import os
import signal
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from firmware.cli import update
from firmware.cli.main import main
from firmware.cli.update import slowly
from firmware.openssl import public_of
from firmware.table.journal.shape import OURS
from firmware.updating.bundle import WhyNotUpdated
from firmware.version import VERSION

SEED = bytes(range(32))
SLOT = """#!/bin/sh
echo $1 >> {0}/asked
echo '{{"booted":"a","other":"b","slots":{{"a":{{}},"b":{{"parts":{{"root":"{0}/root-b"}}}}}}}}'
"""


@pytest.fixture
def board(tmp_path: Path) -> Path:
    (tmp_path / "sign.key").write_text(SEED.hex())
    (tmp_path / "software.pub").write_text(public_of(SEED).hex())
    (tmp_path / "root.img").write_bytes(b"new" * 1000)
    (tmp_path / "root-b").write_bytes(bytes(8000))
    (tmp_path / "slot").write_text(SLOT.format(tmp_path))
    (tmp_path / "slot").chmod(0o755)
    return tmp_path


def made(board: Path, version: str = "99.0.0", role: str = "ats") -> int:
    given = ["--make", version, "--role", role, "--part", f"root={board}/root.img", "--sign", f"{board}/sign.key"]
    return main(["update", f"{board}/new.rtbundle", *given])


def asked(board: Path, what: str, *more: str) -> int:
    where = ["--key", f"{board}/software.pub", "--folder", f"{board}/update", "--slot", f"{board}/slot"]
    return main(["update", what, "--role", "ats", *where, *more])


@pytest.mark.outside
def test_a_bundle_is_made_taken_and_cancelled(board: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert made(board) == 0
    assert "ats 99.0.0, 3,000 bytes" in capsys.readouterr().out
    assert asked(board, f"{board}/new.rtbundle", "--rate", "1000000000") == 0
    assert capsys.readouterr().out == "ready 99.0.0\n"
    assert (board / "root-b").read_bytes()[:3000] == b"new" * 1000
    assert asked(board, "status", "--json") == 0
    assert json.loads(capsys.readouterr().out)["phase"] == "ready"
    assert asked(board, "cancel") == 0
    assert capsys.readouterr().out.startswith("cancelled 99.0.0: update_cancelled")
    assert asked(board, "cancel") == 1
    assert capsys.readouterr().err.startswith("update_not_ready: ")


def test_what_is_refused_is_said_with_its_code(board: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert made(board, VERSION) == 0
    assert asked(board, f"{board}/new.rtbundle") == 1
    assert capsys.readouterr().err.startswith("update_same: ")
    assert made(board, role="wnd") == 0
    capsys.readouterr()
    assert asked(board, f"{board}/new.rtbundle", "--json") == 1
    assert json.loads(capsys.readouterr().out)["code"] == "update_other_role"


def test_before_the_first_update_there_is_nothing_to_say(board: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert asked(board, "status") == 1
    assert "update_not_ready" in capsys.readouterr().err


@pytest.mark.outside
def test_it_is_started_by_the_unit_alone(board: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    restarted = []
    monkeypatch.setattr(update, "_restart", lambda: restarted.append("now"))
    assert made(board) == 0
    assert asked(board, f"{board}/new.rtbundle", "--rate", "1000000000") == 0
    assert asked(board, "activate") == 0
    assert restarted == ["now"]
    assert (board / "asked").read_text().split() == ["status", "clear", "activate"]
    (board / "slot").write_text("#!/bin/sh\nexit 1\n")
    assert asked(board, f"{board}/new.rtbundle") == 1


def test_a_restart_is_systemds_affair(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []
    monkeypatch.setattr("subprocess.run", lambda words, check: asked.append(words) or check)
    update._restart()  # noqa: SLF001
    assert asked == [["systemctl", "reboot"]]


@pytest.mark.outside
def test_a_stick_that_is_taken_out_cancels_it_and_the_slot_is_not_started(
    board: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its unit is bound to the stick's mount, so that another stick is taken in the same start of the board."""
    unit = (Path(__file__).parents[2] / "deploy/units/rapid-table-update.service").read_text()
    assert "\nBindsTo=media-rapid\\x2dtable.mount\nAfter=media-rapid\\x2dtable.mount\n" in unit
    assert made(board) == 0
    monkeypatch.setattr(update, "slowly", lambda _: lambda _: os.kill(os.getpid(), signal.SIGTERM))
    before = signal.getsignal(signal.SIGTERM)
    assert asked(board, f"{board}/new.rtbundle") == 1
    assert signal.getsignal(signal.SIGTERM) is before
    assert "update_cancelled" in capsys.readouterr().err
    assert (board / "asked").read_text().split() == ["status", "clear"]
    assert json.loads((board / "update/state.json").read_text())["phase"] == "cancelled"


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (["--make", "1"], "--make: needs"),
        (["--make", "1", "--role", "ats", "--sign", "x", "--part", "root=x"], "--make: '1' is no version"),
        (["--make", "1.0.0", "--role", "ats", "--sign", "x", "--part", "Root=x"], "--part: 'Root=x' is none"),
        (["--make", "1.0.0", "--role", "ats", "--sign", "/dev/null", "--part", "root=x"], "is no private key"),
        (["--rate", "0"], "--rate: '0' is not a whole number from 1"),
        (["--key", "/dev/null"], "is no public key"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line(
    more: list[str], says: str, board: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert asked(board, f"{board}/new.rtbundle", *more) == 2
    assert says in capsys.readouterr().err


def test_a_part_that_is_not_there_and_a_board_that_says_no_role(
    board: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (board / "root.img").unlink()
    assert made(board) == 2
    assert "root.img: cannot be used" in capsys.readouterr().err
    assert main(["update", "status", "--folder", str(board)]) == 1
    assert main(["update", f"{board}/new.rtbundle"]) == 2
    assert "--role says which" in capsys.readouterr().err


def test_it_waits_as_long_as_so_many_bytes_may_take() -> None:
    waited: list[float] = []
    slowly(4_000_000, waited.append)(1_000_000)
    assert waited == [0.25]


def test_a_table_takes_what_reads_its_journal_and_leaves_it_readable() -> None:
    def why(**change: object) -> WhyNotUpdated | None:
        return update._journals(msgspec.json.encode(replace(OURS, **change)))  # noqa: SLF001

    kinds = dict(OURS.kinds)
    assert why() is None
    assert why(kinds={**kinds, "something_new": ("ats",)}) is WhyNotUpdated.NO_WAY_BACK
    assert why(kinds={**kinds, "result": (*kinds["result"], "mood")}) is WhyNotUpdated.NO_WAY_BACK
    assert why(file=OURS.file + 1) is WhyNotUpdated.NO_WAY_BACK
    assert why(kinds={name: fields for name, fields in kinds.items() if name != "result"}) is WhyNotUpdated.JOURNAL
    assert why(kinds={**kinds, "result": kinds["result"][1:]}) is WhyNotUpdated.JOURNAL
    assert why(version=OURS.version + 1) is WhyNotUpdated.JOURNAL
    assert why(file=OURS.file - 1) is WhyNotUpdated.JOURNAL
    assert update._journals(b"null") is WhyNotUpdated.JOURNAL  # noqa: SLF001
