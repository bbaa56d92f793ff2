"""What crosses the line of an ESC/POS printer, in words."""

from typing import Final

from drivers.escpos.commands import next_said
from hal.make import Decode

MOST_WORDS: Final = 12
NAMES: Final = {"DLE \x04": "status?", "DLE \x05": "recover", "DLE \x14": "clear"}


def words() -> Decode:
    """Return what says its line in words."""
    return _decode


def _decode(data: bytes, to_host: bool) -> str:  # noqa: FBT001
    if to_host:
        return "status " + data[:4].hex(" ")
    words: list[str] = []
    at = 0
    while at < len(data) and len(words) < MOST_WORDS and (found := next_said(data, at)) is not None:
        said, at = found
        if said.name == "text":
            text = said.data.decode("ascii", "replace")
            words = [*words[:-1], words[-1] + text] if words and words[-1].startswith("'") else [*words, f"'{text}"]
        else:
            words.append(NAMES.get(said.name, said.name))
    return " ".join(words)
