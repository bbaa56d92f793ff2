"""A QR code (ISO/IEC 18004) of a short text: versions 1 to 4, level L, one block, mask 0. Pure."""

from functools import reduce
from typing import Final

# Of each version: how many bytes of data it has and how many that correct errors, and where its alignment pattern is.
VERSIONS: Final = {1: (19, 7, 0), 2: (34, 10, 18), 3: (55, 15, 22), 4: (80, 20, 26)}
# Two bytes of what is encoded are its mode and its length.
LONGEST: Final = VERSIONS[4][0] - 2
_BYTES: Final = 0b0100
_PADS: Final = (0xEC, 0x11)
_FIELD: Final = 0x11D
# Level L and mask 0, with the ten bits that correct them, under the standard's own mask: its table has this value.
_FORMAT: Final = 0b111011111000100
Modules = tuple[tuple[bool, ...], ...]


def qr_code(text: str) -> Modules:
    """Return the modules of a code, row by row: dark where True. Raises ValueError for a text that is too long."""
    data = text.encode()
    version = next((one for one, (room, _, _) in VERSIONS.items() if len(data) + 2 <= room), 0)
    if not version:
        raise ValueError(f"a text of {len(data)} bytes; {LONGEST} are the most")
    room, checks, alignment = VERSIONS[version]
    words = _filled(data, room)
    grid = _Grid(17 + 4 * version)
    grid.put_patterns(alignment)
    grid.put_words(words + _corrects(words, checks))
    return tuple(tuple(bool(module) for module in row) for row in grid.rows)


def _filled(data: bytes, room: int) -> bytes:
    """Return mode, length and data, and what fills the rest."""
    whole = int.from_bytes(bytes((_BYTES, len(data))) + data) << 4
    size = len(data) + 2
    words = (whole & ((1 << 8 * size) - 1)).to_bytes(size)
    pads = (_PADS[number % 2] for number in range(room - size))
    return words + bytes(pads)


def _times(one: int, other: int) -> int:
    """Multiply in the field of 256 elements."""
    product = 0
    for bit in range(8):
        if other >> bit & 1:
            product ^= one << bit
    for bit in range(14, 7, -1):
        if product >> bit & 1:
            product ^= _FIELD << (bit - 8)
    return product


def _corrects(words: bytes, count: int) -> bytes:
    """Return the words by which a reader corrects errors: what is left after a division."""
    divisor, root = [1], 1
    for _ in range(count):
        divisor = [_times(one, root) ^ other for one, other in zip([0, *divisor], [*divisor, 0], strict=True)]
        root = _times(root, 2)
    left = [0] * count
    for word in words:
        factor, left = word ^ left[0], [*left[1:], 0]
        left = [one ^ _times(by, factor) for one, by in zip(left, divisor[1:], strict=True)]
    return bytes(left)


class _Grid:
    """The modules of a code while it is made; None where nothing lies yet."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.rows: list[list[bool | None]] = [[None] * size for _ in range(size)]

    def put_patterns(self, alignment: int) -> None:
        """Put what a reader finds the code by."""
        last = self.size - 1
        for row, column in ((3, 3), (3, last - 3), (last - 3, 3)):
            self._put_square(row, column, 4, dark=(0, 1, 3))
        if alignment:
            self._put_square(alignment, alignment, 2, dark=(0, 2))
        for place in range(8, self.size - 8):
            self.rows[6][place] = self.rows[place][6] = place % 2 == 0
        self.rows[last - 7][8] = True
        self._put_format(last)

    def _put_square(self, row: int, column: int, far: int, dark: tuple[int, ...]) -> None:
        for down in range(-far, far + 1):
            for right in range(-far, far + 1):
                if 0 <= row + down < self.size and 0 <= column + right < self.size:
                    self.rows[row + down][column + right] = max(abs(down), abs(right)) in dark

    def _put_format(self, last: int) -> None:
        """Put the format in its two places, the highest bit first."""
        bits = [bool(_FORMAT >> bit & 1) for bit in range(14, -1, -1)]
        around = [(8, c) for c in (0, 1, 2, 3, 4, 5, 7, 8)] + [(r, 8) for r in (7, 5, 4, 3, 2, 1, 0)]
        beside = [(last - n, 8) for n in range(7)] + [(8, last - 7 + n) for n in range(8)]
        for places in (around, beside):
            for (row, column), bit in zip(places, bits, strict=True):
                self.rows[row][column] = bit

    def put_words(self, words: bytes) -> None:
        """Put the words in columns of two, upwards and downwards from the right, under mask 0."""
        bits = iter(f"{reduce(lambda whole, word: whole << 8 | word, words, 1):b}"[1:])
        for number, right in enumerate((*range(self.size - 1, 6, -2), 5, 3, 1)):
            rows = range(self.size) if number % 2 else range(self.size - 1, -1, -1)
            for row in rows:
                for column in (right, right - 1):
                    if self.rows[row][column] is None:
                        self.rows[row][column] = (next(bits, "0") == "1") ^ ((row + column) % 2 == 0)
