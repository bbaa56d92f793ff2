"""A stranger at a soak's table: what a soak finds when the table believes what it is told."""

from typing import Any, get_args

import msgspec
import pytest

from firmware.link import messages as m
from firmware.table.core.pockets import Told
from firmware.table_board import answers as table_board
from firmware.table_board.conduct import Conduct, Reception
from sim.soak.run import fault_kinds, soak
from sim.soak.stranger import HOSTILE

KINDS = {kind.__struct_config__.tag: kind for kind in get_args(m.Request)}


def believing(data: bytes) -> m.Envelope:
    """Read a request without its bounds."""
    said: dict[str, Any] = msgspec.json.decode(data)
    what = dict(said.pop("what"))
    return m.Envelope(**said, what=KINDS[what.pop("ask")](**what))


def believe(data: bytes) -> m.Envelope:
    try:
        return believing(data)
    except (TypeError, KeyError, AttributeError, ValueError) as error:
        raise msgspec.ValidationError(str(error)) from None


def test_a_stranger_harms_nobody() -> None:
    found = soak(13, 0.05, 2, tuple(HOSTILE))
    assert found.wrong == ()
    assert found.faults.keys() >= {"flood", "hostile-terminal"}
    assert set(HOSTILE) < set(fault_kinds("all"))


def test_texts_that_forge_lines_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_board, "_decode", believe)
    found = soak(11, 0.2, 1, ("forged-texts",))
    assert "on record is a text that forges lines" in found.wrong[0]


def test_a_flood_without_quotas_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    for judges in ("request", "kind"):
        monkeypatch.setattr(Conduct, judges, lambda *_, **__: Reception.HEAR)
    found = soak(11, 0.3, 1, ("flood",))
    assert found.wrong
    assert "rows within a minute" in found.wrong[0] or "tasks are under way" in found.wrong[0]


def test_a_number_that_stands_for_any_note_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Told, "fits", lambda *_: True)
    assert "is credited; it was" in soak(3, 0.1, 1, ("numbers-used",)).wrong[0]
