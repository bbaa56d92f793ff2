import pytest
from frames import stands, survives_bit_flips

from drivers.ebds import protocol as p

POLLS = {
    "02 08 10 7F 10 00 03 77": p.Poll(0, 0x7F, p.ESCROW_MODE, 0),
    "02 08 10 7F 30 00 03 57": p.Poll(0, 0x7F, p.ESCROW_MODE | p.STACK, 0),
}
REPLIES = {
    "02 0B 20 01 10 00 00 01 01 03 3A": p.Reply(0, p.IDLING, p.CASSETTE, 0),
    "02 0B 21 04 10 28 00 01 01 03 16": p.Reply(1, p.ESCROWED, p.CASSETTE, 5 << 3),
    "02 0B 20 11 10 28 00 01 01 03 02": p.Reply(0, p.IDLING | p.STACKED, p.CASSETTE, 5 << 3),
}
GOLDEN = {**POLLS, **REPLIES}


def wire(text: str) -> bytes:
    return bytes.fromhex(text)


@pytest.mark.parametrize("text", GOLDEN)
def test_golden_frames_both_ways(text: str) -> None:
    said = GOLDEN[text]
    written = p.write_poll(said) if isinstance(said, p.Poll) else p.write_reply(said)
    assert written == wire(text)
    stands(p.Reader, wire(text), said)


@pytest.mark.parametrize("text", GOLDEN)
def test_frames_survive_any_bit_flipped(text: str) -> None:
    after = [(wire(text), said) for text, said in list(GOLDEN.items())[:2]]
    survives_bit_flips(p.Reader, wire(text), GOLDEN[text], after)


def test_the_note_of_a_reply_is_the_20() -> None:
    # d2 bits 3-5 of 28 hex are 101: the fifth of 1, 2, 5, 10, 20, 50, 100
    (reply,) = p.Reader().feed(wire("02 0B 21 04 10 28 00 01 01 03 16"))
    assert isinstance(reply, p.Reply)
    assert p.USUAL.amount(reply.code) == 20_00


def test_the_host_asks_for_power_up_policy_b() -> None:
    assert p.write_poll(p.Poll(1))[5] & 0x0C == 0x04


def test_frames_of_other_kinds_are_passed_over() -> None:
    other = bytes((0x02, 0x08, 0x60, 0x7F, 0x10, 0x00, 0x03, 0x08 ^ 0x60 ^ 0x7F ^ 0x10))
    assert p.Reader().feed(other) == []
    odd = bytes((0x02, 0x08, 0x12, 0x7F, 0x10, 0x00, 0x03, 0x08 ^ 0x12 ^ 0x7F ^ 0x10))
    assert p.Reader().feed(odd) == []
