"""Devices say what they are, and one that is another is told of; some faults end only by a person's act."""

import pytest
from staffed_table import DEALER, TECHNICIAN, on_a_floor
from staffed_table import Floor as Staffed
from table_under_test import Table

from firmware.table.features.acknowledging import AcknowledgeFaults, FaultLatched, FaultsAcknowledged, latched
from firmware.table.features.boards import ShowPocket
from firmware.table.features.buying_in import why_no_notes
from firmware.table.features.devices import DeviceReported, ReportDevice
from firmware.table.features.known_devices import (
    AcceptDevice,
    DeviceAccepted,
    DeviceIdentified,
    known,
    to_accept,
)

LIFE = "00112233445566aa"
ACCEPTOR = "ats-1 note_acceptor"


def says(what: str, device: str = ACCEPTOR) -> ReportDevice:
    return ReportDevice(device, "identified", what)


@pytest.mark.lab(43, 70)
def test_a_device_is_on_record_once_and_told_of_when_it_is_another() -> None:
    async def story(table: Table) -> None:
        await table.tell(says("ID-003 v1"), says("ID-003 v1"), says("asset 7 serial 12", "ats-1 cabinet"))
        assert table.of(DeviceIdentified) == [
            DeviceIdentified(ACCEPTOR, "ID-003 v1", "", allowed=True),
            DeviceIdentified("ats-1 cabinet", "asset 7 serial 12", "", allowed=True),
        ]
        assert to_accept(table.service.state) == {}
        assert (await table.refuse(AcceptDevice(ACCEPTOR))).code == "device_not_changed"
        await table.tell(says("ID-003 v2"))
        assert to_accept(table.service.state) == {ACCEPTOR: "ID-003 v1"}
        await table.tell(AcceptDevice(ACCEPTOR))
        assert table.of(DeviceAccepted) == [DeviceAccepted(ACCEPTOR, "ID-003 v2")]
        assert known(table.service.state)[ACCEPTOR] == "ID-003 v2"
        assert to_accept(table.service.state) == {}
        assert table.of(DeviceReported) == []

    Table(ats=1).run(story)


@pytest.mark.lab(43)
def test_a_device_that_the_house_does_not_list_is_told_of_at_once() -> None:
    async def story(table: Table) -> None:
        await table.tell(says("ID-003 v1"), says("EBDS v9", "ats-2 note_acceptor"))
        assert to_accept(table.service.state) == {"ats-2 note_acceptor": ""}

    Table(ats=2, allowed_devices=("ID-003 v1", "Angel Eye")).run(story)


@pytest.mark.lab(32)
def test_a_jam_ends_only_when_somebody_has_seen_to_it() -> None:
    async def story(table: Table) -> None:
        await table.tell(ShowPocket(1, LIFE, 0), ReportDevice(ACCEPTOR, "fault jam_acceptor"))
        assert (await table.refuse(AcknowledgeFaults(1))).code == "fault_stands"
        await table.tell(ReportDevice(ACCEPTOR, "cleared jam_acceptor"))
        assert latched(table.service.state, 1) == ("jam_acceptor",)
        why = why_no_notes(table.service.stands(), 1)
        assert why is not None
        assert why.code == "fault_latched"
        assert why_no_notes(table.service.stands(), 2) is None
        await table.tell(AcknowledgeFaults(1))
        assert why_no_notes(table.service.stands(), 1) is None
        assert table.of(FaultsAcknowledged) == [FaultsAcknowledged(1, ("jam_acceptor",))]
        assert (await table.refuse(AcknowledgeFaults(1))).code == "nothing_to_acknowledge"

    Table(ats=2, acknowledge=True).run(story)


def test_low_paper_ends_by_itself_and_a_stuck_cutter_keeps_no_notes_out() -> None:
    async def story(table: Table) -> None:
        printer = "ats-1 ticket_printer"
        await table.tell(ShowPocket(1, LIFE, 0), ReportDevice(printer, "fault paper_low"))
        assert table.of(FaultLatched) == []
        await table.tell(ReportDevice(printer, "fault cutter"))
        assert table.of(FaultLatched) == [FaultLatched(1, "cutter")]
        assert why_no_notes(table.service.stands(), 1) is None

    Table(ats=1, acknowledge=True).run(story)


def test_a_house_may_have_faults_end_by_themselves() -> None:
    async def story(table: Table) -> None:
        await table.tell(ReportDevice(ACCEPTOR, "fault jam_acceptor"), ReportDevice(ACCEPTOR, "cleared jam_acceptor"))
        assert table.of(FaultLatched) == []

    Table(ats=1).run(story)


def test_a_technician_sees_to_it_and_a_dealer_does_not() -> None:
    async def story(floor: Staffed) -> None:
        await floor.enrol("1", "2", TECHNICIAN)
        await floor.enrol("1", "3", DEALER, "2")
        await floor.tell(ReportDevice(ACCEPTOR, "fault cheated"), ReportDevice(ACCEPTOR, "cleared cheated"))
        assert await floor.refused(floor.ask("3", AcknowledgeFaults(1))) == "role_may_not"
        await floor.ask("2", AcknowledgeFaults(1))

    on_a_floor(story, ats=1, acknowledge=True)
