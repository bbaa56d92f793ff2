"""What the console's pages say of what stands at terminals."""

import asyncio
from typing import Final

import pytest
from sgc_states import STATES, sgc_state
from sgc_table import Console

from firmware.boards.copies import CopySeen
from firmware.boards.own_faults import OwnFaults
from firmware.table.core.commands import Role
from firmware.table.core.setup import NoteList
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.corrections import CorrectOutcome
from firmware.table.features.devices import ReportDevice
from firmware.table.features.note_doubts import ReportNoteDoubt
from firmware.table.features.staff import EnrolStaff
from firmware.table.features.winnings import HoldWinnings
from hal.cards import Card
from sim.virtual_time import VirtualTimeLoop


@pytest.mark.parametrize(("language", "label"), [("en", "Call"), ("zh-Hans", "呼叫")])
def test_a_call_and_a_fault_are_seen_among_the_terminals(language: str, label: str) -> None:
    view, _ = sgc_state("terminals-call", language)
    assert view.page is not None
    tiles = {tile.label: (tile.value, tile.look) for tile in view.page.tiles}
    assert tiles["2"] == tiles["4"] == (label, "notice")
    assert tiles["1"][1] == "notice"


def test_a_terminals_page_says_what_to_do() -> None:
    view, _ = sgc_state("terminal-calls", "en")
    assert view.page is not None
    rows = {row.label: row.detail for row in view.page.rows}
    assert rows["A player calls an attendant"] == "Go to the terminal; the call is taken back there."
    assert rows["Note acceptor"].startswith("A note is stuck in the acceptor. Open the acceptor's head")


def test_what_a_newer_terminal_reports_is_shown_as_it_says_it() -> None:
    async def story(t: Console) -> None:
        await t.open()
        await t.tell(ReportDevice("ats-3 coin_hopper", "fault upside_down", ""))
        t.touch("terminal 3")
        assert t.desk is not None
        page = t.desk.view().page
        assert page is not None
        assert [row.detail for row in page.rows if row.label == "coin_hopper"] == ["upside_down"]

    async def whole() -> None:
        await story(Console("en"))

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        runner.run(whole())


def test_a_note_in_doubt_that_is_no_note_of_this_table_is_named_and_cannot_be_credited() -> None:
    async def story(t: Console) -> None:
        await t.open()
        await t.tell(ReportNoteDoubt(3, "90c1" * 4, 1, 20_00, "note_not_taken", "NZD"))
        t.touch("terminal 3")
        assert t.desk is not None
        page = t.desk.view().page
        assert page is not None
        assert [row.value for row in page.rows if row.label == "Note in doubt"] == ["NZD 20"]
        (doubt,) = t.service.state.note_doubts
        t.touch(f"op note {doubt}")
        form = t.desk.view().form
        assert form is not None
        assert [choice.label for choice in form.choices] == ["No note of this table: not credited"]
        t.touch("key 0", "yes")
        await asyncio.sleep(0.2)
        assert not t.service.state.note_doubts
        assert t.service.state.balance(3) == 0

    async def whole() -> None:
        await story(Console("en"))

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        runner.run(whole())


def test_a_console_says_amounts_in_the_tables_currency() -> None:
    async def whole() -> None:
        t = Console("en", notes=NoteList("GBP", (20_00,)))
        await t.open()
        await t.tell(BuyIn(3, 1_234_50))
        t.touch("terminal 3")
        assert t.desk is not None
        assert "£1,234.50" in str(t.desk.view().page)


STANDS = {
    "en": {
        "Second copy: stick": ("Up to row 4711", "Whole", "deep"),
        "Second copy: ats-1": ("Up to row 4700", "11 rows behind", "deep"),
        "Second copy: ats-2": ("A second copy of the journal is behind. Check", "40 rows behind", "alarm"),
    },
    "zh-Hans": {
        "第二副本：存储棒": ("至第 4711 行", "完整", "deep"),
        "第二副本：ats-1": ("至第 4700 行", "落后 11 行", "deep"),
        "第二副本：ats-2": ("日志的第二副本落后。", "落后 40 行", "alarm"),
    },
}


