"""Each check of the conformance suites was seen to fail: there is a device for it that does otherwise, and is found."""

import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from broken_devices import BROKEN, MORE
from places import KINDS, Place

CHECKS = {
    (kind, check.name): check
    for kind in KINDS
    for check in importlib.import_module(f"firmware.conform.{kind.replace('-', '_')}").CHECKS
}
ALL = [(kind, name, *how) for (kind, name), how in BROKEN.items()] + list(MORE)


def test_each_check_has_a_device_that_it_finds() -> None:
    assert set(BROKEN) == set(CHECKS)


@pytest.mark.parametrize(("kind", "name", "protocol", "broken"), ALL, ids=lambda word: getattr(word, "__name__", word))
def test_a_broken_device_is_found(
    kind: str, name: str, protocol: str, broken: Callable[[], Any], tmp_path: Path
) -> None:
    place, check = Place(kind, protocol, "memory"), CHECKS[kind, name]
    found = place.found(check, tmp_path, broken)
    assert (found.outcome, bool(found.why)) == ("failed", True)
    assert place.found(check, tmp_path).outcome == "passed"
