"""Makes a release: version, section of the changelog, commit, tag, wheel, sdist and their hashes.

    make release                    the next minor version, from a clean tree
    make release RELEASE=0.2.1      this version
    make release DRY=yes            all of it in a copy: nothing is committed or tagged, results lie in build/release

All is done in a clone, and comes back only when all of it is done. Both files are built twice, and must be the same
byte for byte: their times are the commit's. Whoever has the tag builds the same.
"""

import argparse
import gzip
import io
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Final

PROJECT: Final = Path(__file__).parents[1]
VERSION_FILE: Final = "firmware/version.py"
VERSION: Final = re.compile(r'^VERSION: Final = "(\d+)\.(\d+)\.(\d+)"$', re.MULTILINE)
UNRELEASED: Final = "## Unreleased\n"
# setuptools makes sys.argv its own.
BUILD: Final = (
    "import sys; to = sys.argv[1]; from setuptools import build_meta as b; b.build_wheel(to); b.build_sdist(to)"
)


class Refused(Exception):
    """No release can be made: why, and what to do."""


def git(folder: Path, *words: str) -> str:
    """Run git in a folder, and return what it says."""
    done = subprocess.run(["git", "-C", str(folder), *words], capture_output=True, text=True, check=False)
    if done.returncode:
        raise Refused(f"git {words[0]}: {done.stderr.strip().splitlines()[-1] if done.stderr else 'failed'}")
    return done.stdout.strip()


def chosen(asked: str, text: str) -> str:
    """Return the version that is to be: the one that was asked for, or the next minor one."""
    found = VERSION.search(text)
    if found is None:
        raise Refused(f'{VERSION_FILE}: no line reads VERSION: Final = "X.Y.Z"')
    now = tuple(int(part) for part in found.groups())
    if not asked:
        return f"{now[0]}.{now[1] + 1}.0"
    if not re.fullmatch(r"\d+\.\d+\.\d+", asked):
        raise Refused(f"RELEASE={asked}: a version reads X.Y.Z, such as {now[0]}.{now[1] + 1}.0")
    if tuple(int(part) for part in asked.split(".")) <= now:
        raise Refused(f"RELEASE={asked}: is not above {'.'.join(map(str, now))}, which {VERSION_FILE} says")
    return asked


def released(changelog: str, version: str, day: str) -> tuple[str, str]:
    """Return the changelog with what was unreleased under a version, and that section."""
    before, heading, rest = changelog.partition(UNRELEASED)
    section, more, older = rest.partition("\n## ")
    if not heading or not section.strip():
        raise Refused(f"CHANGELOG.md: nothing stands under {UNRELEASED.strip()}: say what is new")
    section = f"## {version} ({day})\n{section.rstrip()}\n"
    return f"{before}{UNRELEASED}\n{section}{more}{older}", section


def archive(clone: Path, folder: Path) -> int:
    """Unpack the files of a clone's commit, as git archive gives them, and return the time of that commit."""
    # By tar: Debian 12's Python cannot filter what tarfile unpacks. For all the same modes, whoever unpacks.
    pack = ["git", "-C", str(clone), "-c", "tar.umask=0022", "archive", "HEAD"]
    packed = subprocess.run(pack, capture_output=True, check=True).stdout
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run(["tar", "-xp", "--no-same-owner", "-C", str(folder)], input=packed, check=True)
    return int(git(clone, "log", "-1", "--format=%ct"))


def built(clone: Path, folder: Path) -> dict[str, bytes]:
    """Build wheel and sdist, and return them by their names."""
    time = archive(clone, folder / "source")
    environment = {**os.environ, "SOURCE_DATE_EPOCH": str(time), "PYTHONHASHSEED": "0", "TZ": "UTC"}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", BUILD, str(folder)],
        cwd=folder / "source", env=environment, capture_output=True, text=True, check=False, umask=0o022,
    )  # fmt: skip
    if done.returncode:
        raise Refused(f"the build failed: {done.stderr.strip()[-800:]}")
    files = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    if sorted(name.rpartition(".")[2] for name in files) != ["gz", "whl"]:
        raise Refused(f"the build gave {', '.join(files)}, and not a wheel and an sdist")
    return {name: timeless(data, time) if name.endswith(".tar.gz") else data for name, data in files.items()}


