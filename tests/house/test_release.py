"""`make release`: all of it or nothing, and the same bytes each time."""

import importlib.util
import io
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

PROJECT = Path(__file__).parents[2]
SPEC = importlib.util.spec_from_file_location("release", PROJECT / ".ci/release.py")
assert SPEC is not None
assert SPEC.loader is not None
release: Any = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(release)
CHANGELOG = "# Changelog\n\n## Unreleased\n\n### Added\n\n- A thing.\n"


def git(folder: Path, *words: str) -> str:
    return subprocess.run(["git", "-C", folder, *words], capture_output=True, text=True, check=True).stdout.strip()


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A checkout of a small project that is laid out as ours is."""
    folder = tmp_path / "project"
    (folder / "firmware/cli").mkdir(parents=True)
    for name in (
        ".gitattributes",
        ".gitignore",
        "pyproject.toml",
        "LICENSE",
        "README.md",
        "firmware/version.py",
        "firmware/commit.txt",
    ):
        shutil.copy(PROJECT / name, folder / name)
    version = folder / release.VERSION_FILE
    version.write_text(release.VERSION.sub('VERSION: Final = "0.1.0"', version.read_text()))
    (folder / "firmware/__init__.py").touch()
    (folder / "CHANGELOG.md").write_text(CHANGELOG)
    git(folder, "init", "--quiet", "--initial-branch=main")
    for key, value in (("user.name", "t"), ("user.email", "t@example.org")):
        git(folder, "config", key, value)
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "--message", "one")
    return folder


def make(project: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(PROJECT / ".ci/release.py"), "--project", str(project), *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.outside
def test_a_release_is_committed_tagged_and_built_by_its_commit(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = make(project)
    assert (done.returncode, done.stderr) == (0, "")
    assert git(project, "describe", "--tags") == "v0.2.0"
    assert git(project, "status", "--porcelain") == ""
    assert 'VERSION: Final = "0.2.0"' in (project / "firmware/version.py").read_text()
    changelog = (project / "CHANGELOG.md").read_text()
    assert changelog.startswith("# Changelog\n\n## Unreleased\n\n## 0.2.0 (2")
    files = {path.name: path.read_bytes() for path in (project / "dist").iterdir()}
    wheel, sdist = "rapid_table_firmware-0.2.0-py3-none-any.whl", "rapid_table_firmware-0.2.0.tar.gz"
    assert files.keys() == {wheel, sdist, "NOTES-0.2.0.md", "SHA256SUMS"}
    hashes = dict(reversed(line.split()) for line in files["SHA256SUMS"].decode().splitlines())
    assert hashes == {name: sha256(data).hexdigest() for name, data in files.items() if name != "SHA256SUMS"}
    assert files["NOTES-0.2.0.md"].decode().endswith("\n\n### Added\n\n- A thing.\n")
    commit = git(project, "rev-parse", "v0.2.0^{commit}")
    assert zipfile.ZipFile(io.BytesIO(files[wheel])).read("firmware/commit.txt").decode().strip() == commit
    with tarfile.open(fileobj=io.BytesIO(files[sdist])) as members:
        assert {one.mtime for one in members} == {int(git(project, "log", "-1", "--format=%ct"))}
        held = members.extractfile("rapid_table_firmware-0.2.0/firmware/commit.txt")
        assert held is not None
        assert held.read().decode().strip() == commit
    # Another one, of the same commit, is the same, wherever it is built.
    again = project.parent / "again"
    again.mkdir()
    monkeypatch.setenv("TZ", "Asia/Macau")
    usual = os.umask(0o077)
    try:
        assert release.built(project, again) == {name: files[name] for name in (wheel, sdist)}
    finally:
        os.umask(usual)
    # And the next one needs something new.
    assert make(project).stderr == "CHANGELOG.md: nothing stands under ## Unreleased: say what is new\n"


@pytest.mark.outside
def test_a_dry_run_changes_nothing(project: Path) -> None:
    commit = git(project, "rev-parse", "HEAD")
    done = make(project, "0.1.1", "--dry")
    assert done.returncode == 0, done.stderr
    assert "rapid_table_firmware-0.1.1.tar.gz" in done.stdout
    assert (git(project, "rev-parse", "HEAD"), git(project, "tag"), git(project, "status", "--porcelain")) == (
        commit,
        "",
        "",
    )
    assert not (project / "dist").exists()


@pytest.mark.outside
@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("0.1.0",), "RELEASE=0.1.0: is not above 0.1.0, which firmware/version.py says\n"),
        (("next",), "RELEASE=next: a version reads X.Y.Z, such as 0.2.0\n"),
        (("0.3.0",), "the tag v0.3.0 is there already; RELEASE=X.Y.Z names another version\n"),
        ((), "the tree has changes that are not committed: commit them, or take them back\n"),
    ],
)
def test_what_cannot_be_released_is_refused_in_a_line(project: Path, words: tuple[str, ...], problem: str) -> None:
    git(project, "tag", "v0.3.0")
    if not words:
        (project / "new").touch()
    done = make(project, *words)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", problem)
    assert git(project, "tag") == "v0.3.0"


def test_what_was_unreleased_comes_under_its_version_and_older_sections_stay() -> None:
    whole, section = release.released(CHANGELOG + "\n## 0.1.0 (2026-01-01)\n\n- Old.\n", "0.2.0", "2026-11-19")
    assert section == "## 0.2.0 (2026-11-19)\n\n### Added\n\n- A thing.\n"
    assert whole == f"# Changelog\n\n## Unreleased\n\n{section}\n## 0.1.0 (2026-01-01)\n\n- Old.\n"
    with pytest.raises(release.Refused, match="no line reads VERSION"):
        release.chosen("", "VERSION = 1")
