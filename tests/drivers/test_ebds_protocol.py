import pytest
from frames import stands, survives_bit_flips

from drivers.ebds import protocol as p
from hal.currency import Note

POLLS = {
    "02 08 10 7F 10 00 03 77": p.Poll(0, 0x7F, p.ESCROW_MODE, 0),
    "02 08 10 7F 30 00 03 57": p.Poll(0, 0x7F, p.ESCROW_MODE | p.STACK, 0),
}
REPLIES = {
    "02 0B 20 01 10 00 00 01 01 03 3A": p.Reply(0, p.IDLING, p.CASSETTE, 0),
    "02 0B 21 04 10 28 00 01 01 03 16": p.Reply(1, p.ESCROWED, p.CASSETTE, 5 << 3),
    "02 0B 20 11 10 28 00 01 01 03 02": p.Reply(0, p.IDLING | p.STACKED, p.CASSETTE, 5 << 3),
}
# Of the public library decapod-atm/ebds: its example of a 2,000 yen note, and of a question for an entry of the table.
YEN = p.ExtendedNote("JPY", 2, 3, letters=b"AABA")
EXTENDED = {
    "02 0A 70 02 00 00 00 01 03 79": p.Query(p.Poll(0, 0, 0, 0), 1),
    "02 1E 70 02 04 10 00 00 01 01 00 4A 50 59 30 30 32 2B 30 33 00 41 41 42 41 00 00 00 03 22": p.Reply(
        0, p.ESCROWED, p.CASSETTE, 0, extended=YEN
    ),
}
GOLDEN = {**POLLS, **REPLIES, **EXTENDED}


def wire(text: str) -> bytes:
    return bytes.fromhex(text)


def written(said: p.Said) -> bytes:
    if isinstance(said, p.Query):
        return p.write_query(said)
    return p.write_poll(said) if isinstance(said, p.Poll) else p.write_reply(said)


@pytest.mark.parametrize("text", GOLDEN)
def test_golden_frames_both_ways(text: str) -> None:
    said = GOLDEN[text]
    assert written(said) == wire(text)
    stands(p.Reader, wire(text), said)


@pytest.mark.parametrize("text", GOLDEN)
def test_frames_survive_any_bit_flipped(text: str) -> None:
    after = [(wire(text), said) for text, said in list(GOLDEN.items())[:2]]
    survives_bit_flips(p.Reader, wire(text), GOLDEN[text], after)


def test_the_note_of_a_reply_is_the_20() -> None:
    # d2 bits 3-5 of 28 hex are 101: the fifth of 1, 2, 5, 10, 20, 50, 100
    (reply,) = p.Reader().feed(wire("02 0B 21 04 10 28 00 01 01 03 16"))
    assert isinstance(reply, p.Reply)
    assert p.USUAL[reply.code] == Note("", 20_00)


@pytest.mark.parametrize(
    ("fields", "note"),
    [
        ("AUD 005 +00", Note("AUD", 5_00)),
        ("AUD 050 +00", Note("AUD", 50_00)),
        ("SGD 001 +03", Note("SGD", 1000_00)),
        ("EUR 050 -02", Note("EUR", 50)),
        ("EUR 005 -03", Note()),  # less than a minor unit
        ("EUR 000 +01", Note()),
        ("EUR 999 +99", Note()),  # beyond all notes
        ("aud 005 +00", Note()),
        ("AU1 005 +00", Note()),
        ("AUD  05 +00", Note()),
        ("AUD 005  00", Note()),
        ("AUD 005 +0x", Note()),
    ],
)
def test_a_note_in_the_acceptors_own_words(fields: str, note: Note) -> None:
    currency, base, power = fields[:3], fields[4:7], fields[8:11]
    data = bytes((7,)) + f"{currency}{base}{power}".encode() + bytes((0,)) + b"AAAA" + bytes(3)
    body = bytes((0x1E, 0x70, 0x02, p.ESCROWED, p.CASSETTE, 0, 0, 1, 1)) + data
    check = 0
    for byte in body:
        check ^= byte
    (reply,) = p.Reader().feed(bytes((2,)) + body + bytes((3, check)))
    assert isinstance(reply, p.Reply)
    assert reply.extended is not None
    assert (reply.extended.note, reply.extended.index) == (note, 7)


@pytest.mark.parametrize(("classed", "amount"), [(0, 20_00), (1, 0), (2, 0), (3, 0), (4, 20_00), (5, 0)])
def test_a_note_that_is_not_classed_as_genuine_is_none(classed: int, amount: int) -> None:
    assert p.ExtendedNote("AUD", 2, 1, classed=classed).note.amount == amount


def test_the_end_of_the_table_of_notes_is_nothing_but_zeros() -> None:
    reply = p.Reply(1, p.IDLING, p.CASSETTE, 0, extended=p.ExtendedNote("", 0, 0))
    frame = p.write_reply(reply)
    assert frame[10:28] == bytes(18)
    (read,) = p.Reader().feed(frame)
    assert isinstance(read, p.Reply)
    assert read.extended is not None
    assert read.extended.note == Note()


def test_extended_messages_of_other_subtypes_or_lengths_are_passed_over() -> None:
    for data in (bytes((1, 0, 0, 0, 1)), bytes((2, 0, 0, 0)), bytes((2,)) + bytes(20)):
        body = bytes((len(data) + 5, 0x70)) + data
        check = 0
        for byte in body:
            check ^= byte
        assert p.Reader().feed(bytes((2,)) + body + bytes((3, check))) == []


def test_the_host_asks_for_power_up_policy_b() -> None:
    assert p.write_poll(p.Poll(1))[5] & 0x0C == 0x04


def test_frames_of_other_kinds_are_passed_over() -> None:
    other = bytes((0x02, 0x08, 0x60, 0x7F, 0x10, 0x00, 0x03, 0x08 ^ 0x60 ^ 0x7F ^ 0x10))
    assert p.Reader().feed(other) == []
    odd = bytes((0x02, 0x08, 0x12, 0x7F, 0x10, 0x00, 0x03, 0x08 ^ 0x12 ^ 0x7F ^ 0x10))
    assert p.Reader().feed(odd) == []


def test_a_barcode_is_an_extended_message_of_28_characters() -> None:
    # Type 7, subtype 01: the six bytes of any reply, then the barcode, filled up with blanks; the whole is 40 long.
    body = bytes((0x28, 0x71, 0x01, 0x04, 0x10, 0, 0, 1, 1)) + b"006429188185446104".ljust(28)
    check = 0
    for byte in body:
        check ^= byte
    frame = b"\x02" + body + bytes((0x03, check))
    assert len(frame) == 0x28
    (said,) = p.Reader().feed(frame)
    assert said == p.Reply(1, 4, 0x10, 0, 0, 1, 1, barcode="006429188185446104")
    assert p.write_reply(said) == frame
    # What is no barcode, or none that a ticket of ours can have, is no reply of this kind.
    other: list[bytes] = []
    empty = p.write_reply(p.Reply(1, 4, 0x10, 0, barcode="X")).replace(b"X", b" ")
    fixed = empty[:-1] + bytes((empty[-1] ^ ord("X") ^ ord(" "),))
    assert p.Reader(other.append).feed(fixed) == []
    assert other == [fixed]
