"""What a host of somebody else's sets at an emulated acceptor is done: modes, masks, recovery, time; frame by frame."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from device_under_test import run

from drivers.ebds import protocol as ebds
from drivers.id003 import protocol as id003
from sim.devices.ebds import EbdsModel
from sim.devices.id003 import Id003Model
from sim.devices.model import NoCommand
from sim.devices.note_path import NotePlace

BOOTED_S = 1.5


class Id003Host:
    """Another's host: it says what it likes, and keeps what it hears."""

    def __init__(self) -> None:
        self.model = Id003Model()
        self.heard: list[tuple[int, bytes]] = []
        self._reader = id003.Reader()
        self.model.attach(self._hear)

    def _hear(self, data: bytes) -> None:
        self.heard += [(frame.code, frame.data) for frame in self._reader.feed(data)]

    def say(self, code: int, data: bytes = b"") -> tuple[int, bytes]:
        self.heard.clear()
        self.model.hear(id003.write_frame(code, data))
        return self.heard[0]

    async def start(self, *settings: tuple[int, bytes]) -> None:
        """Reset it, set it up, and let notes in."""
        await asyncio.sleep(BOOTED_S)
        assert self.say(0x40) == (0x50, b"")
        for code, data in settings:
            assert self.say(code, data) == (code, data)
        assert self.say(0xC3, b"\x00") == (0xC3, b"\x00")
        await asyncio.sleep(BOOTED_S)
        assert self.say(0x11) == (0x11, b"")

    async def poll(self, seconds: float) -> list[int]:
        """Ask every 0.1 s, and return the statuses, each once where it stays."""
        seen: list[int] = []
        for _ in range(round(seconds * 10)):
            code, _ = self.say(0x11)
            seen += [code] if seen[-1:] != [code] else []
            if code == 0x15:
                self.model.hear(id003.write_frame(0x50))
            await asyncio.sleep(0.1)
        return seen


class EbdsHost:
    """Another's host of an EBDS acceptor."""

    def __init__(self) -> None:
        self.model = EbdsModel(extended=False)
        self.said: list[ebds.Reply] = []
        self._toggle = 0
        self._reader = ebds.Reader()
        self.model.attach(self._hear)

    def _hear(self, data: bytes) -> None:
        self.said += [said for said in self._reader.feed(data) if isinstance(said, ebds.Reply)]

    async def poll(self, seconds: float, *, mode: int = 0x10, options: int = ebds.POLICY_B) -> list[ebds.Reply]:
        self.said.clear()
        for _ in range(round(seconds * 10)):
            self.model.hear(ebds.write_poll(ebds.Poll(self._toggle, 0x7F, mode, options)))
            self._toggle ^= 1
            await asyncio.sleep(0.1)
        return list(self.said)


def played(story: Callable[[Id003Host], Awaitable[None]]) -> None:
    async def whole() -> None:
        await story(Id003Host())

    run(whole)


def test_each_setting_is_told_in_its_own_length_before_anybody_has_set_it() -> None:
    async def story(host: Id003Host) -> None:
        await asyncio.sleep(BOOTED_S)
        assert [host.say(code) for code in range(0x80, 0x88)] == [
            (0x80, b"\0\0"), (0x81, b"\0\0"), (0x82, b"\0"), (0x83, b"\x01"), (0x84, b"\0"),
            (0x85, b"\0\0"), (0x86, b"\0\0"), (0x87, b"\xff"),  # no tickets: it takes none until FC is set
        ]  # fmt: skip

    played(story)


def test_after_vend_valid_is_acknowledged_the_note_is_stacked_and_never_stacking_again() -> None:
    async def story(host: Id003Host) -> None:
        await host.start()
        host.model.do("insert 20")
        assert await host.poll(1.5) == [0x12, 0x13]
        assert host.say(0x41) == (0x50, b"")
        assert await host.poll(2) == [0x14, 0x15, 0x16, 0x11]

    played(story)


def test_in_interrupt_mode_it_says_unasked_what_has_changed() -> None:
    async def story(host: Id003Host) -> None:
        await host.start((0xC2, b"\x01"))
        host.heard.clear()
        host.model.do("insert 20")
        await asyncio.sleep(1.5)
        assert host.heard == [(0x12, b""), (0x13, b"\x65")]  # 20 is the fifth of the dollar's notes
        host.say(0x41)
        await asyncio.sleep(0.5)
        assert [code for code, _ in host.heard] == [0x50, 0x14, 0x15]
        host.heard.clear()
        host.model.hear(id003.write_frame(0x50))
        await asyncio.sleep(1)
        assert [code for code, _ in host.heard] == [0x16, 0x11]

    played(story)


def test_without_interrupt_mode_it_speaks_when_it_is_asked() -> None:
    async def story(host: Id003Host) -> None:
        await host.start((0xC2, b"\x00"))
        host.heard.clear()
        host.model.do("insert 20")
        await asyncio.sleep(1.5)
        assert host.heard == []

    played(story)


