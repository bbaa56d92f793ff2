"""Debian's packages of an image: which, pinned by deploy/packages.lock, kept in build/debs."""

import hashlib
import os
import subprocess
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException
from pathlib import Path
from typing import Final

from msgspec import Struct

from image.recipe import DEPLOY, PROJECT
from image.said import NotMade

LOCK: Final = DEPLOY / "packages.lock"
KEPT: Final = PROJECT / "build/debs"
# Several hundred files are fetched: one name that is not found for a moment would end it all.
PAUSES_S: Final = (1.0, 4.0, 15.0)
TROUBLES: Final = (OSError, HTTPException)
HEAD: Final = """\
# Debian's packages of an image, by make image-lock: for whom, where it goes, archive, package, version, sha256, size,
# and its place in the archive.
"""


class Locked(Struct, frozen=True, order=True):
    """One package: whom it is for (`board`, one role, or this machine: `compiler`, `trial`), and what exactly it is."""

    whose: str
    place: str
    archive: str
    name: str
    version: str
    sha256: str
    size: int
    path: str

    @property
    def file(self) -> str:
        """Its name in build/debs."""
        return self.path.rsplit("/", 1)[-1]

    def line(self) -> str:
        """Return its line of the lock."""
        return " ".join(str(getattr(self, field)) for field in self.__struct_fields__)


def read_lock(path: Path = LOCK) -> list[Locked]:
    """Read the lock. Raises NotMade."""
    found = []
    for number, line in enumerate(path.read_text(encoding="ascii").splitlines(), 1):
        if line.startswith("#"):
            continue
        fields = line.split(" ")
        if len(fields) != len(Locked.__struct_fields__):
            raise NotMade(f"{path.name}: line {number} is out of shape: make image-lock")
        whose, place, archive, name, version, sha256, size, where = fields
        found.append(Locked(whose, place, archive, name, version, sha256, int(size), where))
    return found


def write_lock(packages: list[Locked], path: Path = LOCK) -> None:
    """Write the lock."""
    path.write_text(HEAD + "".join(f"{package.line()}\n" for package in sorted(packages)), encoding="ascii")


def of_role(packages: list[Locked], role: str) -> list[Locked]:
    """Return those that a role's image has."""
    return [package for package in packages if package.whose in ("board", role)]


def mirrors() -> dict[str, str]:
    """Return where Debian's archives are, as this machine's apt has them; variables name others. Raises NotMade."""
    said = {"debian": os.environ.get("DEBIAN_MIRROR", ""), "security": os.environ.get("DEBIAN_SECURITY_MIRROR", "")}
    if not all(said.values()):
        command = ["apt-get", "indextargets", "--format", "$(REPO_URI) $(SUITE) $(ORIGIN)"]
        told = subprocess.run(command, capture_output=True, text=True, check=False).stdout
        for line in told.splitlines():
            place, suite, origin = [*line.split(" "), "", ""][:3]
            archive = "security" if suite.endswith("-security") else "debian"
            if origin == "Debian" and not said[archive]:
                said[archive] = place
    missing = [archive for archive, place in said.items() if not place]
    if missing:
        raise NotMade(f"no mirror of {' and '.join(missing)} is configured here: apt-get update, or DEBIAN_MIRROR=…")
    return {archive: place.rstrip("/") for archive, place in said.items()}


def fetch(packages: list[Locked], kept: Path = KEPT) -> None:
    """Have each package in build/debs, exactly as the lock says. Raises NotMade, naming all that cannot be had."""
    kept.mkdir(parents=True, exist_ok=True)
    wanted = [package for package in packages if not _is_kept(package, kept)]
    if not wanted:
        return
    places = mirrors()
    with ThreadPoolExecutor(4) as several:
        failed = [why for why in several.map(lambda package: _fetch(package, places, kept), wanted) if why]
    if failed:
        raise NotMade("\n".join([*failed, "make image-lock pins what the mirrors have now; look at what changed"]))


def _is_kept(package: Locked, kept: Path) -> bool:
    file = kept / package.file
    return file.exists() and hashlib.sha256(file.read_bytes()).hexdigest() == package.sha256


def _read(url: str) -> bytes:
    """Return what lies at an address. A name or a network that is away for a moment is asked again; a no is a no."""
    pauses = list(PAUSES_S)
    while True:
        try:
            with urllib.request.urlopen(url, timeout=60) as answer:  # noqa: S310 — apt's own address of an archive
                return bytes(answer.read())
        except TROUBLES as error:
            if isinstance(error, urllib.error.HTTPError) or not pauses:
                raise
            time.sleep(pauses.pop(0))


def _fetch(package: Locked, places: dict[str, str], kept: Path) -> str:
    """Fetch one, and return why it cannot be had."""
    try:
        contents = _read(f"{places[package.archive]}/{package.path}")
    except TROUBLES as error:
        return f"{package.name} {package.version} can no longer be had: {error}"
    if hashlib.sha256(contents).hexdigest() != package.sha256:
        return f"{package.name} {package.version} is not what the lock says: its sha256 differs"
    coming = kept / f"{package.file}.coming"
    coming.write_bytes(contents)
    coming.rename(kept / package.file)
    return ""
