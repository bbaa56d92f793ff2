"""Every state of what players look at, at every size and in every theme, looks as it did: tests/pictures/sheets."""

from itertools import combinations

import pytest
from every_screen import STATES
from reference import differs, in_greenwich
from sheets import SHEETS, Sheet, every_sheet

from firmware.kit.house_theme import FIRST


@pytest.mark.some(9)
@pytest.mark.parametrize("sheet", every_sheet(), ids=lambda sheet: sheet.name)
def test_each_state_looks_as_it_did(sheet: Sheet) -> None:
    in_greenwich()
    assert not sheet.changed(), f"`make pictures` draws {sheet.name} anew: look at it before it is committed"


def test_no_sheet_is_kept_of_what_is_not_there() -> None:
    assert {path.name for path in SHEETS.glob("*.png")} == {sheet.name for sheet in every_sheet()}


@pytest.mark.parametrize("screen", ["ats", "wnd"])
def test_a_wrong_state_is_found_on_a_sheet(screen: str) -> None:
    sheet = Sheet(screen, (1024, 600), FIRST)
    drawn = dict(zip(STATES[screen], sheet.draw(), strict=True))
    alike = {(one, other) for one, other in combinations(drawn, 2) if not differs(drawn[one], drawn[other])}
    # What only a line of small type tells apart is held by the pictures in full size.
    assert alike <= {("no-account", "no-account-remote")}, alike
    assert sheet.changed() == []
    kept = sheet.kept()
    assert differs(kept[0], kept[1])


def test_a_sheet_that_is_missing_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    monkeypatch.setattr("sheets.SHEETS", tmp_path)
    sheet = Sheet("wnd", (1920, 1080), FIRST)
    assert sheet.changed() == list(STATES["wnd"])
