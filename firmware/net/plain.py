"""Text from a device or a stranger, as a message may carry it: one line, not too long, and nothing hidden in it."""

import re
from typing import Final

from firmware.net.bounds import CONTROL, TEXT

_HIDDEN: Final = re.compile(f"[{CONTROL}\ud800-\udfff]")
MORE: Final = "…"


def plain(text: str, most: int = TEXT) -> str:
    r"""Return a text of at most so many characters, with control characters shown as what they are.

    >>> plain("jam\r\n2 coup_settled"), plain("12345", 4)
    ('jam\\x0d\\x0a2 coup_settled', '123…')
    """
    # What is cut off anyway is not looked at: a device may send a great deal.
    shown = _HIDDEN.sub(_shown, text[: most + 1])
    return shown if len(shown) <= most else shown[: most - 1] + MORE


def _shown(hidden: re.Match[str]) -> str:
    code = ord(hidden[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
