"""What may be wagered on a single bet in a tournament's session, by its conditions."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

import msgspec
from msgspec import Struct

from firmware.game.wagers import Limit

# Under which key a session keeps them.
LIMITS: Final = "limits"


class BetBounds(Struct, frozen=True, forbid_unknown_fields=True):
    """The least and the most on a bet, or on any (`*`), and the step between."""

    bet: str
    minimum: int
    maximum: int
    step: int

    def limit(self) -> Limit:
        """Return it as a table's limit that always holds."""
        return Limit(self.bet, self.minimum, self.maximum, self.step)


_encode: Final = msgspec.json.Encoder().encode


def written_bounds(bounds: tuple[BetBounds, ...]) -> str:
    """Return bounds as they are kept."""
    return _encode(bounds).decode()


@lru_cache(maxsize=4)
def _read(text: str) -> tuple[BetBounds, ...]:
    return msgspec.json.decode(text, type=tuple[BetBounds, ...])


def read_bounds(found: Mapping[str, int | str]) -> tuple[BetBounds, ...]:
    """Return the bounds that a session keeps."""
    return _read(str(found.get(LIMITS, "[]")))
