import pytest
from frames import in_pieces, stands, survives_bit_flips

from drivers.id003 import notes as n
from drivers.id003 import protocol as p
from hal.crc import crc_kermit
from hal.currency import Note

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


def test_the_acceptors_table_is_value_by_power_of_ten_in_the_currency_of_its_country() -> None:
    # code, country, value, exponent: 61 is 1 x 10^0, 64 is 1 x 10^1, 67 is 1 x 10^2, 65 is 20, 66 is 5 x 10^1
    table = bytes.fromhex("61 01 01 00 64 01 01 01 67 01 01 02 65 01 14 00 66 0D 05 01 62 00 00 00")
    assert n.read_table(table, {0x01: "USD", 0x0D: "NZD"}) == {
        0x61: Note("USD", 1_00), 0x64: Note("USD", 10_00), 0x67: Note("USD", 100_00), 0x65: Note("USD", 20_00),
        0x66: Note("NZD", 50_00),
    }  # fmt: skip


def test_a_country_that_nobody_names_has_no_currency_and_is_said() -> None:
    table = bytes.fromhex("61 02 05 00 62 02 01 01 63 00 00 00")
    assert n.read_table(table, n.COUNTRIES) == {0x61: Note("", 5_00), 0x62: Note("", 10_00)}
    assert n.unnamed_countries(table, n.COUNTRIES) == {0x02}
    assert n.unnamed_countries(table, {0x02: "AUD"}) == set()


def test_values_that_no_note_has_are_no_notes() -> None:
    # 5 x 10^-3 is less than a minor unit; 255 x 10^127 is beyond all notes; what is cut off is no entry
    table = bytes.fromhex("61 01 05 FD 62 01 FF 7F 63 01 05 FE 64 01 05")
    assert n.read_table(table, n.COUNTRIES) == {0x63: Note("USD", 5)}


def test_a_table_is_written_as_it_is_read_with_nothing_at_the_codes_that_stand_for_none() -> None:
    written = n.write_table((10, 20, 1000), 0x02)
    assert written.hex(" ") == "61 02 01 01 62 02 02 01 63 02 01 03 " + " ".join(
        f"{code:02x} 00 00 00" for code in range(0x64, 0x69)
    )
    assert n.read_table(written, {0x02: "AUD"}) == {
        0x61: Note("AUD", 10_00), 0x62: Note("AUD", 20_00), 0x63: Note("AUD", 1000_00),
    }  # fmt: skip


def test_the_check_is_crc_16_kermit() -> None:
    assert crc_kermit(b"123456789") == 0x2189  # the catalogue's check value
