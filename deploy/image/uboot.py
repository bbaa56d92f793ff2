"""What U-Boot reads: the script that chooses a slot, and the environment that leaves it no other way."""

import struct
import zlib
from typing import Final

from image.filesystems import Stamp

# magic, sum of the head, time, size, address, entry, sum of the contents, system, machine, kind, packed, name
HEAD: Final = struct.Struct(">IIIIIIIBBBB32s")
MAGIC: Final = 0x27051956
LINUX, ARM64, SCRIPT, PLAIN = 5, 22, 6, 0
# CONFIG_ENV_SIZE of Debian's rpi_arm64.
ENVIRONMENT_BYTES: Final = 0x4000


def script(text: str, stamp: Stamp) -> bytes:
    """Return a script as U-Boot's `source` takes it. Comments stay in the source."""
    lines = "".join(f"{line}\n" for line in text.splitlines() if not line.startswith("#")).encode()
    body = struct.pack(">II", len(lines), 0) + lines
    fields = (MAGIC, 0, stamp.epoch, len(body), 0, 0, zlib.crc32(body), LINUX, ARM64, SCRIPT, PLAIN, b"rapid-table")
    head = HEAD.pack(MAGIC, zlib.crc32(HEAD.pack(*fields)), *fields[2:])
    return head + body


def environment(values: dict[str, str]) -> bytes:
    """Return an environment as U-Boot reads it from the firmware's partition."""
    text = b"".join(f"{name}={value}".encode() + b"\0" for name, value in sorted(values.items()))
    body = text.ljust(ENVIRONMENT_BYTES - 4, b"\0")
    return zlib.crc32(body).to_bytes(4, "little") + body
