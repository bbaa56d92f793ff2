"""What stands at terminals: it begins and ends with what their boards report, and nothing else does."""

import pytest
from table_under_test import Table

from firmware.table.features.devices import DeviceReported, ReportDevice, after, of_terminal

pytestmark = pytest.mark.lab(31, 85)


@pytest.mark.parametrize(
    ("reports", "stands"),
    [
        (["fault jam_acceptor"], ("jam_acceptor",)),
        (["fault jam_acceptor", "fault stacker_open", "fault jam_acceptor"], ("stacker_open", "jam_acceptor")),
        (["fault jam_acceptor", "cleared jam_acceptor"], ()),
        (["fault jam_acceptor", "cleared stacker_open"], ("jam_acceptor",)),
        (["fault lost", "fault absent", "cleared lost"], ("absent",)),
        (["fault jam_acceptor", "driver drivers.id003"], ()),
        (["called", "called"], ("called",)),
        (["called", "call taken back"], ()),
        (["cabinet_door on"], ()),
    ],
)
def test_what_stands_after_reports(reports: list[str], stands: tuple[str, ...]) -> None:
    troubles: dict[str, tuple[str, ...]] = {"ats-12 attendant": ("called",)}
    for what in reports:
        troubles = after(troubles, DeviceReported("ats-1 note_acceptor", what, ""))
    assert of_terminal(troubles, 1) == ({"note_acceptor": stands} if stands else {})
    assert of_terminal(troubles, 12) == {"attendant": ("called",)}


def test_the_tables_own_devices_are_not_a_terminals() -> None:
    assert after({}, DeviceReported("shoe", "fault unreadable", "")) == {}


def test_a_reports_trouble_is_in_the_tables_state_and_goes_again() -> None:
    async def story(table: Table) -> None:
        await table.tell(ReportDevice("ats-2 attendant", "called", ""))
        assert table.service.state.troubles == {"ats-2 attendant": ("called",)}
        await table.tell(ReportDevice("ats-2 attendant", "call taken back", ""))
        assert table.service.state.troubles == {}

    Table(ats=2).run(story)
