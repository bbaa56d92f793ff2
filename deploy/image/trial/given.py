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


DEVICE: Final = {"table": "table", "ats": "ats-1", "wnd": "wnd-1"}
HERE_ALONE: Final = "127.0.0.1"


def board_file(folder: Path, role: str, machine: int = 0x123400) -> Path:
    """Provision a table, and return the file that makes a board one of its own."""
    return board_files(folder, (role,), machine)[role]


def board_files(
    folder: Path, roles: tuple[str, ...], machine: int = 0x123400, server: str = HERE_ALONE, ats: int = 0
) -> dict[str, Path]:
    """Provision a table, and return the file of each board. `server`: the table board's address."""
    table = folder / "table7"
    rapid_table("provision", "table", table, "--ats", "2", "--host", server, "--listen", "0.0.0.0:4222",
                "--machine", str(machine))  # fmt: skip
    files = {}
    for role in roles:
        device = DEVICE[role]
        text = (HERE / f"{role}.toml").read_text().replace("machine = 0\n", f"machine = {machine}\n")
        text = text.replace(f"tls://{HERE_ALONE}", f"tls://{server}").replace("ats = 0  ", f"ats = {ats}  ")
        (table / f"{device}.toml").write_text(text)
        rapid_table("provision", "board", device, "--from", table, "--out", folder)
        files[role] = folder / f"{device}.board"
    return files
