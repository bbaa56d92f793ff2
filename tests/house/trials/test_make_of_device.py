"""A make of device is added as docs/devices.md says: its package and its model, and nothing else is touched."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from processes import started

PROJECT = Path(__file__).parents[3]
FILES = re.compile(r"^`([\w/]+\.py)`:\n\n```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PAPER = dict(FILES.findall((PROJECT / "docs/devices.md").read_text()))
MAIN = (sys.executable, "-m", "firmware.cli.main")
SHOE = re.compile(r"^\[devices\.shoe\]\n(?:.+\n)*", re.MULTILINE)
PROFILE = (PROJECT / "deploy/table.toml").read_text()
pytestmark = pytest.mark.outside


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the tree, with the make that the paper describes."""
    tree = tmp_path_factory.mktemp("tree")
    left_out = shutil.ignore_patterns("__pycache__")
    for folder in ("firmware", "hal", "drivers", "sim", "tests/support", "tests/conformance"):
        shutil.copytree(PROJECT / folder, tree / folder, ignore=left_out)
    for file in ("pyproject.toml", "tests/conftest.py"):
        shutil.copy(PROJECT / file, tree / file)
    for name, text in PAPER.items():
        (tree / name).parent.mkdir(exist_ok=True)
        (tree / name).write_text(text)
    return tree


