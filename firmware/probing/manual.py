"""Writes which makes of device there are into their page: `python -m firmware.probing.manual docs/devices.md`."""

import re
import sys
from pathlib import Path

from firmware.probing.probe import KINDS
from hal.makes import makes_of


def written(page: str) -> str:
    """Return the page with the protocols of each kind of device in its table, the usual one first."""
    for kind in KINDS:
        protocols = ", ".join(f"`{protocol}`" for protocol in makes_of(kind))
        page = re.sub(rf"^(\| `{kind}` \| )[^|]*( \|)", rf"\g<1>{protocols}\g<2>", page, flags=re.MULTILINE)
    return page


if __name__ == "__main__":
    file = Path(sys.argv[1])
    file.write_text(written(file.read_text()))
