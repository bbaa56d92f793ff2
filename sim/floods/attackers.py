"""Terminals that send all they can, in one process: `python -m sim.floods.attackers FOLDER PORT COUNT SECONDS SEED`.

They wait for no answer, come back whenever they are cut off, and speak to this machine's loopback alone. Together they
take a quarter of one core, and give way to whatever else runs: it is the table that is measured, not the machine.
"""

import contextlib
import json
import os
import random
import socket
import ssl
import sys
import threading
from pathlib import Path
from typing import Any, Final

from firmware.link import nats_wire as w
from firmware.link.nats_link import tls_context
from firmware.measures.stopwatch import cpu_s
from hal.clock import ticks_s
from sim.profiles import settings

RECORD: Final = 16 * 1024
SHARE: Final = 0.25
CHUNK: Final = 32 * 1024
CHUNKS: Final = 24
FAULTS: Final = ("fault lost", "cleared lost")
AGAIN_S: Final = 1.0


def _says(chance: random.Random) -> str:
    """Return what an attacker asks: most of it in good order, some that nobody reads."""
    amount = 500 * chance.randint(0, 9)
    what: dict[str, Any] = chance.choice((
        {"ask": "snapshot"},
        {"ask": "wager", "bet": "player", "amount": amount},
        {"ask": "tell-fault", "device": "panel", "what": chance.choice(FAULTS), "detail": "x" * chance.randint(0, 160)},
        {"ask": "credit-note", "note": chance.randint(1, 99), "amount": 2000, "currency": "AUD"},
        {"ask": "shown-at-close", "coup": 1, "wagers": {"player": amount}},
        {"ask": "wager", "bet": "player", "amount": 10**700},
        {"ask": "everything", "deep": json.loads("[" * 300 + "]" * 300)},
    ))  # fmt: skip
    return json.dumps({"number": f"f {chance.getrandbits(40)}", "until": 2**53 - 1, "what": what})


class Flooder:
    """One terminal that never stops."""

    def __init__(self, folder: Path, port: int, ats: int, chance: random.Random) -> None:
        self.sent = 0
        self.cut_off = 0
        self._place = settings(folder, port, f"ats-{ats}")
        self._port = port
        self._device = f"ats-{ats}"
        self._socket: ssl.SSLSocket | None = None
        self._again = 0.0
        self._rest = b""
        self._chunks = [self._chunk(chance) for _ in range(CHUNKS)]
        self._chance = chance

    def _chunk(self, chance: random.Random) -> bytes:
        """Return a lot of requests and beats, some of which want their answer elsewhere."""
        parts: list[bytes] = []
        while sum(map(len, parts)) < CHUNK:
            reply = chance.choice((f"_INBOX_{self._device}.a",) * 6 + ("beat.ats-2", "public", ""))
            parts.append(w.publish(f"ask.{self._device}", _says(chance).encode(), reply))
            if chance.random() < 0.2:
                parts.append(w.publish(f"beat.{self._device}", chance.choice((b'{"at":1}', b"junk"))))
        return b"".join(parts)

    def turn(self, now: float) -> None:
        """Send what the line takes, and throw away what comes."""
        if self._socket is None:
            if now >= self._again:
                self._come(now)
            return
        try:
            self._read(self._socket)
            self._rest = self._rest or self._chance.choice(self._chunks)
            with contextlib.suppress(ssl.SSLWantReadError, ssl.SSLWantWriteError):
                taken = self._socket.send(self._rest[:RECORD])
                self._rest = self._rest[taken:]
                self.sent += taken
        except OSError:
            self._leave(now)

    def _come(self, now: float) -> None:
        try:
            plain = socket.create_connection(("127.0.0.1", self._port), timeout=2)
            plain.recv(4096)
            line = tls_context(self._place).wrap_socket(plain, server_hostname="127.0.0.1")
            line.sendall(w.hello(self._device))
            if not line.recv(4096).startswith(w.PONG):
                raise ConnectionError
            line.sendall(w.subscribe(f"_INBOX_{self._device}.>", 1) + w.subscribe("public", 2))
            line.settimeout(0)
        except OSError:
            self._leave(now)
        else:
            self._socket, self._rest = line, b""

    @staticmethod
    def _read(line: ssl.SSLSocket) -> None:
        with contextlib.suppress(ssl.SSLWantReadError):
            while line.recv(65536):
                pass
            raise ConnectionError

    def _leave(self, now: float) -> None:
        if self._socket is not None:
            self.cut_off += 1
            self._socket.close()
        self._socket, self._again = None, now + AGAIN_S


def _flood(folder: Path, port: int, count: int, seconds: int, seed: int) -> None:
    os.nice(19)
    chance = random.Random(seed)
    attackers = [Flooder(folder, port, ats, chance) for ats in range(1, count + 1)]
    start, used, rest = ticks_s(), cpu_s(), threading.Event()
    while (now := ticks_s()) < start + seconds:
        for attacker in attackers:
            attacker.turn(now)
        over = (cpu_s() - used) / SHARE - (ticks_s() - start)
        if over > 0:
            rest.wait(over)
    sent, cut = sum(one.sent for one in attackers), sum(one.cut_off for one in attackers)
    sys.stdout.write(json.dumps({"sent_kb": sent // 1024, "cut_off": cut}) + "\n")


if __name__ == "__main__":
    where, *numbers = sys.argv[1:]
    _flood(Path(where), *map(int, numbers))
