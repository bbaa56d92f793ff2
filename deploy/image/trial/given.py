"""What a technician gives a board in QEMU: certificates, a configuration, and the board file made of them."""

import subprocess
import sys
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent


def rapid_table(*words: str | Path) -> str:
    """Run a command of the firmware, and return what it printed. Raises AssertionError."""
    command = [sys.executable, "-m", "firmware.cli.main", *(str(word) for word in words)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise AssertionError(f"rapid-table {' '.join(command[3:])}: {done.stdout}{done.stderr}")
    return done.stdout


def board_file(folder: Path, role: str, machine: int = 0x123400) -> Path:
    """Provision a table, and return the file that makes a board one of its own."""
    table = folder / "table7"
    rapid_table("provision", "table", table, "--ats", "2", "--host", "127.0.0.1", "--listen", "0.0.0.0:4222",
                "--machine", str(machine))  # fmt: skip
    device = {"table": "table", "ats": "ats-1", "wnd": "wnd-1"}[role]
    text = (HERE / f"{role}.toml").read_text().replace("machine = 0\n", f"machine = {machine}\n")
    (table / f"{device}.toml").write_text(text)
    rapid_table("provision", "board", device, "--from", table, "--out", folder)
    return folder / f"{device}.board"
