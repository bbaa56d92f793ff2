import pytest
from frames import in_pieces, stands, survives_bit_flips

from drivers.id003 import protocol as p
from hal.crc import crc_kermit

GOLDEN = {
    "FC 05 11 27 56": p.Frame(p.STATUS),
    "FC 05 40 2B 15": p.Frame(p.RESET),
    "FC 05 41 A2 04": p.Frame(p.STACK_1),
    "FC 05 42 39 36": p.Frame(p.STACK_2),
    "FC 05 43 B0 27": p.Frame(p.RETURN),
    "FC 05 50 AA 05": p.Frame(p.ACK),
    "FC 06 C3 00 04 D6": p.Frame(p.SET_INHIBIT, b"\x00"),
    "FC 07 C6 01 12 BF 49": p.Frame(p.SET_BARCODE, b"\x01\x12"),
    "FC 06 C7 FC 87 8C": p.Frame(p.SET_BARCODE_INHIBIT, b"\xfc"),
    "FC 06 13 65 94 BD": p.Frame(p.CODES["escrow"], b"\x65"),
    "FC 05 15 03 10": p.Frame(p.CODES["vend_valid"]),
    "FC 05 45 86 42": p.Frame(p.FAULT_CODES["jam_acceptor"]),
}


def wire(text: str) -> bytes:
    return bytes.fromhex(text)


@pytest.mark.parametrize("text", GOLDEN)
def test_golden_frames_both_ways(text: str) -> None:
    frame = GOLDEN[text]
    assert p.write_frame(frame.code, frame.data) == wire(text)
    stands(p.Reader, wire(text), frame)


@pytest.mark.parametrize("text", GOLDEN)
def test_frames_survive_any_bit_flipped(text: str) -> None:
    after = [(p.write_frame(p.STATUS), p.Frame(p.STATUS)), (p.write_frame(p.ACK), p.Frame(p.ACK))]
    survives_bit_flips(p.Reader, wire(text), GOLDEN[text], after)


def test_a_beginning_that_never_ends_does_not_hold_up_a_whole_frame() -> None:
    assert in_pieces(p.Reader(), b"\xfc\xff\x11" + wire("FC 05 15 03 10")) == [p.Frame(0x15)]


def test_what_is_held_is_bounded() -> None:
    reader = p.Reader()
    reader.feed(b"\xfc\xff" * 10_000)
    assert reader.held <= p.LONGEST


def test_the_power_up_states_are_the_commands_of_the_same_numbers() -> None:
    # reset and power-up 40, stack-1 and power-up 41, stack-2 and power-up 42; return and stacker full
    assert [p.CODES[f"power_up{how}"] for how in ("", "_note_in_acceptor", "_note_in_stacker")] == [0x40, 0x41, 0x42]
    assert p.FAULT_CODES["stacker_full"] == p.RETURN == 0x43


def test_the_acceptors_table_is_value_by_power_of_ten() -> None:
    # code, country, value, exponent: 61 is 1 x 10^0, 64 is 1 x 10^1, 67 is 1 x 10^2, 65 is 20, 66 is 5 x 10^1
    table = bytes.fromhex("61 01 01 00 64 01 01 01 67 01 01 02 65 01 14 00 66 01 05 01 62 00 00 00")
    amounts = p.read_currency(table).amounts
    assert amounts == {0x61: 1_00, 0x64: 10_00, 0x67: 100_00, 0x65: 20_00, 0x66: 50_00}


def test_without_a_table_the_codes_are_the_usual_notes() -> None:
    assert [p.read_currency(b"").amount(code) for code in range(0x60, 0x69)] == [
        0, 1_00, 2_00, 5_00, 10_00, 20_00, 50_00, 100_00, 0,
    ]  # fmt: skip


def test_a_table_is_written_as_it_is_read() -> None:
    assert p.read_currency(p.write_currency({0x61: 1, 0x65: 20, 0x67: 1000})).amounts == {
        0x61: 1_00, 0x65: 20_00, 0x67: 1000_00,
    }  # fmt: skip


def test_the_check_is_crc_16_kermit() -> None:
    assert crc_kermit(b"123456789") == 0x2189  # the catalogue's check value
