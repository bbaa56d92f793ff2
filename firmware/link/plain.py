"""Text from a device or a stranger, made fit for a message: one line, not too long, nothing hidden."""

from typing import Final

from firmware.link.bounds import TEXT
from hal.visible import visible

MORE: Final = "…"


def plain(text: str, most: int = TEXT) -> str:
    r"""Return a text of at most this many characters, all of them visible.

    >>> print(plain("jam\r\n2 settled"), plain("12345", 4))
    jam\r\n2 settled 123…
    """
    # Only what is kept is looked at: a device may send a great deal.
    shown = visible(text[: most + 1])
    return shown if len(shown) <= most else shown[: most - 1] + MORE
