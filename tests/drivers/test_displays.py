"""The winning number display: a sign against its model."""

import asyncio
from typing import Any

from device_under_test import Bench, run

from drivers.alpha import protocol as p
from drivers.alpha.driver import AlphaSign, Options
from hal.device import FaultBegan, FaultEnded
from hal.display import Shows, ShowsOtherwise
from sim.devices.alpha import AlphaModel


def sign(story: Any) -> None:
    async def whole() -> None:
        bench = Bench(AlphaModel())
        bench.live(AlphaSign("wnd", bench.wire, bench.hear, Options("")))
        await bench.ready()
        await story(bench)
        await bench.stop()

    run(whole)


def test_what_is_shown_is_read_back() -> None:
    async def story(bench: Bench) -> None:
        assert await bench.device.show("COUP 7  BANKER  5-7")
        assert bench.model.text == "COUP 7  BANKER  5-7"
        assert bench.of(Shows) == [Shows("COUP 7  BANKER  5-7")]
        assert await bench.device.read_back() == "COUP 7  BANKER  5-7"

    sign(story)


def test_a_sign_that_shows_otherwise_is_found_and_found_right_again() -> None:
    async def story(bench: Bench) -> None:
        await bench.device.show("PLAYER")
        bench.model.do("garble BANKER")
        await asyncio.sleep(12)
        assert bench.of(ShowsOtherwise) == [ShowsOtherwise("PLAYER", "BANKER")]
        assert [event.code for event in bench.of(FaultBegan)] == ["shows_otherwise"]
        # It was blanked and written anew at once.
        assert bench.model.text == "PLAYER"
        assert [event.code for event in bench.of(FaultEnded)] == ["shows_otherwise"]

    sign(story)


def test_a_sign_that_is_stuck_does_not_show_it() -> None:
    async def story(bench: Bench) -> None:
        bench.model.do("stick")
        assert not await bench.device.show("TIE")
        bench.model.do("clear")
        assert await bench.device.show("TIE")

    sign(story)


def test_a_sign_that_comes_back_shows_what_it_was_told() -> None:
    async def story(bench: Bench) -> None:
        await bench.device.show("TIE")
        bench.wire.unplug()
        await asyncio.sleep(1)
        assert not await bench.device.show("PLAYER")
        bench.wire.plug()
        await bench.ready()
        await asyncio.sleep(1)
        assert bench.model.text == "PLAYER"

    sign(story)


def hosted(*packets: bytes) -> tuple[AlphaModel, list[dict[str, Any]], list[bytes]]:
    """A sign that another's host sends these packets."""
    told: list[dict[str, Any]] = []
    answered: list[bytes] = []
    model = AlphaModel(told.append)
    model.attach(answered.append)
    for packet in packets:
        model.hear(b"\0\0\0\0\0\x01Z00" + packet + b"\x04")
    return model, told, answered


def test_the_priority_file_is_shown_in_place_of_all_others_while_it_has_text() -> None:
    model, told, _ = hosted(b"\x02AA\x1b bFAITES VOS JEUX", b"\x02A0\x1b a\x1c1FIRE")
    assert [said["text"] for said in told] == ["FAITES VOS JEUX", "FIRE"]
    model.hear(b"\x01Z00\x02A0\x04")
    assert model.text == "FAITES VOS JEUX"


def test_a_packet_of_several_commands_without_checks_is_done_whole() -> None:
    model, told, answered = hosted(b"\x02E$\x02G1\x1c17\x02AB\x1b bCOUP \x101\x02E.SUB\x02H1\x02BB")
    assert model.text == "COUP 7"
    assert [answer[9:-6] for answer in answered] == [b"\x02G1\x1c17", b"\x02AB\x1b bCOUP \x101"]
    assert told[-1] == {"event": "shows", "text": "COUP 7"}


def test_a_command_that_the_sign_does_not_know_is_said() -> None:
    _, told, _ = hosted(b"\x02E;10\x02X1")
    assert [bytes.fromhex(said["bytes"]) for said in told] == [
        p.write_packet(p.Packet(b"E", b";10")),
        p.write_packet(p.Packet(b"X", b"1")),
    ]


def test_a_silent_sign_is_lost() -> None:
    async def story(bench: Bench) -> None:
        bench.model.power(on=False)
        await asyncio.sleep(40)
        assert "silent" in bench.device.faults
        assert await bench.device.read_back() is None

    sign(story)
