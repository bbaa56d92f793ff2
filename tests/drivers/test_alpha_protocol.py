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
    survives_bit_flips(p.Reader, p.write_packet(packet), packet, after)


def test_the_text_is_what_stands_behind_the_mode() -> None:
    assert p.text_of(SHOWN) == "COUP 7  BANKER  5-7"
    assert p.text_of(p.Packet(b"A", b"APLAIN")) == "PLAIN"
    assert p.text_of(p.Packet(b"A", b"BOTHER")) is None
    assert p.text_of(p.read_text()) is None


def test_a_sign_is_sent_nothing_but_letters() -> None:
    assert p.plain("庄 wins\x04\x1b") == "? wins??"
