"""What is open at a bench's table: doors and logic access that waits, faults that nobody has seen to."""

import pytest
from table_under_test import Table

from firmware.table.features.devices import ReportDevice
from sim.bench.console import matters

pytestmark = pytest.mark.lab(28)


def test_an_open_door_and_logic_access_that_waits_are_among_the_matters() -> None:
    async def story(table: Table) -> None:
        assert matters(table.service)["doors"] == {}
        await table.tell(ReportDevice("ats-1 panel", "cabinet_door on"), ReportDevice("ats-2 panel", "logic_door on"))
        opened = {"ats-1": {"cabinet_door": "open"}, "ats-2": {"logic_door": "open"}}
        assert matters(table.service)["doors"] == opened
        await table.tell(ReportDevice("ats-1 panel", "cabinet_door off"), ReportDevice("ats-2 panel", "logic_door off"))
        assert matters(table.service)["doors"] == {"ats-2": {"logic_door": "shut"}}

    Table().run(story)


def test_a_fault_that_nobody_has_seen_to_is_among_them() -> None:
    async def story(table: Table) -> None:
        await table.tell(ReportDevice("ats-1 note_acceptor", "fault jam_acceptor"))
        await table.tell(ReportDevice("ats-1 note_acceptor", "cleared jam_acceptor"))
        assert matters(table.service)["unseen"] == {"ats-1": ("jam_acceptor",)}
        await table.tell(ReportDevice("ats-1 note_acceptor", "identified", "one"))
        await table.tell(ReportDevice("ats-1 note_acceptor", "identified", "another"))
        assert matters(table.service)["devices"] == {"ats-1 note_acceptor": "one"}

    Table(acknowledge=True).run(story)
