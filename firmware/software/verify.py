"""Holds the files of a board against its manifest: what is changed, missing, or should not be there."""

import hashlib
import hmac
import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, Literal

from msgspec import Struct

from firmware.software.manifest import FileListed, Manifest

CHUNK: Final = 1024 * 1024
# Rights that matter: whoever may write or run a file, and whose it becomes.
RIGHTS: Final = 0o7777
Kind = Literal["changed", "missing", "added", "rights", "unreadable"]


class Wrong(Struct, frozen=True):
    """A file that is not as it should be."""

    path: str
    what: Kind


class SeedAnswer(Struct, frozen=True):
    """What an inspector's seed gives, of each component and of all: nobody could have worked it out before."""

    components: dict[str, str]
    all: str


class Found(Struct, frozen=True):
    """What came of it. `places`: of a card, the partition in which each part was found."""

    files: int
    wrong: tuple[Wrong, ...]
    answers: SeedAnswer | None = None
    places: dict[str, int] = {}

    @property
    def sound(self) -> bool:
        """Whether every file is as it should be."""
        return not self.wrong


def verify(manifest: Manifest, root: Path, seed: bytes | None = None, rest: Callable[[], None] = lambda: None) -> Found:
    """Hold all files against the manifest. `rest` is called after each, for whoever does it beside something else."""
    wrong: list[Wrong] = []
    sums = {} if seed is None else {name: hmac.new(seed, digestmod=hashlib.sha256) for name in manifest.components}
    for name, listed in sorted(manifest.files.items()):
        component = sums.get(_component(manifest, name))
        if component is not None:
            component.update(name.encode(errors="surrogateescape") + b"\0")
        what = _held(root / name, listed, (lambda _: None) if component is None else component.update)
        if what is not None:
            wrong.append(Wrong(name, what))
        rest()
    wrong += [Wrong(name, "added") for name in _all_files(manifest, root) if name not in manifest.files]
    answers = None
    if seed is not None:
        parts = {name: made.hexdigest() for name, made in sums.items()}
        whole = "".join(f"{name} {answer}\n" for name, answer in sorted(parts.items()))
        answers = SeedAnswer(parts, hmac.new(seed, whole.encode(), hashlib.sha256).hexdigest())
    return Found(len(manifest.files), tuple(sorted(wrong, key=lambda one: one.path)), answers)


def _component(manifest: Manifest, name: str) -> str:
    """Return in which component a file lies: of those that lie in each other, the inner one."""
    folders = manifest.components.items()
    inside = ((len(folder), each) for each, folder in folders if name.startswith(f"{folder}/"))
    return max(inside, default=(0, ""))[1]


def _held(path: Path, listed: FileListed, take: Callable[[bytes], None]) -> Kind | None:
    try:
        found = listed_of(path, take)
    except FileNotFoundError:
        return "missing"
    except OSError:
        return "unreadable"
    if (found.sha256, found.link) != (listed.sha256, listed.link):
        return "changed"
    return None if found.mode == listed.mode else "rights"


def listed_of(path: Path, take: Callable[[bytes], None] = lambda _: None) -> FileListed:
    """Return a file as a manifest lists it; `take` is given its bytes. Raises OSError."""
    status = path.lstat()
    if stat.S_ISLNK(status.st_mode):
        link = str(path.readlink())
        take(link.encode(errors="surrogateescape"))
        return FileListed(link=link)
    if not stat.S_ISREG(status.st_mode):
        raise OSError(f"{path}: is no file")
    digest = hashlib.sha256()
    with path.open("rb", buffering=0) as file:
        while chunk := file.read(CHUNK):
            digest.update(chunk)
            take(chunk)
    return FileListed(digest.hexdigest(), status.st_mode & RIGHTS)


def _all_files(manifest: Manifest, root: Path) -> Iterator[str]:
    """Go over all that lies in the components and is no folder."""
    seen = set()
    for folder in manifest.components.values():
        for place, folders, files in os.walk(root / folder):
            for name in (*files, *(each for each in folders if Path(place, each).is_symlink())):
                relative = str(Path(place, name).relative_to(root))
                if relative not in seen:
                    seen.add(relative)
                    yield relative


def manifest_of(root: Path, version: str, role: str, components: dict[str, str]) -> Manifest:
    """Return the manifest of what lies there now. Raises OSError."""
    names = sorted(_all_files(Manifest(version, role, components, {}), root))
    return Manifest(version, role, components, {name: listed_of(root / name) for name in names})
