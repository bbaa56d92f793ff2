"""The commands of ESC/POS: where each one ends, so that an unknown command is skipped as a whole."""

from typing import Final, NamedTuple

ESC, FS, GS, DLE, LF, CR, HT, FF = 0x1B, 0x1C, 0x1D, 0x10, 0x0A, 0x0D, 0x09, 0x0C


class StreamPiece(NamedTuple):
    """A piece of the stream: a command's name and its arguments; or text, one character."""

    name: str
    data: bytes = b""


# How many bytes follow the name.
_FIXED: Final = {
    "ESC @": 0, "ESC 2": 0, "ESC <": 0, "ESC i": 0, "ESC m": 0, "FS &": 0, "FS .": 0,
    "ESC !": 1, "ESC E": 1, "ESC G": 1, "ESC a": 1, "ESC t": 1, "ESC R": 1, "ESC d": 1, "ESC J": 1, "ESC M": 1,
    "ESC -": 1, "ESC {": 1, "ESC 3": 1, "ESC SP": 1, "ESC V": 1, "ESC r": 1, "ESC =": 1, "ESC U": 1, "ESC v": 0,
    "ESC u": 1, "ESC e": 1, "ESC K": 1, "ESC c": 2, "ESC $": 2, "ESC \\": 2, "ESC p": 3, "FS !": 1, "FS S": 2,
    "FS -": 1, "GS !": 1, "GS B": 1, "GS h": 1, "GS w": 1, "GS H": 1, "GS f": 1, "GS r": 1, "GS a": 1, "GS I": 1,
    "ESC W": 8, "ESC T": 1, "ESC %": 1, "ESC ?": 1, "ESC B": 2, "FS p": 2, "FS C": 1, "FS W": 1, "FS 2": 74, "FS ?": 2,
    "GS ^": 3, "GS g": 4, "GS b": 1, "GS /": 1, "GS T": 1, "GS L": 2, "GS W": 2, "GS P": 2, "GS $": 2, "GS \\": 2,
    "DLE \x04": 1, "DLE \x05": 1,
}  # fmt: skip
_PREFIXES: Final = {ESC: "ESC", FS: "FS", GS: "GS", DLE: "DLE"}
REAL_TIME: Final = ("DLE \x04", "DLE \x05", "DLE \x14")
CLEAR_BUFFER: Final = 8


def next_said(data: bytes, at: int) -> tuple[StreamPiece, int] | None:
    """Return what stands at a place, and where the next begins; None when it is not there whole."""
    prefix = _PREFIXES.get(data[at])
    if prefix is None:
        return StreamPiece("text", data[at : at + 1]), at + 1
    if len(data) < at + 2:
        return None
    letter = chr(data[at + 1])
    name = f"{prefix} {'SP' if letter == ' ' else letter}"
    length = _length(name, data, at + 2)
    if length is None or len(data) < at + 2 + length:
        return None
    return StreamPiece(name, data[at + 2 : at + 2 + length]), at + 2 + length


def bytes_of(said: StreamPiece) -> bytes:
    r"""Return a piece as it stood in the stream.

    >>> bytes_of(StreamPiece("ESC SP", b"\x02"))
    b'\x1b \x02'
    """
    prefix, space, letter = said.name.partition(" ")
    first = next((byte for byte, name in _PREFIXES.items() if space and name == prefix), None)
    return said.data if first is None else bytes((first, ord(" " if letter == "SP" else letter))) + said.data


def _length(name: str, data: bytes, at: int) -> int | None:
    if name in _FIXED:
        return _FIXED[name]
    finder = _MEASURED.get(name)
    return 0 if finder is None else finder(data, at)


def _barcode(data: bytes, at: int) -> int | None:
    """GS k: by a NUL at its end, or by its length."""
    if len(data) < at + 2:
        return None
    if data[at] >= 0x41:
        return 2 + data[at + 1]
    end = data.find(0, at + 1)
    return None if end < 0 else end + 1 - at


def _raster(data: bytes, at: int) -> int | None:
    """GS v 0 m xL xH yL yH."""
    if len(data) < at + 6:
        return None
    return 6 + int.from_bytes(data[at + 2 : at + 4], "little") * int.from_bytes(data[at + 4 : at + 6], "little")


def _bits(data: bytes, at: int) -> int | None:
    """ESC * m nL nH."""
    if len(data) < at + 3:
        return None
    return 3 + int.from_bytes(data[at + 1 : at + 3], "little") * (3 if data[at] >= 32 else 1)


def _sized(data: bytes, at: int) -> int | None:
    """GS ( and ESC (: a letter, then a length."""
    return None if len(data) < at + 3 else 3 + int.from_bytes(data[at + 1 : at + 3], "little")


def _long(data: bytes, at: int) -> int | None:
    """GS 8 L: a letter, then a length of four bytes."""
    return None if len(data) < at + 5 else 5 + int.from_bytes(data[at + 1 : at + 5], "little")


def _cut(data: bytes, at: int) -> int | None:
    """GS V m, and n when m feeds."""
    if len(data) < at + 1:
        return None
    return 2 if data[at] >= 0x41 else 1


def _pulse(data: bytes, at: int) -> int | None:
    """DLE DC4: 8 clears the buffer, and is longer than the others."""
    if len(data) < at + 1:
        return None
    return 8 if data[at] == CLEAR_BUFFER else 3


def _letters(data: bytes, at: int) -> int | None:
    """ESC & y c1 c2: for each letter its width, and so many columns of y bytes."""
    if len(data) < at + 3:
        return None
    tall, end = data[at], at + 3
    for _ in range(data[at + 1], data[at + 2] + 1):
        if len(data) <= end:
            return None
        end += 1 + data[end] * tall
    return end - at


def _kept_picture(data: bytes, at: int) -> int | None:
    """GS * x y: so many times 8 dots across and down."""
    return None if len(data) < at + 2 else 2 + data[at] * data[at + 1] * 8


def _kept_pictures(data: bytes, at: int) -> int | None:
    """FS q n: each with its own size, as GS *, in two bytes each way."""
    if len(data) < at + 1:
        return None
    end = at + 1
    for _ in range(data[at]):
        if len(data) < end + 4:
            return None
        across, down = (int.from_bytes(data[place : place + 2], "little") for place in (end, end + 2))
        end += 4 + across * down * 8
    return end - at


def _tabs(data: bytes, at: int) -> int | None:
    """ESC D … NUL."""
    end = data.find(0, at)
    return None if end < 0 else end + 1 - at


_MEASURED: Final = {
    "GS k": _barcode, "GS v": _raster, "ESC *": _bits, "GS (": _sized, "ESC (": _sized, "FS (": _sized, "GS V": _cut,
    "ESC D": _tabs, "GS 8": _long, "DLE \x14": _pulse,
    "ESC &": _letters, "GS *": _kept_picture, "FS q": _kept_pictures,
}  # fmt: skip
