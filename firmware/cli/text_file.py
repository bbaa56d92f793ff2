"""A text file that is named on a command line; `-` is standard input."""

import sys
from pathlib import Path

from firmware.cli.errors import BadInput


def read_text(where: str, what: str) -> str:
    """Return what stands in it; `what` says to people what it should have been. Raises BadInput."""
    try:
        raw = sys.stdin.buffer.read() if where == "-" else Path(where).read_bytes()
        return raw.decode()
    except OSError as error:
        raise BadInput(f"{where}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{where}: is no text in UTF-8; {what}") from None
