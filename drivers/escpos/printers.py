"""How printers differ: a file for each in `printers/`, found by the printer's own answer (GS I)."""

from functools import cache
from pathlib import Path
from typing import Final, Literal

import msgspec
from msgspec import Struct

from hal.bounds import Word

# How many dots printers put side by side: in whole bytes, as pictures are sent.
Dots = Literal[384, 432, 512, 576, 640]
FOLDER: Final = Path(__file__).with_name("printers")


class PrinterFacts(Struct, frozen=True, forbid_unknown_fields=True):
    """What is known of a printer: who it says it is, how many dots it prints side by side, and who draws barcodes."""

    maker: Word = ""
    model: Word = ""
    dots: Dots = 576
    barcode: Literal["command", "raster"] = "command"


# A printer that says nothing of itself, or of which nobody has written a file.
UNKNOWN: Final = PrinterFacts()


@cache
def known() -> dict[str, PrinterFacts]:
    """Return all printers that there is a file of, by their models, in capitals."""
    found = (msgspec.toml.decode(path.read_bytes(), type=PrinterFacts) for path in sorted(FOLDER.glob("*.toml")))
    return {facts.model.upper(): facts for facts in found}


def facts_of(model: str) -> PrinterFacts:
    """Return what is known of a model. Its maker's name is written in too many ways to go by."""
    return known().get(model.strip().upper(), UNKNOWN)
