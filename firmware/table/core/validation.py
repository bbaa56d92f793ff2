"""Ticket validation numbers: 18 digits from a sequence number and a machine's. They identify; they prove nothing."""

from typing import Final, NamedTuple

from hal.crc import KERMIT, crc_kermit

SYSTEM: Final = "00"
MOST: Final = 0xFFFFFF
DIGITS: Final = 18


class Numbered(NamedTuple):
    """What a number was made from."""

    machine: int
    sequence: int


def validation_number(machine: int, sequence: int) -> str:
    """Return the number of a machine's ticket, in the secure-enhanced form.

    >>> validation_number(0x654321, 1)
    '006429188185446104'
    """
    if not (0 <= machine <= MOST and 0 <= sequence <= MOST):
        raise ValueError("a machine's id and a ticket's sequence number have three bytes")
    a = sequence.to_bytes(3, "little") + machine.to_bytes(3, "little")
    b = (a[0], a[1], a[2] ^ a[0], a[3] ^ a[1], a[4] ^ a[0], a[5] ^ a[1])
    checks = b"".join(crc_kermit(bytes(b[place : place + 2])).to_bytes(2, "little") for place in (0, 2, 4))
    digits = [int(digit) for n in (checks[3:], checks[:3]) for digit in f"{int.from_bytes(n, 'little'):08d}"]
    for lowest in (0, 8):  # counted from the right
        eight = digits[len(digits) - lowest - 8 : len(digits) - lowest]
        digits[len(digits) - lowest - 8] |= sum(eight) % 5 << 1
    return SYSTEM + "".join(map(str, digits))


def read_number(number: str) -> Numbered | None:
    """Return what a number was made from; None if it does not have the form.

    >>> read_number("006429188185446104") == Numbered(0x654321, 1), read_number("006429188185446105")
    (True, None)
    """
    if len(number) != DIGITS or not (number.isascii() and number.isdigit()) or not number.startswith(SYSTEM):
        return None
    high, low = _half(number[2:10]), _half(number[10:])
    if high is None or low is None:
        return None
    checks = low.to_bytes(3, "little") + high.to_bytes(3, "little")
    b = b"".join(_before(int.from_bytes(checks[place : place + 2], "little")) for place in (0, 2, 4))
    a = (b[0], b[1], b[2] ^ b[0], b[3] ^ b[1], b[4] ^ b[0], b[5] ^ b[1])
    return Numbered(int.from_bytes(a[3:], "little"), int.from_bytes(a[:3], "little"))


def _half(digits: str) -> int | None:
    """Return what eight digits carry: three bytes; the first digit, 0 or 1, carries the check above it."""
    check, first = divmod(int(digits[0]), 2)
    carried = int(f"{first}{digits[1:]}")
    fits = sum(map(int, digits[1:]), first) % 5 == check
    return carried if fits and carried <= MOST else None


def _before(check: int) -> bytes:
    """Return the two bytes whose CRC this is: the register, turned back one bit at a time."""
    for _ in range(16):
        check = (check ^ KERMIT) << 1 | 1 if check & 0x8000 else check << 1
    return check.to_bytes(2, "little")
