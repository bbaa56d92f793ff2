"""Time zones by name, and what there is where nobody installed their data."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import pytest

from firmware import zones
from firmware.zones import zone_of


@pytest.fixture
def no_data(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(name: str) -> ZoneInfo:
        raise ZoneInfoNotFoundError(name)

    monkeypatch.setattr(zones, "ZoneInfo", none)
    zone_of.cache_clear()


@pytest.mark.usefixtures("no_data")
def test_what_is_chosen_where_nothing_is_said_needs_no_data() -> None:
    # A bare Debian has none: no board that was installed there could start.
    assert zone_of("UTC").utcoffset(datetime(2026, 1, 1)) == timedelta(0)  # noqa: DTZ001
    with pytest.raises(ValueError, match="tzdata must be installed"):
        zone_of("Australia/Melbourne")
    zone_of.cache_clear()


def test_a_zone_of_a_place_has_its_summer() -> None:
    melbourne = zone_of("Australia/Melbourne")
    assert melbourne.utcoffset(datetime(2026, 1, 1)) == timedelta(hours=11)  # noqa: DTZ001
    assert melbourne.utcoffset(datetime(2026, 7, 1)) == timedelta(hours=10)  # noqa: DTZ001
