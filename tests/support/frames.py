"""What every codec must stand: frames whole, byte by byte, amid junk, and with any one bit flipped."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol


class Reader(Protocol):
    def feed(self, data: bytes) -> list[Any]: ...


NewReader = Callable[[], Reader]
JUNK = bytes(range(256))


def in_pieces(reader: Reader, data: bytes) -> list[Any]:
    return [said for byte in data for said in reader.feed(bytes((byte,)))]


def stands(new: NewReader, wire: bytes, said: Any, *, junk: bytes = JUNK) -> None:
    """A frame is read whole, byte by byte, and after junk; junk after it adds nothing and leaves the next whole."""
    assert new().feed(wire) == [said]
    assert in_pieces(new(), wire) == [said]
    assert new().feed(junk + wire)[-1:] == [said]
    assert in_pieces(new(), junk + wire)[-1:] == [said]
    reader = new()
    assert reader.feed(wire + junk)[:1] == [said]
    assert reader.feed(wire)[-1:] == [said]


def survives_bit_flips(new: NewReader, wire: bytes, said: Any, after: Sequence[tuple[bytes, Any]]) -> None:
    """With any one bit flipped nothing wrong is read, and the frames after it are: all but at most the first."""
    for place in range(len(wire) * 8):
        broken = bytearray(wire)
        broken[place // 8] ^= 1 << place % 8
        for feed in (lambda reader, data: reader.feed(data), in_pieces):
            reader = new()
            heard = feed(reader, bytes(broken))
            for frame, _ in after:
                heard += feed(reader, frame)
            followed = [meant for _, meant in after]
            expected = (followed, followed[1:], [said, *followed])
            assert heard in expected, (place, broken.hex(" "), heard)
            assert heard[-1:] == followed[-1:]