def run(tree: Path, *command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command on a tree in place of the one that is installed."""
    variables = {**os.environ, "PYTHONPATH": str(tree), "MYPY_CACHE_DIR": str(tree / "mypy"), **environment}
    return subprocess.run(command, cwd=tree, env=variables, capture_output=True, text=True, check=False)


def makes(tree: Path, **environment: str) -> list[tuple[str, str]]:
    listed = run(tree, *MAIN, "emulate", "--list", **environment)
    assert listed.returncode == 0, listed.stderr
    rows = [json.loads(line) for line in listed.stdout.splitlines()]
    return [(row["device"], row["protocol"]) for row in rows]


def checked(tree: Path, driver: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Check a table's profile whose shoe is of this make."""
    (tree / "table.toml").write_text(SHOE.sub(f'[devices.shoe]\ndriver = "{driver}"\nport = "/dev/shoe"\n', PROFILE))
    return run(tree, *MAIN, "check-config", "table.toml", **environment)


def test_the_paper_names_a_package_and_a_model_and_nothing_else() -> None:
    assert {str(Path(name).parent) for name in PAPER} == {"drivers/plain_shoe", "sim/devices"}
    assert [name for name in PAPER if name.startswith("sim/")] == ["sim/devices/plain_shoe.py"]


def test_its_code_is_as_ours_has_to_be(copy: Path) -> None:
    linted = run(copy, sys.executable, "-m", "ruff", "check", "--no-cache", *PAPER)
    assert linted.returncode == 0, linted.stdout
    laid_out = run(copy, sys.executable, "-m", "ruff", "format", "--no-cache", "--check", *PAPER)
    assert laid_out.returncode == 0, laid_out.stdout


def test_types_see_through_to_its_methods(copy: Path) -> None:
    check = (sys.executable, "-m", "mypy", "drivers/plain_shoe", "sim/devices/plain_shoe.py")
    sound = run(copy, *check)
    assert sound.returncode == 0, sound.stdout
    driver = copy / "drivers/plain_shoe/driver.py"
    whole = driver.read_text()
    driver.write_text(whole.replace("async def lock(", "async def shut("))
    try:
        renamed = run(copy, *check)
    finally:
        driver.write_text(whole)
    assert renamed.returncode == 1
    assert re.search(r'^drivers/plain_shoe/make\.py:\d+: error: Argument "drive"', renamed.stdout, re.MULTILINE)


def test_it_is_listed_and_is_not_the_usual_one(copy: Path) -> None:
    assert [protocol for kind, protocol in makes(copy) if kind == "shoe"] == ["angel-eye", "bee-tek", "plain-shoe"]


@pytest.mark.parametrize("driver", ["drivers.plain_shoe", "sim.plain_shoe"])
def test_a_profile_may_name_it(copy: Path, driver: str) -> None:
    found = checked(copy, driver)
    assert found.returncode == 0, found.stderr
    assert f"shoe: {driver}" in found.stdout


def test_the_page_of_devices_has_it(copy: Path) -> None:
    shutil.copy(PROJECT / "docs/devices.md", copy / "devices.md")
    assert run(copy, sys.executable, "-m", "firmware.probing.manual", "devices.md").returncode == 0
    assert "| `shoe` | `angel-eye`, `bee-tek`, `plain-shoe` |" in (copy / "devices.md").read_text()


def test_it_is_fuzzed(copy: Path) -> None:
    fuzzed = run(copy, sys.executable, "-m", "sim.fuzz", "--inputs", "5000", "--stories", "5", "--only", "plain-shoe")
    assert fuzzed.returncode == 0, fuzzed.stderr
    of_codec, of_device = [json.loads(line) for line in fuzzed.stdout.splitlines()]
    assert of_codec["codec"] == of_device["device"] == "plain-shoe"


def test_the_conformance_suite_goes_over_it(copy: Path) -> None:
    passed = run(
        copy,
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "no:cacheprovider",
        "tests/conformance/test_shoe.py",
        "-k",
        "plain-shoe",
    )
    assert passed.returncode == 0, passed.stdout
    assert ".........." in passed.stdout  # five tests, in memory and on a pseudo-terminal


def lines(said: Iterator[str], wanted: str) -> dict[str, object]:
    """Return the first line that says what is wanted."""
    for line in said:
        found: dict[str, object] = json.loads(line)
        if found.get("event") == wanted:
            return found
    raise AssertionError(f"it ended without {wanted}")


def test_it_is_emulated_and_probed(copy: Path, tmp_path: Path) -> None:
    port = tmp_path / "shoe"
    emulate = (*MAIN, "emulate", "shoe", "--protocol", "plain-shoe", "--link", str(port))
    probe = (*MAIN, "probe", "shoe", "--protocol", "plain-shoe", "--port", str(port))
    with started(copy, *emulate, PYTHONPATH=str(copy)) as shoe:
        assert shoe.stdin is not None
        assert shoe.stdout is not None
        assert lines(shoe.stdout, "device")["protocol"] == "plain-shoe"
        with started(copy, *probe, PYTHONPATH=str(copy)) as desk:
            assert desk.stdout is not None
            while lines(desk.stdout, "device")["stage"] != "ready":
                pass
            shoe.stdin.write("card 7C\n")
            shoe.stdin.flush()
            assert lines(desk.stdout, "card")["card"] == "7C"


def test_it_stands_on_the_bench_and_its_traffic_has_words(copy: Path, tmp_path: Path) -> None:
    port = tmp_path / "shoe"
    emulate = (*MAIN, "emulate", "shoe", "--protocol", "plain-shoe", "--link", str(port))
    bench = (*MAIN, "bench", "--headless", "--ats", "1", "--devices", f"shoe={port},plain-shoe")
    with started(copy, *emulate, PYTHONPATH=str(copy)) as shoe:
        assert shoe.stdin is not None
        assert shoe.stdout is not None
        lines(shoe.stdout, "device")
        with started(copy, *bench, PYTHONPATH=str(copy)) as table:
            assert table.stdin is not None
            assert table.stdout is not None
            lines(table.stdout, "ready")
            table.stdin.write("bets\nclose\n")
            table.stdin.flush()
            lines(table.stdout, "bets_closed")
            shoe.stdin.write("card 7C\n")
            shoe.stdin.flush()
            assert lines(table.stdout, "card")["card"] == "7C"
    told = "from sim.bench.traffic import words_on; print(words_on('drivers.plain_shoe')(b'CARD 7C\\n', True))"
    assert run(copy, sys.executable, "-c", told).stdout == "said: 7C\n"


def test_a_locked_image_has_only_what_is_in_its_list(copy: Path) -> None:
    listed = run(copy, sys.executable, "-m", "hal.makes").stdout
    kept = copy / "drivers/makes.list"
    kept.write_text("".join(line for line in listed.splitlines(keepends=True) if "plain_shoe" not in line))
    try:
        assert ("shoe", "plain-shoe") not in makes(copy)
        found = checked(copy, "drivers.plain_shoe")
    finally:
        kept.unlink()
    assert found.returncode == 2
    assert found.stderr == "table.toml: devices.shoe.driver: there is no driver drivers.plain_shoe on this board\n"
    assert "plain_shoe drivers.plain_shoe.make:MAKE\n" in listed


def test_another_package_brings_it(tmp_path: Path) -> None:
    package, installed = tmp_path / "acme_shoe", tmp_path / "acme_shoe-1.0.dist-info"
    package.mkdir()
    installed.mkdir()
    for name, text in PAPER.items():
        file = "model.py" if name.startswith("sim/") else Path(name).name
        (package / file).write_text(text.replace("drivers.plain_shoe", "acme_shoe"))
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: acme-shoe\nVersion: 1.0\n")
    (installed / "entry_points.txt").write_text(
        "[rapid_table.devices]\nacme = acme_shoe.make:MAKE\n\n[rapid_table.models]\nacme = acme_shoe.model:MODEL\n"
    )
    path = f"{tmp_path}{os.pathsep}{PROJECT}"
    assert ("shoe", "acme") in makes(tmp_path, PYTHONPATH=path)
    for driver in ("drivers.acme", "sim.acme"):
        found = checked(tmp_path, driver, PYTHONPATH=path)
        assert found.returncode == 0, found.stderr
        assert f"shoe: {driver}" in found.stdout
