import pytest
from frames import in_pieces, survives_bit_flips

from drivers.alpha import protocol as p

SHOWN = p.write_text("COUP 7  BANKER  5-7")
PACKETS = [SHOWN, p.read_text(), p.Packet(b"A", b"A\x1b bTIE")]


def test_a_text_is_written_as_the_protocol_frames_it() -> None:
    # NULs to find the rate by, SOH, any sign, all addresses, STX, write text file A, still in the middle, the text,
    # ETX, and the sum of STX to ETX in four digits: 02+41+41+1B+20+62+48+49+03 = 1B5
    assert p.write_packet(p.write_text("HI")) == b"\0\0\0\0\0\x01Z00\x02AA\x1b bHI\x0301B5\x04"


@pytest.mark.parametrize("packet", PACKETS)
def test_packets_both_ways(packet: p.Packet) -> None:
    wire = p.write_packet(packet)
    junk = bytes(range(5, 256))
    for feed in (lambda reader, data: reader.feed(data), in_pieces):
        assert feed(p.Reader(), wire) == [packet]
        assert feed(p.Reader(), junk + b"\x01Z" + wire)[-1:] == [packet]
        reader = p.Reader()
        assert feed(reader, wire + junk + b"\x01") == [packet]
        assert feed(reader, wire)[-1:] == [packet]


@pytest.mark.parametrize("packet", PACKETS)
def test_packets_survive_any_bit_flipped(packet: p.Packet) -> None:
    after = [(p.write_packet(other), other) for other in PACKETS[:2]]

    def heard_a_check() -> p.Reader:
        reader = p.Reader()
        assert reader.feed(p.write_packet(SHOWN)) == [SHOWN]
        return reader

    survives_bit_flips(heard_a_check, p.write_packet(packet), packet, after)


def test_the_text_is_what_stands_behind_the_mode() -> None:
    assert p.text_of(SHOWN) == "COUP 7  BANKER  5-7"
    assert p.text_of(p.Packet(b"A", b"APLAIN")) == "PLAIN"
    assert p.text_of(p.Packet(b"A", b"BOTHER")) is None
    assert p.text_of(p.read_text()) is None


def test_a_sign_is_sent_nothing_but_letters() -> None:
    assert p.plain("庄 wins\x04\x1b") == "? wins??"


@pytest.mark.parametrize("tail", [b"", b"\x03", b"\x03019b", b"\x03019B"])
def test_the_check_may_be_left_out_or_be_in_small_letters(tail: bytes) -> None:
    # 02+41+41+1B+20+62+48+2F+03 = 19B
    wire = b"\0\0\0\0\0\x01Z00\x02AA\x1b bH/" + tail + b"\x04"
    assert p.Reader().feed(wire) == [p.Packet(b"A", b"A\x1b bH/")]


def test_a_wrong_check_is_no_missing_one() -> None:
    assert p.Reader().feed(b"\x01Z00\x02AA\x1b bH/\x030000\x04") == []


def test_who_has_sent_a_check_is_held_to_it() -> None:
    reader, bare = p.Reader(), b"\x01Z00\x02AATIE\x04"
    assert reader.feed(bare) == [p.Packet(b"A", b"ATIE")]
    assert reader.feed(p.write_packet(SHOWN) + bare) == [SHOWN]
    host = p.Reader(learns=False)  # at a sign that one host after another writes to
    assert host.feed(p.write_packet(SHOWN) + bare) == [SHOWN, p.Packet(b"A", b"ATIE")]


def test_commands_may_be_nested_in_one_packet() -> None:
    wire = b"\x01Z00\x02AAONE\x03\x02AB\x1b bTWO\x02BA\x04"
    assert p.Reader().feed(wire) == [p.Packet(b"A", b"AONE"), p.Packet(b"A", b"B\x1b bTWO"), p.Packet(b"B", b"A")]


def test_colours_fonts_and_speeds_are_not_text() -> None:
    assert p.seen(b"\x1b b\x1c1RED\x1c2 GREEN\x1a3\x15 \x1e1wide\x1b nAon\x0dtwo") == "RED GREEN wideon two"


def test_neither_colours_of_six_digits_nor_what_a_sign_fills_in_are_text() -> None:
    # Z and red, green, blue; date (0B), time (13), temperature (08 1C), a picture (14)
    assert p.seen(b"\x1cZFF8000RED \x1cY0000FFBLUE \x0b0\x13\x08\x1c\x141") == "RED BLUE "


@pytest.mark.parametrize(
    ("command", "data", "software"),
    [
        (b"E", b'"44011010C03061234M007F00,1E00', "44011010C of 03/06"),
        (b"F", b'"1088-900 0495', "1088-900 of 04/95"),  # as some echo the question, and an early one without more
        (b"E", b'"44011010C0306', "44011010C of 03/06"),
        (b"E", b'"44011010', ""),
        (b"E", b'" 4011010C03061234M00', ""),
        (b"E", b" 1234", ""),
        (b"A", b'"44011010C03061234M007F00,1E00', ""),
    ],
)
def test_what_a_sign_says_of_its_software(command: bytes, data: bytes, software: str) -> None:
    assert p.software_of(p.Packet(command, data)) == software
