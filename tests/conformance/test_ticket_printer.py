"""What any ticket printer must do, wherever it is."""

from pathlib import Path
from typing import Any

import pytest

from hal.device import FaultBegan, FaultEnded
from hal.ticket_printer import PrintOutcome, Ticket

pytestmark = pytest.mark.outside

KIND = "ticket-printer"
TICKET = Ticket("CONFORMANCE", ("This is no ticket: it is worth nothing",), "004580945669109504")


def test_a_page_is_printed(place: Any, tmp_path: Path) -> None:
    async def story(rig: Any) -> None:
        assert (await rig.device.print(TICKET)).outcome is PrintOutcome.PRINTED
        if rig.where != "desk":
            assert rig.model.pages == 1

    place.run(story, tmp_path)


def test_an_open_cover_is_a_fault_and_prints_nothing(place: Any, tmp_path: Path) -> None:
    async def story(rig: Any) -> None:
        await rig.do("cover open", "Open the printer's cover.")
        await rig.until(FaultBegan, rig.patience, code="cover_open")
        assert (await rig.device.print(TICKET)).outcome is PrintOutcome.FAILED
        await rig.do("cover closed", "Close the cover.")
        await rig.until(FaultEnded, rig.patience, code="cover_open")
        assert (await rig.device.print(TICKET)).outcome is PrintOutcome.PRINTED

    place.run(story, tmp_path)


def test_no_paper_is_a_fault_and_prints_nothing(place: Any, tmp_path: Path) -> None:
    async def story(rig: Any) -> None:
        await rig.do("paper out", "Take the paper out.")
        await rig.until(FaultBegan, rig.patience, code="paper_out")
        assert (await rig.device.print(TICKET)).outcome is PrintOutcome.FAILED
        await rig.do("paper in", "Put the paper back.")
        await rig.until(FaultEnded, rig.patience, code="paper_out")

    place.run(story, tmp_path)
