"""The protocol between a nats-server and its client, to bytes and back. No I/O; bounded, whatever arrives.

The server frames what others wrote: a message's subject, reply and payload come from a stranger. So none of them is
taken to be text, and none of them can end the reading. Only malformed words of the server itself are an error.
"""

import json
from collections.abc import Iterator
from typing import Final, NamedTuple

from firmware.link.bounds import LONGEST_MESSAGE

END: Final = b"\r\n"
# The server's own control lines are shorter; INFO is the longest.
LONGEST_LINE: Final = 16 * 1024
PING: Final = b"PING\r\n"
PONG: Final = b"PONG\r\n"


class WireError(ConnectionError):
    """The server's words are malformed: nothing after them can be read."""


class Delivered(NamedTuple):
    """A message for one of our subscriptions. `reply`: where an answer is wanted. `status`: the server's own word.

    A message that is larger than allowed has no data.
    """

    sid: int
    subject: bytes
    reply: bytes
    data: bytes
    status: bytes = b""


class SaidByServer(NamedTuple):
    """Something of the server's own: INFO, PING, PONG, +OK, -ERR, and what follows it."""

    word: bytes
    text: bytes = b""


Heard = Delivered | SaidByServer
WORDS: Final = frozenset({b"INFO", b"PING", b"PONG", b"+OK", b"-ERR"})


class Reader:
    """Reads what the server says, however it is cut into pieces."""

    def __init__(self) -> None:
        self._data = b""
        self._place = 0
        self._skip = 0

    def feed(self, data: bytes) -> Iterator[Heard]:
        """Take bytes, and return what they complete. Raises WireError."""
        self._data = self._data[self._place :] + data
        self._place = 0
        self._leave_out()
        while (heard := self._next()) is not None:
            yield heard

    def _leave_out(self) -> None:
        """Skip the rest of a message that is too large, however long it is; none of it is kept."""
        passed = min(self._skip, len(self._data) - self._place)
        self._place += passed
        self._skip -= passed

    def _next(self) -> Heard | None:
        data, start = self._data, self._place
        end = data.find(END, start, start + LONGEST_LINE)
        if end < 0:
            if len(data) - start >= LONGEST_LINE:
                raise WireError("a line without an end")
            return None
        word, _, rest = data[start:end].partition(b" ")
        if word == b"MSG":
            return self._message(rest.split(b" "), end + len(END), headed=False)
        if word == b"HMSG":
            return self._message(rest.split(b" "), end + len(END), headed=True)
        if word not in WORDS:
            raise WireError(f"an unknown word: {word[:16]!r}")
        self._place = end + len(END)
        return SaidByServer(word, rest)

    def _message(self, parts: list[bytes], start: int, *, headed: bool) -> Delivered | None:
        """Read `subject sid [reply] [size of headers] size`, and what follows."""
        sizes = 2 if headed else 1
        if len(parts) - sizes not in (2, 3):
            raise WireError("a message's line is out of shape")
        sid = _whole(parts[1])
        header = _whole(parts[-2]) if headed else 0
        size = _whole(parts[-1])
        if header > size:
            raise WireError("a message's headers are larger than it is")
        reply = parts[2] if len(parts) - sizes == 3 else b""
        if size > LONGEST_MESSAGE:
            # A server that is configured otherwise than ours lets it through; that must not cost us the connection.
            self._place, self._skip = start, size + len(END)
            self._leave_out()
            return Delivered(sid, parts[0], reply, b"")
        stop = start + size
        if len(self._data) < stop + len(END):
            return None
        self._place = stop + len(END)
        status = _status(self._data[start : start + header]) if header else b""
        return Delivered(sid, parts[0], reply, self._data[start + header : stop], status)


def _whole(text: bytes) -> int:
    if not 0 < len(text) < 12 or not text.isdigit():
        raise WireError("a number is out of shape")
    return int(text)


def _status(header: bytes) -> bytes:
    """Return the server's own word in a header (`503`: nobody listens). No other header is used here."""
    first, _, _ = header.partition(END)
    version, _, status = first.partition(b" ")
    return status[:3] if version == b"NATS/1.0" else b""


def hello(name: str) -> bytes:
    """Return what a client says first, with a PING whose answer says that it was let in."""
    options = {
        "verbose": False, "pedantic": False, "tls_required": True, "name": name, "lang": "rapid-table",
        "version": "1", "protocol": 1, "echo": False, "headers": True, "no_responders": True,
    }  # fmt: skip
    return b"CONNECT " + json.dumps(options).encode() + END + PING


def publish(subject: str, data: bytes, reply: str = "") -> bytes:
    """Return a message on a subject."""
    to = f"{subject} {reply}" if reply else subject
    return b"PUB %s %d\r\n%s\r\n" % (to.encode(), len(data), data)


def subscribe(subject: str, sid: int) -> bytes:
    """Return the request to hear a subject."""
    return f"SUB {subject} {sid}\r\n".encode()


def unsubscribe(sid: int) -> bytes:
    """Return the request to stop hearing it."""
    return f"UNSUB {sid}\r\n".encode()
