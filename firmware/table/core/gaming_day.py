"""Gaming days: when they begin, and to which one a time belongs."""

from datetime import UTC, datetime, timedelta
from typing import Final

from msgspec import Struct

from firmware.zones import zone_of

MINUTES: Final = 24 * 60


class GamingDay(Struct, frozen=True, forbid_unknown_fields=True):
    """A house's gaming day `begins` this many minutes after midnight, by the clocks of its zone."""

    begins: int = 6 * 60
    zone: str = "UTC"

    def __post_init__(self) -> None:
        if not 0 <= self.begins < MINUTES:
            raise ValueError(f"a gaming day begins 0 to {MINUTES - 1} minutes after midnight, not {self.begins}")
        zone_of(self.zone)

    @property
    def venue(self) -> str:
        """The zone whose time screens show; if the house names none, each board shows its own."""
        return "" if self.zone == "UTC" else self.zone

    def date_of(self, at: int) -> str:
        """Return the date of the gaming day to which a time belongs.

        >>> GamingDay().date_of(6 * 3600_000), GamingDay().date_of(6 * 3600_000 - 1)
        ('1970-01-01', '1969-12-31')
        """
        there = datetime.fromtimestamp(at / 1000, UTC).astimezone(zone_of(self.zone))
        return (there - timedelta(minutes=self.begins)).date().isoformat()
