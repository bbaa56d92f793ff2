"""The operator's page knows every fault."""

import re
from pathlib import Path

import hal_page
import pytest

from firmware.link.manual import page as messages_page
from firmware.probing import manual as devices_manual
from firmware.table_board import quota_manual
from hal.faults import FAULTS
from hal.manual import page

pytestmark = pytest.mark.lab(30)

PROJECT = Path(__file__).parents[2]


def test_the_page_of_faults_is_that_of_the_list() -> None:
    assert (PROJECT / "docs/faults.md").read_text() == page(), "run make manual"


def test_the_page_of_messages_is_that_of_the_messages() -> None:
    assert (PROJECT / "docs/messages.md").read_text() == messages_page(), "run make manual"


def test_the_bounds_in_the_page_of_the_network_are_those_of_the_code() -> None:
    page = (PROJECT / "docs/network.md").read_text()
    assert page == quota_manual.written(page), "run make manual"
    # Seen to fail: a figure that is another one than the code's.
    assert page.replace("| `wager` | 20 | 4 |", "| `wager` | 20 | 5 |") != quota_manual.written(page)


def test_the_page_of_what_drivers_are_made_of_is_that_of_the_docstrings() -> None:
    assert hal_page.PAGE.read_text() == hal_page.page(), "run make manual"
    # All that a driver may import is on it, but what opens devices, records lines, and reads what people type.
    others = {
        "hal.clock", "hal.currency", "hal.in_words", "hal.manual", "hal.overheard", "hal.recording", "hal.registry",
        "hal.visible",
    }  # fmt: skip
    there = {f"hal.{path.stem}" for path in (PROJECT / "hal").glob("*.py")} - {"hal.__init__"}
    assert there - others == {name for name in hal_page.MODULES if name.startswith("hal.")}


def test_the_page_of_devices_has_the_makes_that_there_are() -> None:
    page = (PROJECT / "docs/devices.md").read_text()
    assert page == devices_manual.written(page), "run make manual"
    # Seen to fail: a make that the page does not have.
    assert page.replace("`angel-eye`, `bee-tek`", "`angel-eye`") != devices_manual.written(page)
    assert devices_manual.written(page.replace("`angel-eye`, `bee-tek`", "`angel-eye`")) == page


def test_every_fault_that_code_names_is_in_the_list() -> None:

    named = set()
    for path in (PROJECT / "drivers").rglob("*.py"):
        named |= set(re.findall(r"""(?:begin|Error|PortError|PinsError)\(\s*"([a-z_]+)",""", path.read_text()))
    assert len(named) >= 8
    assert named <= set(FAULTS), named - set(FAULTS)