def timeless(sdist: bytes, time: int) -> bytes:
    """Return an sdist with one time, one owner and one order: setuptools writes those of the moment of building."""
    plain = io.BytesIO()
    with tarfile.open(fileobj=io.BytesIO(sdist)) as old, tarfile.open(fileobj=plain, mode="w") as new:
        for member in sorted(old.getmembers(), key=lambda one: one.name):
            member.mtime, member.uid, member.gid, member.uname, member.gname = time, 0, 0, "", ""
            member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            member.pax_headers = {}
            new.addfile(member, old.extractfile(member) if member.isfile() else None)
    return gzip.compress(plain.getvalue(), mtime=time)


def release(project: Path, asked: str, *, dry: bool) -> Path:
    """Make a release of a checkout, and return where its files lie."""
    if not dry and git(project, "status", "--porcelain"):
        raise Refused("the tree has changes that are not committed: commit them, or take them back")
    version = chosen(asked, (project / VERSION_FILE).read_text())
    tag = f"v{version}"
    if git(project, "tag", "--list", tag):
        raise Refused(f"the tag {tag} is there already; RELEASE=X.Y.Z names another version")
    with tempfile.TemporaryDirectory(prefix="rapid-table-release-") as temporary:
        work = Path(temporary)
        clone = work / "clone"
        git(project, "clone", "--quiet", ".", str(clone))
        section = committed(project, clone, version, tag)
        first, second = (built(clone, made(work / name)) for name in ("first", "second"))
        if first != second:
            raise Refused(f"two builds differ: {', '.join(name for name in first if first[name] != second.get(name))}")
        where = project / ("build/release" if dry else "dist")
        keep(where, {**first, f"NOTES-{version}.md": section.encode()})
        if not dry:
            git(project, "fetch", "--quiet", str(clone), "HEAD", f"refs/tags/{tag}:refs/tags/{tag}")
            git(project, "merge", "--quiet", "--ff-only", f"{tag}^{{commit}}")
    return where


def made(folder: Path) -> Path:
    """Make a folder."""
    folder.mkdir()
    return folder


def committed(project: Path, clone: Path, version: str, tag: str) -> str:
    """Commit and tag a version in a clone, and return its section of the changelog."""
    versioned, changelog = clone / VERSION_FILE, clone / "CHANGELOG.md"
    versioned.write_text(VERSION.sub(f'VERSION: Final = "{version}"', versioned.read_text()))
    day = f"{datetime.now(UTC):%Y-%m-%d}"
    whole, section = released(changelog.read_text(), version, day)
    changelog.write_text(whole)
    who = [word for key in ("user.name", "user.email") for word in ("-c", f"{key}={git(project, 'config', key)}")]
    git(clone, *who, "commit", "--quiet", "--all", "--message", f"Release {version}")
    git(clone, *who, "tag", "--annotate", tag, "--message", f"Rapid Table {version}")
    return section


def keep(where: Path, files: dict[str, bytes]) -> None:
    """Put files into a folder of their own, with their hashes beside them."""
    shutil.rmtree(where, ignore_errors=True)
    where.mkdir(parents=True)
    for name, data in files.items():
        (where / name).write_bytes(data)
    hashes = "".join(f"{sha256(data).hexdigest()}  {name}\n" for name, data in sorted(files.items()))
    (where / "SHA256SUMS").write_text(hashes)


def main(words: list[str]) -> int:
    """Make it, and say what was made."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("version", nargs="?", default="")
    parser.add_argument("--dry", action="store_true")
    parser.add_argument("--project", type=Path, default=PROJECT)
    arguments = parser.parse_args(words)
    try:
        where = release(arguments.project, arguments.version, dry=arguments.dry)
    except Refused as why:
        sys.stderr.write(f"{why}\n")
        return 2
    sys.stdout.write((where / "SHA256SUMS").read_text())
    if arguments.dry:
        sys.stdout.write(f"a dry run: the files lie in {where.relative_to(arguments.project)}; nothing is tagged\n")
    else:
        sys.stdout.write("committed and tagged here; git push --follow-tags makes it known\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
