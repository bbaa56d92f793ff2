"""What a trial has a board in QEMU refuse is refused by these codes here, too."""

import json
from pathlib import Path

import pytest
from image.trial.refusals import Refusals

from firmware.cli.main import main
from firmware.openssl import public_of
from firmware.updating.bundle import WhyNotUpdated
from firmware.version import VERSION

SEED = bytes(range(1, 33))
SLOT = """#!/bin/sh
echo '{{"booted":"a","other":"b","slots":{{"a":{{}},"b":{{"parts":{{"root":"{0}/root","boot":"{0}/boot"}}}}}}}}'
"""
# Of a board that is as it should be; a card without a second slot has no trial, nor has a board that two update.
NOT_THERE = {"update_no_slot", "update_under_way", "update_cancelled", "update_two_files", "update_not_ready"}


@pytest.mark.outside
def test_each_bundle_is_refused_by_its_own_code(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    every = dict(Refusals(tmp_path, SEED).every())
    assert every.keys() == {str(why) for why in WhyNotUpdated} - NOT_THERE
    (tmp_path / "pub").write_text(public_of(SEED).hex())
    (tmp_path / "slot").write_text(SLOT.format(tmp_path))
    (tmp_path / "slot").chmod(0o755)
    for part in ("root", "boot"):
        (tmp_path / part).write_bytes(bytes(8192))
    (tmp_path / "update").mkdir()
    (tmp_path / "update/floor").write_text(f"{VERSION}\n")
    given = ["--json", "--role", "table", "--key", f"{tmp_path}/pub", "--folder", f"{tmp_path}/update"]
    for code, file in every.items():
        capsys.readouterr()
        assert main(["update", str(file), *given, "--slot", f"{tmp_path}/slot"]) == 1
        assert json.loads(capsys.readouterr().out)["code"] == code
