"""Time zones by name, as configurations say them: of the venue, or of its gaming day."""

import re
from datetime import UTC, tzinfo
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

ZONE: Final = re.compile(r"[A-Za-z][A-Za-z0-9_+-]*(?:/[A-Za-z0-9_+-]+)*")


@cache
def zone_of(name: str) -> tzinfo:
    """Return a time zone. Raises ValueError."""
    if name == "UTC":  # what is chosen where nothing is said needs no data of zones
        return UTC
    if ZONE.fullmatch(name) is not None:
        try:
            return ZoneInfo(name)
        except (ZoneInfoNotFoundError, OSError):
            pass
    raise ValueError(
        f"no time zone {name!r} is known here; one reads Australia/Melbourne, and tzdata must be installed"
    )


def is_zone(name: str) -> bool:
    """Whether a time zone is known here."""
    try:
        zone_of(name)
    except ValueError:
        return False
    return True
