"""The barcodes and QR codes that a printer of its own draws: in modules, black or white, from the left."""

import re
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any, Final

from drivers.escpos.ticket import bars_of

# A barcode: bars (True) and spaces, each so many modules wide.
Bars = list[tuple[bool, int]]
_PAIRS: Final = b"{C"
_SETS: Final = (b"{A", b"{B", _PAIRS)
_CODE128: Final = 8
# How many digits a host may send without the check digit, which the printer adds.
_UNCHECKED: Final = {0: 11, 2: 12, 3: 7}
_CODE39: Final = re.compile(rb"[0-9A-Z $%*+./-]+")
_CODABAR: Final = re.compile(rb"[A-Da-d][0-9$+./:-]+[A-Da-d]")
_FUNCTION_1: Final = "\xf1"
_SIGNS: Final = {b"{{": "{", b"{1": _FUNCTION_1, b"{S": ""}
_LAST_PAIR: Final = 99


class NoSymbol(ValueError):
    """The data does not fit this kind of barcode: a printer prints none."""


def bars(kind: int, data: bytes) -> Bars:
    """Return the barcode of a kind (the second byte of GS k, as from 0). Raises NoSymbol."""
    draw = _KINDS.get(kind)
    if draw is None:
        raise NoSymbol(f"kind {kind}")
    return draw(data)


def readable(kind: int, data: bytes) -> str:
    r"""Return what stands below a barcode of this kind, and what a reader reads: no choice of a set, each check digit.

    >>> readable(2, b"400638133393"), readable(8, b"{BNo.{C\x0c\x22")
    ('4006381333931', 'No.1234')
    """
    if kind == _CODE128:
        return text_of_128(data).replace(_FUNCTION_1, " ")
    text = data.decode("ascii", "replace")
    return text + _check(text) if len(text) == _UNCHECKED.get(kind) else text


def qr(data: bytes, correction: int) -> list[list[bool]]:
    """Return a QR code; `correction` is 0 (L) to 3 (H)."""
    import qrcode  # type: ignore[import-untyped] # noqa: PLC0415 - a heavy import, for the few who print one

    code = qrcode.QRCode(error_correction=(1, 0, 3, 2)[correction], border=0)
    code.add_data(data)
    code.make(fit=True)
    return [[bool(module) for module in row] for row in code.get_matrix()]


def _library(name: str, text: str, **options: Any) -> Bars:
    """Draw by python-barcode."""
    import barcode  # type: ignore[import-untyped] # noqa: PLC0415 - as above
    from barcode.errors import BarcodeError  # type: ignore[import-untyped] # noqa: PLC0415

    try:
        (modules,) = barcode.get_barcode_class(name)(text, **options).build()
    except (BarcodeError, LookupError, ValueError) as error:
        raise NoSymbol(str(error)) from None
    return [(black == "1", len(list(run))) for black, run in groupby(modules)]


def _digits(name: str, lengths: Sequence[int]) -> Callable[[bytes], Bars]:
    def draw(data: bytes) -> Bars:
        if len(data) not in lengths or not data.isdigit():
            raise NoSymbol(f"{name} has {' or '.join(map(str, lengths))} digits")
        digits = data.decode()
        if len(digits) == lengths[1] and _check(digits[:-1]) != digits[-1]:
            raise NoSymbol(f"{digits} ends with a wrong check digit")
        return _library(name, digits[: lengths[0]])

    return draw


def _check(digits: str) -> str:
    """Return the last digit of an EAN or UPC: from the right, each other digit counts three times."""
    odd, even = digits[::-2], digits[-2::-2]
    return str(-(3 * sum(map(int, odd)) + sum(map(int, even))) % 10)


def _code39(data: bytes) -> Bars:
    if not _CODE39.fullmatch(data):
        raise NoSymbol("CODE39 has capitals, digits and some signs")
    return _library("code39", data.decode("ascii", "replace").strip("*"), add_checksum=False)


def _itf(data: bytes) -> Bars:
    if not data.isdigit() or len(data) % 2:
        raise NoSymbol("Interleaved 2 of 5 has an even count of digits")
    return bars_of(data.decode())


def _codabar(data: bytes) -> Bars:
    if not _CODABAR.fullmatch(data):
        raise NoSymbol("Codabar has digits and some signs between two letters of A to D")
    return _library("codabar", data.decode("ascii", "replace").upper())


def _code128(data: bytes) -> Bars:
    return _library("code128", text_of_128(data))


def text_of_128(data: bytes) -> str:
    r"""Return what CODE128 data say: `{A`, `{B` and `{C` choose a set, `{S` is a shift, `{1` function 1, `{{` a brace.

    Raises NoSymbol: one begins with a set, and nobody reads the other functions as text.

    >>> text_of_128(b"{BNo {{1{C\x0c\x22")
    'No {11234'
    """
    if data[:2] not in _SETS:
        raise NoSymbol("CODE128 begins with {A, {B or {C")
    text, at, pairs = "", 0, False
    while at < len(data):
        two = data[at : at + 2]
        if two in _SETS:
            pairs = two == _PAIRS
        elif two in _SIGNS:
            text += _SIGNS[two]
        elif data[at : at + 1] == b"{" or (pairs and data[at] > _LAST_PAIR):
            raise NoSymbol(f"{two.hex(' ')} is nothing in CODE128")
        else:
            text, at = text + (f"{data[at]:02}" if pairs else chr(data[at])), at + 1
            continue
        at += 2
    return text


_KINDS: Final[dict[int, Callable[[bytes], Bars]]] = {
    0: _digits("upca", (11, 12)),
    2: _digits("ean13", (12, 13)),
    3: _digits("ean8", (7, 8)),
    4: _code39,
    5: _itf,
    6: _codabar,
    8: _code128,
}
