"""When a house's gaming day begins, as a configuration says it: `[table.day]`."""

import re
from typing import Final

from msgspec import Struct

from firmware.table.core.gaming_day import GamingDay
from hal.bounds import Word

TIME: Final = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])")


class DaySettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The gaming day `begins` at this time of the clocks of its `zone`, as `Australia/Melbourne`."""

    begins: Word = "06:00"
    zone: Word = "UTC"


def day_of(settings: DaySettings) -> GamingDay:
    """Return the gaming day. Raises ValueError that names the key."""
    found = TIME.fullmatch(settings.begins)
    if found is None:
        raise ValueError(f"day.begins: {settings.begins!r} is no time of day; one reads 06:00")
    try:
        return GamingDay(int(found[1]) * 60 + int(found[2]), settings.zone)
    except ValueError as error:
        raise ValueError(f"day.zone: {error}") from None
