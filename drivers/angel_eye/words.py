"""What crosses the line of an Angel Eye shoe, in words."""

from typing import Final

from drivers.angel_eye import protocol as p
from drivers.angel_eye.reports import meaning
from hal.in_words import in_words
from hal.make import Decode

ORDERS: Final = {p.LOCK: "lock", p.UNLOCK: "unlock", p.CLEAR_ERROR: "clear error", p.CONFIRM_GAME: "next game"}


def words() -> Decode:
    """Return what says its line in words."""
    reader = p.Reader()

    def decode(data: bytes, to_host: bool) -> str:  # noqa: FBT001
        if not to_host:
            return next((word for order, word in ORDERS.items() if order in data), "")
        said = [getattr(one, "report", one) for one in reader.feed(data)]
        return "; ".join(in_words((meaning(one) or one) if isinstance(one, p.Report) else one) for one in said)

    return decode