@pytest.mark.parametrize("language", STANDS)
def test_how_far_behind_each_second_copy_is_stands_on_the_page_of_devices(language: str) -> None:
    copies = CopySeen("stick", 4711, 0), CopySeen("ats-1", 4700, 11), CopySeen("ats-2", 4671, 40, "copy_behind")

    async def whole() -> None:
        console = Console(language)
        await console.open()
        assert console.desk is not None
        console.desk.beside = console.desk.beside._replace(copies=lambda: copies)
        console.touch("tab devices")
        page = console.desk.view().page
        assert page is not None
        found = {row.label: row for row in page.rows}
        for label, (detail, value, look) in STANDS[language].items():
            assert found[label].detail.startswith(detail)
            assert (found[label].value, found[label].look) == (value, look)

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        runner.run(whole())


PARTS: Final = {
    "en": {"update": "Software update", "software": "Software", "space": "Room", "certificate": "Certificate"},
    "zh-Hans": {"update": "软件更新", "software": "软件", "space": "空间", "certificate": "证书"},
}


@pytest.mark.parametrize("language", PARTS)
def test_what_is_wrong_with_the_board_itself_stands_there_with_what_was_found(language: str) -> None:
    """Words alone say to tell whoever made the software why it was given up, and the board has to say it."""
    own = OwnFaults()
    own.hold("update", "update_rolled_back", "0.5.0: there is no picture")
    own.hold("update", "update_ready", "0.6.0")
    for part, code in (("software", "software_wrong"), ("space", "disk_low"), ("certificate", "certificate_ends")):
        own.hold(part, code, "found so")

    async def whole() -> None:
        console = Console(language)
        await console.open()
        assert console.desk is not None
        console.desk.beside = console.desk.beside._replace(devices=own.seen)
        console.touch("tab devices")
        page = console.desk.view().page
        assert page is not None
        found = {row.label: row for row in page.rows}
        for label in PARTS[language].values():
            assert found[label].look == "alarm"
        assert found[PARTS[language]["update"]].detail.endswith("(0.6.0; 0.5.0: there is no picture)")
        assert found[PARTS[language]["space"]].detail.endswith("(found so)")

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        runner.run(whole())


def test_the_staff_page_names_whom_one_person_enrolled() -> None:
    """The table cannot tell whether two numbers are one person: whoever looks at the page may know."""

    async def story(t: Console) -> None:
        enrolled = [EnrolStaff(f"90{place}", f"Person {place}", Role.DEALER, "hash", by="303") for place in range(6)]
        await t.open()
        await t.tell(*enrolled, EnrolStaff("404", "Li Wei", Role.DEALER, "hash", by="202", approved_by="303"))
        t.touch("tab staff")
        assert t.desk is not None
        page = t.desk.view().page
        assert page is not None
        said = {row.label.partition(" ")[0]: row.detail for row in page.rows}
        assert said["900"].endswith("303 also enrolled 101, 202, 901, 902 …")
        assert said["404"].endswith("by 202 · approved by 303")
        assert "also" not in said["303"]

    async def whole() -> None:
        await story(Console("en"))

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        runner.run(whole())


@pytest.mark.rule("crown 13.2.3")
def test_an_order_to_hold_is_seen_while_a_recalculation_has_taken_what_was_held() -> None:
    async def seen(t: Console) -> dict[str, str]:
        await asyncio.sleep(0.1)
        assert t.desk is not None
        page = t.desk.view().page
        assert page is not None
        return {row.label: row.value for row in page.rows if row.label in ("Winnings held", "Held again if it returns")}

    async def story() -> None:
        t = Console("en")
        await STATES["between"][0](t)
        await t.coups(1)
        await t.tell(HoldWinnings(1, 80_00))
        t.touch("terminal 1")
        assert await seen(t) == {"Winnings held": "$80"}
        await t.tell(CorrectOutcome(1, (Card("6S"), Card("KD")), (Card("9H"), Card("KC"))))
        assert await seen(t) == {"Held again if it returns": "$80"}

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        runner.run(story())