def test_a_denomination_that_is_switched_off_is_rejected_with_its_reason() -> None:
    async def story(host: Id003Host) -> None:
        await host.start((0xC0, b"\x10\x00"))  # the fifth note is off
        host.model.do("insert 20")
        await asyncio.sleep(1)
        assert host.say(0x11) == (0x17, b"\x78")
        await asyncio.sleep(1)
        host.model.do("insert 10")
        await asyncio.sleep(1)
        assert host.say(0x11) == (0x13, b"\x64")

    played(story)


def test_a_note_held_in_a_way_that_is_switched_off_is_rejected() -> None:
    async def story(host: Id003Host) -> None:
        await host.start((0xC4, b"\x02"))  # the second way is off
        host.model.do("insert 20 way B")
        await asyncio.sleep(1)
        assert host.say(0x11) == (0x17, b"\x78")
        await asyncio.sleep(1)
        host.model.do("insert 20")
        await asyncio.sleep(1)
        assert host.say(0x11) == (0x13, b"\x65")

    played(story)


def test_a_way_that_does_not_exist_is_refused() -> None:
    async def story(host: Id003Host) -> None:
        await host.start()
        for words in ("insert 20 way E", "insert 20 way", "insert 20 way A B"):
            with pytest.raises(NoCommand, match="a way reads `insert 20 way D`; they are A, B, C, D"):
                host.model.do(words)

    played(story)


@pytest.mark.parametrize("reason", range(0x71, 0x80))
def test_each_reason_for_a_rejection_can_be_made_to_happen(reason: int) -> None:
    async def story(host: Id003Host) -> None:
        await host.start()
        host.model.do(f"insert forged {reason:02x}")
        await asyncio.sleep(1)
        assert host.say(0x11) == (0x17, bytes((reason,)))

    played(story)


def test_a_reason_that_does_not_exist_is_refused() -> None:
    async def story(host: Id003Host) -> None:
        await host.start()
        with pytest.raises(NoCommand, match="'80' is no reason"):
            host.model.do("insert forged 80")
        with pytest.raises(NoCommand, match="insert reads"):
            EbdsModel().do("insert forged 71")

    played(story)


@pytest.mark.parametrize(("setting", "after"), [((0xC5, b"\x02\x00"), 0x15), ((0xC5, b"\x00\x00"), 0x11)])
def test_with_power_recovery_vend_valid_is_said_again_after_the_power_up(
    setting: tuple[int, bytes], after: int
) -> None:
    async def story(host: Id003Host) -> None:
        await host.start()
        host.model.do("insert 20")
        await host.poll(1.5)
        host.say(0x41)
        await asyncio.sleep(0.5)
        assert host.say(0x11)[0] == 0x15
        host.model.do("power-cycle")
        await asyncio.sleep(BOOTED_S)
        assert host.say(0x11)[0] == 0x42
        host.say(0x40)
        host.say(*setting)
        host.say(0xC3, b"\x00")
        await asyncio.sleep(BOOTED_S)
        assert host.say(0x11)[0] == after
        host.model.hear(id003.write_frame(0x50))
        await host.poll(1)
        host.model.do("power-cycle")
        await asyncio.sleep(BOOTED_S)
        assert host.say(0x11)[0] == 0x40  # it is told once

    played(story)


def test_a_note_waits_ten_seconds_in_escrow_and_three_when_nobody_asks() -> None:
    async def story(host: Id003Host) -> None:
        await host.start()
        host.model.do("insert 20")
        assert await host.poll(10) == [0x12, 0x13]
        assert await host.poll(2) == [0x13, 0x18, 0x11]
        host.model.do("insert 20")
        await host.poll(1)
        await asyncio.sleep(2.5)
        assert host.say(0x11)[0] == 0x13
        await asyncio.sleep(4)
        assert host.model.path.given_back == {20: 2}

    played(story)


def test_a_held_note_waits_ten_seconds_more_each_time() -> None:
    async def story(host: Id003Host) -> None:
        await host.start()
        host.model.do("insert 20")
        await host.poll(9)
        host.say(0x44)
        assert await host.poll(8) == [0x19]

    played(story)


def test_with_escrow_mode_off_nothing_waits_in_escrow() -> None:
    async def whole() -> None:
        host = EbdsHost()
        await host.poll(3, mode=0)
        host.model.do("insert 20")
        said = await host.poll(3, mode=0)
        assert not any(reply.d0 & 0x04 for reply in said)
        assert [reply.code for reply in said if reply.d0 & 0x10] == [5]
        host.model.do("insert 10")
        await host.poll(1.5)
        assert host.model.path.place is NotePlace.ESCROW  # and with it on, it waits

    run(whole)


def test_a_note_past_escrow_at_power_up_is_stacked_and_reported_under_policy_b_alone() -> None:
    async def whole(options: int, reported: list[int]) -> None:
        host = EbdsHost()
        await host.poll(3, options=options)
        host.model.do("insert 20")
        await host.poll(1.2, options=options)
        await host.poll(0.2, mode=0x30, options=options)
        assert host.model.path.place is NotePlace.TO_STACKER
        host.model.do("power-cycle")
        said = await host.poll(4, options=options)
        assert [reply.code for reply in said if reply.d0 & 0x10] == reported
        assert host.model.path.cash_box == {20: 1}

    for options, reported in ((0x00, []), (0x04, [5]), (0x08, [])):
        run(lambda options=options, reported=reported: whole(options, reported))  # type: ignore[misc]
