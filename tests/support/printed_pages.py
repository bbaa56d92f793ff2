"""A printer in a profile, and the pages that come out of it as pictures."""

from pathlib import Path

PRINTER = """
[devices.ticket_printer]
driver = "sim.escpos"
port = "simulated"
pages = "{folder}"
"""


def pages_in(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.png"))
