"""CRC-16/KERMIT: note acceptors check their frames by it, and ticket numbers are made with it."""

from typing import Final

# The polynomial, lowest bit first.
KERMIT: Final = 0x8408


def _kermit_table() -> tuple[int, ...]:
    table = []
    for byte in range(256):
        check = byte
        for _ in range(8):
            check = check >> 1 ^ (KERMIT if check & 1 else 0)
        table.append(check)
    return tuple(table)


_TABLE: Final = _kermit_table()


def crc_kermit(data: bytes | bytearray) -> int:
    """Return the CRC-16/KERMIT of some bytes.

    >>> hex(crc_kermit(b"123456789"))
    '0x2189'
    """
    check = 0
    for byte in data:
        check = check >> 8 ^ _TABLE[(check ^ byte) & 0xFF]
    return check
