"""What a simulated printer's letters are, and what it says of itself."""

from typing import Final

# What its characters above 0x7F are, by the number of the page (ESC t). Hebrew (36, 49) and cp1256 (50) are not among
# them: there is no font here that has all of their letters, and a page that is not there is said.
CODE_PAGES: Final = {
    0: "cp437", 2: "cp850", 3: "cp860", 4: "cp863", 5: "cp865", 13: "cp857", 14: "cp737", 15: "iso8859_7", 16: "cp1252",
    17: "cp866", 18: "cp852", 19: "cp858", 33: "cp775", 34: "cp855", 37: "cp864", 39: "iso8859_2",
    40: "iso8859_15", 45: "cp1250", 46: "cp1251", 47: "cp1253", 48: "cp1254", 51: "cp1257", 52: "cp1258",
}  # fmt: skip
# Its model, its type (it has a cutter) and its version, each also asked for by the figure's letter.
_BYTES: Final = {1: 0x20, 2: 0x02, 3: 0x01, 49: 0x20, 50: 0x02, 51: 0x01}


def identity(question: int, maker: str, model: str) -> bytes:
    r"""Return the answer to GS I: a byte to an old question, `_`, a text and NUL to a new one; nothing to another.

    >>> identity(66, "ACME", "P1")
    b'_ACME\x00'
    """
    if question in _BYTES:
        return bytes((_BYTES[question],))
    text = {65: "1.00", 66: maker, 67: model, 68: "0000001"}.get(question)
    return b"" if text is None else b"_" + text.encode("ascii", "replace") + b"\0"
