"""What a nats-server says, read whole, in pieces, and out of shape. The lines are those of NATS' protocol page."""

import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.link import nats_wire as w
from firmware.link.bounds import LONGEST_MESSAGE
from firmware.link.nats_wire import Delivered, Heard, Reader, SaidByServer, WireError

# Of more bytes than any message may have; and one that looks like lines of the protocol.
TOO_LONG = LONGEST_MESSAGE + 1
PINGS = b"PING\r\n" * (LONGEST_MESSAGE // 6) + b"PING"
# docs.nats.io/reference/reference-protocols/nats-protocol: its own examples, and messages without reply or payload.
SAID: list[tuple[bytes, Heard]] = [
    (
        b'INFO {"server_id":"X","max_payload":1048576}\r\n',
        SaidByServer(b"INFO", b'{"server_id":"X","max_payload":1048576}'),
    ),
    (b"PING\r\n", SaidByServer(b"PING")),
    (b"PONG\r\n", SaidByServer(b"PONG")),
    (b"+OK\r\n", SaidByServer(b"+OK")),
    (b"-ERR 'Unknown Protocol Operation'\r\n", SaidByServer(b"-ERR", b"'Unknown Protocol Operation'")),
    (b"MSG FOO.BAR 9 11\r\nHello World\r\n", Delivered(9, b"FOO.BAR", b"", b"Hello World")),
    (b"MSG FOO.BAR 9 GREETING.34 11\r\nHello World\r\n", Delivered(9, b"FOO.BAR", b"GREETING.34", b"Hello World")),
    (b"MSG NOTIFY 1 0\r\n\r\n", Delivered(1, b"NOTIFY", b"", b"")),
    (
        b"HMSG FOO.BAR 9 34 45\r\nNATS/1.0\r\nFoodGroup: vegetable\r\n\r\nHello World\r\n",
        Delivered(9, b"FOO.BAR", b"", b"Hello World"),
    ),
    (
        b"HMSG FOO.BAR 9 BAZ.69 34 45\r\nNATS/1.0\r\nFoodGroup: vegetable\r\n\r\nHello World\r\n",
        Delivered(9, b"FOO.BAR", b"BAZ.69", b"Hello World"),
    ),
    (b"HMSG I.1 3 16 16\r\nNATS/1.0 503\r\n\r\n\r\n", Delivered(3, b"I.1", b"", b"", b"503")),
]
# What a stranger can have the server frame: each ended nats-py's reading for good, or its connection.
STRANGE: list[tuple[bytes, Heard]] = [
    (b"MSG ask.ats-1 1 _INBOX_ats-1.\xff\xfe 1\r\nx\r\n", Delivered(1, b"ask.ats-1", b"_INBOX_ats-1.\xff\xfe", b"x")),
    (b"MSG ask.ats-1 1 _INBOX_ats-1.\x0bx 1\r\nx\r\n", Delivered(1, b"ask.ats-1", b"_INBOX_ats-1.\x0bx", b"x")),
    (b"HMSG ask.ats-1 1 r 8 9\r\nNATS/1.0x\r\n", Delivered(1, b"ask.ats-1", b"r", b"x")),
    (b"HMSG ask.ats-1 1 r 1 2\r\nNx\r\n", Delivered(1, b"ask.ats-1", b"r", b"x")),
    (b"HMSG ask.ats-1 1 r 4 4\r\n\xff\xff\r\n\r\n", Delivered(1, b"ask.ats-1", b"r", b"")),
    # Larger than any may be, by a server that is not configured as ours is: it must not end the connection.
    (b"MSG a 1 r %d\r\n%s\r\n" % (TOO_LONG, b"x" * TOO_LONG), Delivered(1, b"a", b"r", b"")),
    (b"HMSG a 1 9 %d\r\n%s\r\n" % (len(PINGS), PINGS), Delivered(1, b"a", b"", b"")),
    (b"MSG a 1 18\r\nMSG b 2 3\r\nabc\r\n\r\n\r\n", Delivered(1, b"a", b"", b"MSG b 2 3\r\nabc\r\n\r\n")),
]
OUT_OF_SHAPE = [
    b"HELLO\r\n", b"\r\n", b"MSG a 1\r\n", b"MSG a 1 b c 5\r\n", b"MSG a x 5\r\n", b"MSG a 1 -5\r\n", b"MSG a 1 +5\r\n",
    b"MSG a 1 99999999999999999999\r\n", b"HMSG a 1 9 5\r\n", b"HMSG a 1 5\r\n", b"x" * 16 * 1024,
    b"INFO " + b"x" * 16 * 1024 + b"\r\n", "MSG a 1 \u0661\r\n".encode(),
]  # fmt: skip


@pytest.mark.parametrize(("data", "heard"), [*SAID, *STRANGE])
def test_each_is_read_whole_byte_by_byte_and_with_more_behind(data: bytes, heard: Heard) -> None:
    assert list(Reader().feed(data)) == [heard]
    reader = Reader()
    assert [one for byte in data for one in reader.feed(bytes([byte]))] == [heard]
    assert list(Reader().feed(data + b"PING\r\nMSG")) == [heard, SaidByServer(b"PING")]


@given(st.lists(st.sampled_from([data for data, _ in SAID + STRANGE]), max_size=20), st.data())
def test_all_together_however_they_are_cut(said: list[bytes], draw: st.DataObject) -> None:
    whole, reader, heard = b"".join(said), Reader(), []
    while whole:
        size = draw.draw(st.integers(1, len(whole)))
        heard += reader.feed(whole[:size])
        whole = whole[size:]
    known = dict(SAID + STRANGE)
    assert heard == [known[one] for one in said]


@pytest.mark.parametrize("data", OUT_OF_SHAPE)
def test_what_no_server_says_is_an_error(data: bytes) -> None:
    with pytest.raises(WireError):
        list(Reader().feed(data))


@given(st.binary(max_size=300), st.integers(0, 10**6), st.sampled_from([data for data, _ in SAID + STRANGE]))
def test_whatever_comes_is_read_or_an_error(junk: bytes, bit: int, data: bytes) -> None:
    flipped = bytearray(data)
    flipped[bit // 8 % len(data)] ^= 1 << bit % 8
    for said in (junk, bytes(flipped), bytes(flipped) + junk):
        reader = Reader()
        try:
            for one in range(0, len(said), 7):
                list(reader.feed(said[one : one + 7]))
        except WireError:
            continue


def test_what_a_client_says() -> None:
    assert w.subscribe("ask.*", 1) == b"SUB ask.* 1\r\n"
    assert w.unsubscribe(1) == b"UNSUB 1\r\n"
    assert w.publish("FOO", b"Hello NATS!") == b"PUB FOO 11\r\nHello NATS!\r\n"
    assert w.publish("FRONT.DOOR", b"Knock Knock", "JOKE.22") == b"PUB FRONT.DOOR JOKE.22 11\r\nKnock Knock\r\n"
    assert w.publish("NOTIFY", b"") == b"PUB NOTIFY 0\r\n\r\n"
    assert w.hello("ats-1").endswith(b"}\r\nPING\r\n")


def test_of_what_is_too_large_nothing_is_kept() -> None:
    reader, piece = Reader(), b"x" * 65_536
    assert list(reader.feed(b"MSG a 1 %d\r\n" % (200 * len(piece)))) == [Delivered(1, b"a", b"", b"")]
    tracemalloc.start()
    for _ in range(200):
        assert list(reader.feed(piece)) == []
    grown, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert grown < 2 * len(piece)
    assert list(reader.feed(b"\r\nPING\r\n")) == [SaidByServer(b"PING")]
