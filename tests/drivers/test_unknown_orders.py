"""What a host says that a device does not know is said by its emulator, byte for byte, and never swallowed."""

import asyncio
from typing import Any

import pytest
from device_under_test import run

from drivers.alpha.protocol import write_packet, write_text
from drivers.ebds.protocol import Reply, write_reply
from drivers.framing import xor
from sim.devices.alpha import AlphaModel
from sim.devices.angel_eye import AngelEyeModel
from sim.devices.bee_tek import BeeTekModel
from sim.devices.ebds import BOOT_S, EbdsModel
from sim.devices.model import Model


def told_of(make: type[Model], data: bytes) -> tuple[list[dict[str, Any]], bytes]:
    """Return what a device tells, and what it answers."""
    told: list[dict[str, Any]] = []
    answers: list[bytes] = []

    async def story() -> None:
        model = make(told.append)
        model.attach(answers.append)
        await asyncio.sleep(BOOT_S + 0.1)
        model.hear(data)

    run(story)
    return [said for said in told if said["event"] == "unknown"], b"".join(answers)


def ebds(control: int, data: bytes) -> bytes:
    body = bytes((len(data) + 5, control)) + data
    return b"\x02" + body + b"\x03" + bytes((xor(body),))


def order(text: bytes) -> bytes:
    frame = b"\x02" + text + b"\x03"
    return frame + b"%02X" % xor(frame)


@pytest.mark.parametrize(
    "frame",
    [
        ebds(0x60, b"\x00\x00\x00"),  # an auxiliary command, type 6
        ebds(0x10, b"\x7f\x10\x00\x00"),  # a poll with a byte too many
        write_reply(Reply(0, 1, 0x10, 0)),  # what only acceptors say
    ],
)
def test_an_ebds_frame_of_another_kind_is_said_and_has_no_answer(frame: bytes) -> None:
    assert told_of(EbdsModel, frame) == ([{"event": "unknown", "bytes": frame.hex(" ")}], b"")


@pytest.mark.parametrize(
    ("text", "code"),
    [(b"XX", b"13"), (b"OPLK", b"11"), (b"OPZZ01", b"14"), (b"OPLK09", b"11")],
)
def test_an_order_that_the_shoe_does_not_know_is_said_and_refused_with_its_code(text: bytes, code: bytes) -> None:
    assert told_of(AngelEyeModel, order(text)) == (
        [{"event": "unknown", "bytes": order(text).hex(" ")}],
        b"\x15" + code,
    )


def test_a_damaged_order_is_refused_and_not_unknown() -> None:
    assert told_of(AngelEyeModel, order(b"OPLK02")[:-1] + b"Z") == ([], b"\x1502")


def test_a_shoe_that_listens_to_nobody_says_what_it_was_told() -> None:
    assert told_of(BeeTekModel, b"hello") == ([{"event": "unknown", "bytes": "68 65 6c 6c 6f"}], b"")


def test_a_sign_says_what_it_was_told_in_another_form_and_nothing_of_what_is_damaged() -> None:
    small = b"\x01Z00\x02aA\x04"  # no command is a small letter
    assert told_of(AlphaModel, bytes(5) + small) == ([{"event": "unknown", "bytes": small.hex(" ")}], b"")
    assert told_of(AlphaModel, write_packet(write_text("BANKER 7")).replace(b"7", b"8")) == ([], b"")


def test_a_text_that_is_longer_than_ours_ever_are_is_kept() -> None:
    text = b"y" * 3000
    assert told_of(AlphaModel, b"\x01Z00\x02AA" + text + b"\x04\x01Z00\x02BA\x04")[1].count(b"y") == 3000


def test_an_ebds_acceptor_that_is_reset_begins_anew_and_does_not_answer() -> None:
    # Pyramid's hosts reset so: type 6, three bytes 7F.
    reset, poll = ebds(0x61, b"\x7f\x7f\x7f"), ebds(0x10, b"\x7f\x10\x04")

    async def story() -> None:
        told: list[dict[str, Any]] = []
        said: list[bytes] = []
        model = EbdsModel(told.append)
        model.attach(said.append)
        await asyncio.sleep(3)
        model.hear(poll)
        assert said.pop()[5] == 0
        model.hear(reset)
        model.hear(poll)
        assert said == []
        await asyncio.sleep(BOOT_S + 0.1)
        model.hear(poll)
        assert said.pop()[5] == 1, "its power-up is said"
        assert told == []

    run(story)
