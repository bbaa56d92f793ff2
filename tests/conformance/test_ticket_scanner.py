"""What any barcode scanner must do, wherever it is: the checks of `rapid-table conform ticket-scanner`."""

from typing import Any

import pytest

from firmware.conform.ticket_scanner import CHECKS

pytestmark = pytest.mark.outside

KIND = "ticket-scanner"


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.name)
def test_it_does_what_is_demanded(place: Any, check: Any, tmp_path: Any) -> None:
    place.passes(check, tmp_path)
