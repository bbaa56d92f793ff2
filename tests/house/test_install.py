"""`deploy/install`: what it lays down is there, and each role's packages are locked, with nothing of another role's."""

import os
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
INSTALL = (PROJECT / "deploy/install").read_text()
EXTRAS = tomllib.loads((PROJECT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
NAME = re.compile(r"^([A-Za-z0-9._-]+)")


def locked(role: str) -> dict[str, str]:
    text = (PROJECT / f"deploy/locks/{role}.lock").read_text()
    return dict(re.findall(r"^([a-z0-9._-]+)==(\S+)", text, re.MULTILINE))


def names(requirements: list[str]) -> set[str]:
    return {found[1].lower() for text in requirements if (found := NAME.match(text))}


@pytest.mark.parametrize("role", ["table", "ats", "wnd", "tournament"])
def test_each_roles_packages_are_locked_with_their_hashes(role: str) -> None:
    text = (PROJECT / f"deploy/locks/{role}.lock").read_text()
    assert {"msgspec", *names(EXTRAS[role])} <= locked(role).keys()
    assert all("--hash=sha256:" in part for part in re.split(r"^(?=[a-z0-9._-]+==)", text, flags=re.MULTILINE)[1:])


def test_no_role_has_what_only_another_needs() -> None:
    assert not locked("table").keys() & {"pillow", "python-escpos"}
    assert not locked("wnd").keys() & {"argon2-cffi", "cryptography", "pillow", "python-escpos", "gpiod"}
    assert locked("tournament").keys() == {"msgspec"}
    assert not locked("ats").keys() & {"argon2-cffi", "cryptography"}


def test_roles_have_the_same_version_of_a_package() -> None:
    found: dict[str, set[str]] = {}
    for role in ("table", "ats", "wnd", "tournament"):
        for name, version in locked(role).items():
            found.setdefault(name, set()).add(version)
    assert {name: versions for name, versions in found.items() if len(versions) > 1} == {}


def test_all_that_is_laid_down_is_there_and_all_that_is_there_is_laid_down() -> None:
    listed = re.search(r"^OURS=\(([^)]*)\)", INSTALL, re.MULTILINE)
    assert listed is not None
    assert set(listed[1].split()) == {path.name for path in (PROJECT / "deploy/units").iterdir()}
    assert set(re.findall(r"^lay (\S+)", INSTALL, re.MULTILINE)) == {
        path.name for path in (PROJECT / "deploy/system").iterdir()
    }


@pytest.mark.outside
@pytest.mark.parametrize("role", ["table", "ats", "wnd", "tournament"])
def test_each_unit_that_begins_with_a_board_is_one_that_is_laid_down(role: str) -> None:
    # A link to another one would stay, and the next install would fail at it.
    units_of = re.search(r"^units_of\(\) \{.*?^\}", INSTALL, re.MULTILINE | re.DOTALL)
    assert units_of is not None
    told = subprocess.run(["bash", "-c", f"{units_of[0]}\nunits_of {role}"], capture_output=True, text=True, check=True)
    assert set(told.stdout.split()) <= {path.name for path in (PROJECT / "deploy/units").iterdir()}


def test_what_it_lays_down_it_removes() -> None:
    """All of it carries our name, and so stands in what is removed."""
    removed = INSTALL.split("remove() {")[1].split("\n}")[0]
    for place in re.findall(r"^lay \S+ (\S+)$", INSTALL, re.MULTILINE):
        assert place.removeprefix("/etc/") in removed.replace("etc/{", "").replace('"$root"/etc/', ""), place


def test_the_command_is_found_by_its_name_and_is_removed() -> None:
    link = '"$root/usr/local/bin/rapid-table"'
    assert f"ln -sf /opt/rapid-table/bin/rapid-table {link}" in INSTALL
    assert f"rm -f {link}" in INSTALL.split("remove() {")[1].split("\n}")[0]


@pytest.mark.outside
@pytest.mark.parametrize(("words", "says"), [((), "deploy/install"), (("boat",), "is no role")])
def test_what_is_no_role_changes_nothing(words: tuple[str, ...], says: str, tmp_path: Path) -> None:
    environment = {**os.environ, "RAPID_TABLE_ROOT": str(tmp_path)}
    done = subprocess.run(
        [PROJECT / "deploy/install", *words], capture_output=True, text=True, check=False, env=environment
    )
    assert done.returncode == 2
    assert says in done.stdout + done.stderr or "run it as root" in done.stderr
    assert list(tmp_path.iterdir()) == []
