"""What is said of an image beside it: the signed manifest of every file, where each part comes from, and SPDX."""

import json
import stat
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from msgspec.structs import replace

from firmware.software.manifest import FAT_RIGHTS, FileListed, Manifest, PartListed, write_manifest
from firmware.software.verify import manifest_of
from image.filesystems import Stamp
from image.packages import Locked
from image.python_tree import Wheel

# What lies in these folders of a running board is held against the manifest.
ROOT: Final = {"firmware": "opt", "system": "usr", "settings": "etc"}
BOOT: Final = "boot/slot/system"
# An update leaves it as it is, so it has a manifest of its own: a slot's would ask for the start of its own making.
START: Final = "boot/start"
OF_START: Final = "manifest.json"


def listed(folder: Path, below: str) -> dict[str, FileListed]:
    """Return the files of a folder as a board sees them below one of its mount points."""
    return {
        f"{below}/{file.relative_to(folder)}": FileListed(sha256(file.read_bytes()).hexdigest(), FAT_RIGHTS)
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }


def manifest(root: Path, version: str, role: str, system: Path) -> Manifest:
    """Return the manifest of a slot: of its root, and of what lies in its boot partition."""
    of_root = manifest_of(root, version, role, ROOT)
    files = {**of_root.files, **listed(system, BOOT)}
    return Manifest(version, role, {**ROOT, BOOT: BOOT}, files, beside={START: f"{START}/{OF_START}"})


def of_start(start: Path) -> Manifest:
    """Return the manifest of what the board's own firmware reads, for every role and version."""
    return Manifest("", "", {START: START}, listed(start, START))


def signed(whole: Manifest, seed: bytes, parts: dict[str, PartListed] | None = None) -> bytes:
    """Return it signed, with the card's partitions where they are known."""
    return write_manifest(replace(whole, parts=parts or {}), seed)


def part(number: int, file: Path, other: int = 0) -> PartListed:
    """Return a partition as the manifest lists it. `other`: the same of the other slot."""
    return PartListed(number, file.stat().st_size, sha256(file.read_bytes()).hexdigest(), other)


def sources(packages: list[Locked], wheels: list[Wheel], commit: str, version: str) -> dict[str, Any]:
    """Return where every part of an image comes from."""
    return {
        "version": version,
        "commit": commit,
        "packages": [
            {"name": one.name, "version": one.version, "sha256": one.sha256, "place": one.place} for one in packages
        ],
        "wheels": [{"file": wheel.file, "sha256": wheel.sha256} for wheel in wheels],
    }


def spdx(said: dict[str, Any], name: str, stamp: Stamp, created: str) -> dict[str, Any]:
    """Return the SPDX list of all parts. Licences stand in each package's own copyright file, in usr/share/doc."""
    parts = [("rapid-table-firmware", said["version"], "", "MIT")]
    parts += [(one["name"], one["version"], one["sha256"], "NOASSERTION") for one in said["packages"]]
    for wheel in said["wheels"]:
        called, version = wheel["file"].split("-")[:2]
        parts.append((called, version, wheel["sha256"], "NOASSERTION"))
    return {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": name,
        "documentNamespace": f"urn:uuid:{stamp.uuid('spdx')}",
        "creationInfo": {"created": created, "creators": ["Organization: Rapid Table"]},
        "packages": [
            {
                "name": called, "SPDXID": f"SPDXRef-{number}", "versionInfo": version,
                "downloadLocation": "NOASSERTION",
                "licenseConcluded": licence, "licenseDeclared": licence, "copyrightText": "NOASSERTION",
                "filesAnalyzed": False,
                **({"checksums": [{"algorithm": "SHA256", "checksumValue": digest}]} if digest else {}),
            }
            for number, (called, version, digest, licence) in enumerate(parts)
        ],
        "relationships": [
            {"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES",
             "relatedSpdxElement": f"SPDXRef-{number}"}
            for number in range(len(parts))
        ],
    }  # fmt: skip


def as_json(said: dict[str, Any]) -> bytes:
    """Return it as it lies in a file."""
    return json.dumps(said, indent=1, sort_keys=True).encode() + b"\n"


def wrong_with(root: Path) -> list[str]:
    """Return what may not be in an image: simulation, sources without bytecode, rights to become somebody else."""
    found: list[str] = []
    for path in sorted(root.rglob("*")):
        name = str(path.relative_to(root))
        if path.is_symlink():
            continue
        rights = path.stat().st_mode
        if rights & (stat.S_ISUID | stat.S_ISGID):
            found.append(f"{name}: whoever runs it becomes somebody else")
        if "site-packages/sim/" in name or name.endswith(("site-packages/pip", "site-packages/setuptools")):
            found.append(f"{name}: is for machines that make or try software")
        if name.endswith(".py") and not _is_compiled(path):
            found.append(f"{name}: is not compiled")
    return found


def _is_compiled(path: Path) -> bool:
    return any((path.parent / "__pycache__").glob(f"{path.stem}.cpython-*.pyc"))
