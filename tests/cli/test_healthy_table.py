"""A table that runs as a process is found healthy from outside, and one that was killed is not."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from firmware.cli.healthy import HealthWatch
from firmware.cli.main import main
from firmware.updating.health import FRESH_S
from firmware.updating.vitals import read_vitals

pytestmark = pytest.mark.outside

TABLE = """
role = "table"
[table]
rulebook = "crown-baccarat"
tickets = false
[journal]
path = "{folder}/table.journal"
pin_secret = "{folder}/pin"
[screen]
size = [1280, 800]
[devices.shoe]
driver = "drivers.angel_eye"
port = "{folder}/shoe"
[devices.touch]
driver = "drivers.touch"
"""


def test_a_running_table_is_healthy_and_a_killed_one_grows_old(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "table.toml").write_text(TABLE.format(folder=tmp_path))
    (tmp_path / "slot").write_text(f"#!/bin/sh\necho $1 >> {tmp_path}/asked\n")
    (tmp_path / "slot").chmod(0o755)
    environment = {**os.environ, "RUNTIME_DIRECTORY": str(tmp_path), "SDL_VIDEODRIVER": "dummy"}
    words = (sys.executable, "-m", "firmware.cli.main", "run", "--role", "table", "--config", f"{tmp_path}/table.toml")
    given = ["--vitals", f"{tmp_path}/vitals.json", "--folder", f"{tmp_path}/update", "--slot", f"{tmp_path}/slot"]
    with subprocess.Popen(words, env=environment, stderr=subprocess.DEVNULL) as process:
        try:
            assert main(["healthy", "--within", "60", *given]) == 0, capsys.readouterr().err
        finally:
            process.send_signal(signal.SIGKILL)
    assert (tmp_path / "asked").read_text() == "good\n"
    vitals = read_vitals(tmp_path / "vitals.json")
    assert vitals is not None
    # Its shoe is not there, and it says so: that is no reason to give the software up.
    assert vitals.parts["shoe"].faults == ("absent",)
    assert (vitals.picture, vitals.software) == (True, "unproven")
    # The file still says that all is well; it says when, too.
    later = time.clock_gettime(time.CLOCK_BOOTTIME) + FRESH_S
    patient = {"now": lambda: later, "pause": lambda _: None}
    monkeypatch.setattr(HealthWatch.__init__, "__kwdefaults__", patient)
    assert main(["healthy", "--within", "0", *given]) == 1
    assert "said nothing for too long" in capsys.readouterr().err
    assert (tmp_path / "asked").read_text() == "good\n"
