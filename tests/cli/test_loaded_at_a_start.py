"""What a board runs beside its role at each start loads little: a weak board takes seconds to load all."""

import subprocess
import sys
from pathlib import Path

import pytest

from firmware.link.provisioning import provision

# What was loaded before, as by a suite that counts what it covers, is not ours.
SCRIPT = """
import sys
before = set(sys.modules)
from firmware.cli.main import main
main(sys.argv[1:])
print(*(set(sys.modules) - before), file=sys.stderr)
"""
HEAVY = {"asyncio", "ssl", "cryptography", "pygame", "sqlite3", "firmware.config"}


@pytest.fixture
def certificates(tmp_path: Path) -> Path:
    provision(tmp_path / "table7", ["ats-1"], ["localhost"])
    (tmp_path / "barred.json").write_text("{}")
    return tmp_path


@pytest.mark.outside
@pytest.mark.parametrize(
    ("command", "needs"),
    [
        ("healthy --within 0 --vitals none.json --folder update --slot slot", "firmware.updating.health"),
        ("take-in --role table --media none --said said.json", "firmware.provisioned.take_in"),
        ("provision table7 --bar barred.json", "firmware.link.permissions"),
    ],
)
def test_it_loads_what_it_needs_and_no_more(command: str, needs: str, certificates: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, *command.split()], cwd=certificates, capture_output=True, text=True, check=True
    )
    loaded = set(done.stderr.splitlines()[-1].split())
    assert needs in loaded
    assert sorted(loaded & HEAVY) == []
