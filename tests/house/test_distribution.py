"""What is distributed: under a name that is ours, with its types declared, and with all that it needs to run."""

import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
PROJECT_FILE = tomllib.loads((PROJECT / "pyproject.toml").read_text())
PACKAGES = ("firmware", "hal", "drivers", "sim")
NAME = "rapid-table-firmware"
# On PyPI this is somebody else's. Whoever asks an index for it installs a stranger's program as root.
THEIRS = r"(?<![\w./-])rapid[-_.]table(?![\w/-])(?!\.\w)"
INSTALLING = re.compile(rf"\b(pip3?|pipx|uvx?|pip-compile|poetry|easy_install)\b[^|;&]*{THEIRS}(?!:)", re.IGNORECASE)
REQUIRED = re.compile(rf"^\s*[\"']?{THEIRS}(\[[\w, -]+\])?\s*([=~<>!]=|[<>@])", re.IGNORECASE)


def asks_for_theirs(line: str) -> bool:
    return bool(INSTALLING.search(line) or REQUIRED.search(line))


def files() -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        capture_output=True,
        check=True,
        cwd=PROJECT,
    )
    return [PROJECT / name for name in listed.stdout.decode().split("\0") if name and (PROJECT / name).is_file()]


@pytest.mark.parametrize(
    ("line", "asks"),
    [
        ("pip install rapid-table", True),
        (".venv/bin/pip install 'rapid_table[table]'", True),
        ("/opt/rapid-table/bin/python -m pip install --upgrade rapid-table==0.2.0", True),
        ("rapid-table==0.1.0 \\", True),
        ("Rapid.Table[ats] >= 0.2", True),
        ("pip download rapid-table # for the image", True),
        ("pip install rapid-table-firmware", False),
        ("rapid-table-firmware==0.2.0", False),
        ("pip install /opt/rapid-table/dist/x.whl", False),
        ("pip install .[table] && rapid-table run", False),
        ("ExecStart=/opt/rapid-table/bin/rapid-table run --role table", False),
    ],
)
def test_what_asks_an_index_for_it_is_known(line: str, *, asks: bool) -> None:
    assert asks_for_theirs(line) is asks


@pytest.mark.outside
def test_no_paper_unit_or_script_asks_an_index_for_somebody_elses_package() -> None:
    seen = 0
    for path in files():
        if path == Path(__file__):
            continue
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue  # pictures, fonts, journals
        seen += 1
        for number, line in enumerate(text.splitlines(), 1):
            assert not asks_for_theirs(line), f"{path.relative_to(PROJECT)}:{number}: {line.strip()}"
    assert seen > 500


def test_the_distribution_has_a_name_of_its_own_and_the_command_the_one_people_know() -> None:
    assert PROJECT_FILE["project"]["name"] == NAME
    assert PROJECT_FILE["project"]["scripts"] == {"rapid-table": "firmware.cli.main:main"}


@pytest.mark.outside
def test_the_wheel_declares_its_types_and_holds_all_that_is_no_python(tmp_path: Path) -> None:
    # From a copy: a build leaves its folders beside what it builds.
    for path in files():
        if path.relative_to(PROJECT).parts[0] in {*PACKAGES, "pyproject.toml", "README.md", "LICENSE"}:
            copy = tmp_path / "copy" / path.relative_to(PROJECT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(path.read_bytes())
    script = "import sys; from setuptools.build_meta import build_wheel; build_wheel(sys.argv[1])"
    subprocess.run(
        [sys.executable, "-W", "ignore", "-c", script, tmp_path], check=True, cwd=tmp_path / "copy", capture_output=True
    )
    (wheel,) = tmp_path.glob("rapid_table_firmware-*.whl")
    held = set(zipfile.ZipFile(wheel).namelist())
    assert {f"{package}/py.typed" for package in PACKAGES} <= held
    sources = {str(path.relative_to(PROJECT)) for path in files() if path.relative_to(PROJECT).parts[0] in PACKAGES}
    # A shim that slows a card for measurements is built from the sources, and comes with no wheel and no image.
    assert sources - held == {"sim/stand_in/slow_card.c"}
