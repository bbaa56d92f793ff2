"""Ticket validation numbers: 18 digits from a sequence number and a machine's. They identify; they prove nothing."""

from typing import Final

from hal.crc import crc_kermit

SYSTEM: Final = "00"
MOST: Final = 0xFFFFFF


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
