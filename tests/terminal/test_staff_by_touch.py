"""Fingers on a whole table: a service entry, recall of a closed account, credit left behind; a table that was away."""

import asyncio
from pathlib import Path

import pytest
from by_touch import Floor, on_a_floor, tell

from firmware.game import steps as s
from firmware.kit.items import Text
from firmware.kit.sounds import Sounds
from firmware.table.core.commands import Role
from firmware.table.features.devices import DeviceReported
from firmware.table.features.left_behind import ReportLeftBehind, in_custody
from firmware.table.features.readings import MetersRead
from firmware.table.features.service_entries import ServiceBegan, ServiceEnded
from firmware.table.features.wagers import Wager
from firmware.terminal.signals import ALARM
from hal.cards import Card
from sim.profiles import ATS_PANEL


async def with_twenty(floor: Floor) -> None:
    """A supervisor is at the console, and a note of 20 lies on the account of terminal 1."""
    await floor.enrol()
    await floor.long_known("303", "IDA", Role.CASINO_SUPERVISOR, "6184")
    floor.table.seats[1].devices["note_acceptor"].model.do("insert 20")
    await asyncio.sleep(3)


async def turned(floor: Floor, *actions: str) -> None:
    """Touch one after the other, and turn pages until each is there."""
    assert floor.table.sgc is not None
    for action in actions:
        for _ in range(8):
            if tuple(action.split()) in floor.table.sgc.actions():
                break
            await floor.dealer(
                next(" ".join(seen) for seen in reversed(floor.table.sgc.actions()) if seen[0] == "turn")
            )
        await floor.dealer(action)


def said(floor: Floor) -> str:
    """Return all that stands on the console."""
    assert floor.table.sgc is not None
    assert floor.table.sgc.stage is not None
    return "\n".join(item.text for item in floor.table.sgc.stage.scene.items if isinstance(item, Text))


@pytest.mark.lab(11)
def test_a_service_entry_reads_the_meters_before_and_after(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await with_twenty(floor)
        await turned(floor, "tab terminals", "terminal 1", "op service-begin 1")
        await floor.keys("JAM")
        await floor.keys("ACCEPTOR")
        await floor.dealer("yes")
        assert floor.of(ServiceBegan) == [ServiceBegan(1, "JAM", "ACCEPTOR")]
        await turned(floor, "op service-end 1", "yes")
        assert floor.of(ServiceEnded) == [ServiceEnded(1)]
        before, after = floor.of(MetersRead)
        assert (before.why, after.why) == ("before service", "after service")
        assert before.accounts == after.accounts
        assert before.accounts["balance"] == 20_00
        (by,) = {entry.by for entry in floor.journal.entries if isinstance(entry.event, ServiceBegan | ServiceEnded)}  # type: ignore[attr-defined]
        assert by == "700 casino supervisor"

    on_a_floor(tmp_path, story)


@pytest.mark.lab(15, 16)
def test_a_closed_accounts_coups_and_tickets_are_recalled_and_its_number_whole_for_a_supervisor_alone(
    tmp_path: Path,
) -> None:
    async def story(floor: Floor) -> None:
        await with_twenty(floor)
        await floor.long_known("101", "LEO", Role.DEALER, "8264")
        await tell(floor, s.NewShoe(8), s.OpenBets(), Wager(1, "player", 5_00), s.CloseBets())
        await tell(floor, *(s.CardDrawn(Card(card)) for card in ("7S", "6S", "KS", "KD")), s.Confirm())
        await floor.player(1, "cash-out", "pay")
        await asyncio.sleep(8)
        assert 1 not in floor.table.state.accounts
        (ticket,) = floor.table.state.tickets
        await turned(floor, "tab terminals", "terminal 1", "tab recall")
        seen = said(floor)
        assert "7♠ K♠ | 6♠ K♦" in seen
        assert "Player $5: $10 back" in seen
        assert ticket in seen.replace("-", "")
        await floor.dealer("tab staff", "op sign-on")
        await floor.keys("101")
        await floor.keys("8264")
        await turned(floor, "tab terminals", "terminal 1", "tab recall")
        seen = said(floor)
        assert "7♠ K♠ | 6♠ K♦" in seen
        assert ticket not in seen.replace("-", "")
        assert ticket[-4:] in seen

    on_a_floor(tmp_path, story)


@pytest.mark.lab(15)
def test_credit_that_was_left_behind_is_told_and_taken_into_custody_by_two(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await with_twenty(floor)
        await tell(floor, ReportLeftBehind(1, floor.table.service.now_ms()))
        await turned(floor, "tab terminals", "terminal 1", "op custody 1", "key 303")
        assert not in_custody(floor.table.state, 1)
        await floor.keys("6184")
        assert in_custody(floor.table.state, 1) == 20_00
        assert 1 not in floor.table.state.accounts
        await turned(floor, "op custody-pay 1", "key dealer", "key 303")
        await floor.keys("6184")
        assert not in_custody(floor.table.state, 1)

    on_a_floor(tmp_path, story)


@pytest.mark.lab(37)
def test_what_a_door_does_while_the_table_is_away_arrives_whole_and_in_order(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await with_twenty(floor)
        await floor.table.stop_table()
        panel = floor.table.seats[1].devices["panel"].model
        for _ in range(150):
            for how in ("on", "off"):
                panel.do(f"cabinet_door {how}")
                await asyncio.sleep(0.5)
        seen = len(floor.of(DeviceReported))
        await floor.table.restart_table(floor.table.state, floor.table._clock)  # noqa: SLF001 - the same clock goes on
        await asyncio.sleep(900)
        doors = [told.what for told in floor.of(DeviceReported)[seen:] if told.what.startswith("cabinet_door")]
        assert doors == ["cabinet_door on", "cabinet_door off"] * 150

    on_a_floor(tmp_path, story, ats_panel=ATS_PANEL)


@pytest.mark.lab(33)
def test_a_note_that_is_pulled_back_is_heard_at_the_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[str] = []
    monkeypatch.setattr(Sounds, "play", lambda _, name: heard.append(name))

    async def story(floor: Floor) -> None:
        await with_twenty(floor)
        assert ALARM not in heard
        floor.table.seats[1].devices["note_acceptor"].model.do("cheat")
        await asyncio.sleep(2)
        assert ALARM in heard

    on_a_floor(tmp_path, story)
