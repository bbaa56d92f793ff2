"""A package that only some roles need is missing: one line says which, and how it is installed."""

import subprocess
import sys
from pathlib import Path

import pytest

DEPLOY = Path(__file__).parents[2] / "deploy"
WITHOUT = """
import sys
sys.modules[{package!r}] = None
from firmware.cli.main import main
sys.exit(main({words!r}))
"""
TABLE = """
role = "table"
[table]
rulebook = "crown-baccarat"
tickets = false
[journal]
path = "table.journal"
pin_secret = "pin"
[devices.shoe]
driver = "sim.angel_eye"
port = "bench"
[screen]
"""
WND = 'role = "wnd"\n[network]\nserver = "nats://127.0.0.1:1"\ndevice = "wnd-1"\ncertificates = "."\n[screen]\n'


def without(package: str, folder: Path, *words: str) -> tuple[int, str, str]:
    (folder / "table.toml").write_text(TABLE.replace("[screen]", '[devices.touch]\ndriver = "drivers.touch"\n[screen]'))
    (folder / "wnd.toml").write_text(WND)
    program = WITHOUT.format(package=package, words=list(words))
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, timeout=60, check=False
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.outside
@pytest.mark.parametrize(
    ("package", "words", "says"),
    [
        ("pygame", "bench", "bench: needs the package pygame-ce: pip install 'rapid-table-firmware[bench]'"),
        ("aiohttp", "bench", "bench: needs the package aiohttp: pip install 'rapid-table-firmware[bench]'"),
        (
            "pygame",
            "run --role wnd --config wnd.toml",
            "run: needs the package pygame-ce: pip install 'rapid-table-firmware[wnd]'",
        ),
        (
            "argon2",
            "run --role table --config table.toml",
            "run: needs the package argon2-cffi: pip install 'rapid-table-firmware[table]'",
        ),
        (
            "PIL",
            "emulate ticket-printer --link link --pages pages",
            "emulate: needs the package pillow: pip install 'rapid-table-firmware[bench]'",
        ),
        (
            "cryptography",
            "provision certificates",
            "provision: needs the package cryptography: pip install 'rapid-table-firmware[bench]'",
        ),
        (
            "pygame",
            "soak --hours 0.001",
            "soak: needs the package pygame-ce: pip install 'rapid-table-firmware[bench]'",
        ),
    ],
)
def test_a_missing_package_is_one_line(package: str, words: str, says: str, tmp_path: Path) -> None:
    assert without(package, tmp_path, *words.split()) == (2, "", f"{says}\n")


@pytest.mark.outside
@pytest.mark.parametrize(
    ("package", "profile", "says"),
    [
        ("argon2", "table.toml", "role table needs the package argon2-cffi: pip install 'rapid-table-firmware[table]'"),
        ("pygame", "wnd.toml", "role wnd needs the package pygame-ce: pip install 'rapid-table-firmware[wnd]'"),
    ],
)
def test_check_config_says_what_the_role_needs(package: str, profile: str, says: str, tmp_path: Path) -> None:
    status, out, err = without(package, tmp_path, "check-config", profile)
    assert (status, err) == (0, "")
    assert f"  warning: {says}\n" in out


@pytest.mark.outside
def test_what_no_extra_brings_is_a_fault_of_ours(tmp_path: Path) -> None:
    status, _, err = without("msgspec", tmp_path, "check-config", "table.toml")
    assert status == 1
    assert "ModuleNotFoundError" in err
