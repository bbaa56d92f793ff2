"""The first root: it loads what the card is reached by, holds root against its hash, and hands over to systemd."""

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from image.cpio import FILE, LINK, PROGRAM, Entry, archive
from image.modules import Modules
from image.said import do

LIBRARIES: Final = "usr/lib/aarch64-linux-gnu"
LOADER: Final = "ld-linux-aarch64.so.1"


def initramfs(
    modules: Modules, wanted: list[str], tools: Path, root: Path, verity: dict[str, str], init: bytes
) -> bytes:
    """Return the archive, compressed. `verity`: what /verity says, name by name: the hash and where its tree begins."""
    entries = {
        "init": Entry(PROGRAM, init),
        "verity": Entry(FILE, "".join(f"{name}={value}\n" for name, value in verity.items()).encode()),
        "bin/busybox": Entry(PROGRAM, (tools / "usr/bin/busybox").read_bytes()),
        "bin/sh": Entry(LINK, b"busybox"),
        "sbin/veritysetup": Entry(PROGRAM, (tools / "usr/sbin/veritysetup").read_bytes()),
        "lib": Entry(LINK, b"usr/lib"),
        **{f"{folder}/.keep": Entry(FILE) for folder in ("proc", "sys", "dev", "run", "newroot")},
    }
    for number, path in enumerate(modules.in_order(wanted)):
        name = path.rsplit("/", 1)[-1].split(".ko")[0]
        entries[f"modules/{number:03}-{name}.ko"] = Entry(FILE, modules.read(path))
    for library in _libraries(tools / "usr/sbin/veritysetup", (tools, root)):
        entries[f"{LIBRARIES}/{library.name}"] = Entry(FILE, library.read_bytes())
    entries[f"usr/lib/{LOADER}"] = Entry(PROGRAM, (root / LIBRARIES / LOADER).read_bytes())
    return compressed(archive(entries))


def compressed(contents: bytes) -> bytes:
    """Return an archive as the kernel's own unpacker takes it."""
    return do(["zstd", "-q", "-9", "-T1", "-c"], stdin=contents)


def _libraries(program: Path, places: tuple[Path, ...]) -> Iterator[Path]:
    """Go over the libraries that a program needs, and those that they need."""
    todo, seen = [program], {LOADER}
    while todo:
        told = subprocess.run(["readelf", "-d", todo.pop()], capture_output=True, text=True, check=True).stdout
        for line in told.splitlines():
            if "(NEEDED)" not in line or (name := line.split("[")[1].split("]")[0]) in seen:
                continue
            seen.add(name)
            found = next(place / LIBRARIES / name for place in places if (place / LIBRARIES / name).exists())
            todo.append(found)
            yield found.parent / name
