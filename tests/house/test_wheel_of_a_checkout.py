"""A wheel that is built from a checkout says from which commit, as a release does."""

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
FILES = (
    ".gitattributes", ".gitignore", "pyproject.toml", "setup.py", "LICENSE", "README.md",
    "firmware/__init__.py", "firmware/version.py", "firmware/commit.txt",
)  # fmt: skip


def git(folder: Path, *words: str) -> str:
    who = ("-c", "user.name=t", "-c", "user.email=t@example.org")
    return subprocess.run(
        ["git", "-C", folder, *who, *words], capture_output=True, text=True, check=True
    ).stdout.strip()


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    (folder / "firmware").mkdir(parents=True)
    for name in FILES:
        shutil.copy(PROJECT / name, folder / name)
    git(folder, "init", "--quiet")
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "--message", "one")
    return folder


def commit_in_wheel(project: Path, into: Path) -> str:
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", str(into)]
    subprocess.run([*build, str(project)], check=True, capture_output=True, timeout=120)
    (wheel,) = into.glob("*.whl")
    return zipfile.ZipFile(wheel).read("firmware/commit.txt").decode().strip()


@pytest.mark.outside
def test_it_says_its_commit_and_leaves_the_checkout_as_it_was(checkout: Path, tmp_path: Path) -> None:
    assert commit_in_wheel(checkout, tmp_path / "clean") == git(checkout, "rev-parse", "HEAD")
    assert git(checkout, "status", "--porcelain", "--untracked-files=no") == ""
    with (checkout / "README.md").open("a") as file:
        file.write("\nmore\n")
    assert commit_in_wheel(checkout, tmp_path / "dirty") == git(checkout, "rev-parse", "HEAD") + "-dirty"


@pytest.mark.outside
def test_without_a_checkout_nobody_knows(checkout: Path, tmp_path: Path) -> None:
    shutil.rmtree(checkout / ".git")
    assert commit_in_wheel(checkout, tmp_path / "wheels").startswith("$Format")
