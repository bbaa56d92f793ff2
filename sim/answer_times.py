"""How late emulated devices answer, beyond the wire's own time: `python -m sim.answer_times` (`make answers`).

Each device is a process of its own, on a pseudo-terminal, as another program's host meets it. What a machine takes to
wake anybody at all is measured beside it, and the processor's time of an answer: on a busy machine only that counts.
"""

import argparse
import json
import os
import select
import subprocess
import sys
import tempfile
import tty
from collections.abc import Sequence
from pathlib import Path
from statistics import quantiles
from typing import Final

from msgspec import Struct

from drivers.alpha import protocol as alpha
from drivers.angel_eye import protocol as angel_eye
from drivers.ebds import protocol as ebds
from drivers.escpos import protocol as escpos
from drivers.id003 import protocol as id003
from firmware.measures.stopwatch import rest
from hal.clock import ticks_s
from hal.make import LineMake
from hal.makes import make_named

LIMIT_MS: Final = 5.0
PATIENCE_S: Final = 2.0
# As slowly as a host asks.
EVERY_S: Final = 0.02
TICKS: Final = os.sysconf("SC_CLK_TCK")


class DeviceQuestion(Struct, frozen=True):
    """What is asked of a device, and how long its answer is. A Bee-Tek and scanners answer nothing."""

    kind: str
    question: bytes
    answer: int


ASKED: Final = {
    # ACK, and its report of standby three times.
    "angel-eye": DeviceQuestion("shoe", angel_eye.order(angel_eye.CONFIRM_GAME), 1 + 3 * 6),
    "id003": DeviceQuestion("note-acceptor", id003.write_frame(id003.STATUS), 5),
    "ebds": DeviceQuestion("note-acceptor", ebds.write_poll(ebds.Poll(0, 0, 0, 0)), 11),
    "escpos": DeviceQuestion("ticket-printer", escpos.ask(escpos.PRINTER), 1),
    "alpha": DeviceQuestion("wnd", alpha.write_packet(alpha.Packet(alpha.READ_TEXT, alpha.LABEL)), 0),
}


def measured(protocol: str, times: int) -> dict[str, object]:
    """Ask an emulated device so often, and say how late it answered."""
    asked = ASKED[protocol]
    make = make_named(protocol.replace("-", "_"))
    assert isinstance(make, LineMake)
    with tempfile.TemporaryDirectory() as folder:
        link = Path(folder) / "port"
        command = [sys.executable, "-m", "firmware.cli.main", "emulate", asked.kind, "--protocol", protocol]
        with subprocess.Popen([*command, "--link", str(link)], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as device:
            assert device.stdout is not None
            device.stdout.readline()
            port = os.open(link, os.O_RDWR | os.O_NOCTTY)
            tty.setraw(port)
            try:
                late, used = _late(port, asked, make.line.byte_s, times, device.pid)
            finally:
                os.close(port)
                device.kill()
    return {
        "protocol": protocol, "answers": len(late), "p50_ms": _at(late, 50), "p95_ms": _at(late, 95),
        "within_5_ms_percent": round(100 * sum(one <= LIMIT_MS for one in late) / len(late), 1),
        "processor_ms_an_answer": round(used, 3),
    }  # fmt: skip


def _late(port: int, asked: DeviceQuestion, byte_s: float, times: int, pid: int) -> tuple[list[float], float]:
    length = asked.answer or len(_answer(port, asked.question, 0)[0])
    deadline = ticks_s() + PATIENCE_S
    while not _answer(port, asked.question, length)[0]:  # it is booting
        if ticks_s() > deadline:
            raise RuntimeError(f"{asked.kind} does not answer {asked.question.hex(' ')}")
    wire_s = (len(asked.question) + length) * byte_s
    before, late = _processor_s(pid), []
    for _ in range(times):
        rest(EVERY_S)
        said, taken = _answer(port, asked.question, length)
        if said:
            late.append((taken - wire_s) * 1000)
    return late, (_processor_s(pid) - before) * 1000 / max(len(late), 1)


def _answer(port: int, question: bytes, length: int) -> tuple[bytes, float]:
    """Ask; return what came, whole, and how long that took. Without a length: all until nothing more comes."""
    began = ticks_s()
    os.write(port, question)
    said = b""
    while len(said) < length or not length:
        ready, _, _ = select.select([port], [], [], PATIENCE_S / 4)
        if not ready:
            break
        said += os.read(port, 4096)
    return said if len(said) >= length else b"", ticks_s() - began


def _processor_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def machine(times: int) -> dict[str, object]:
    """Say how late this machine wakes anybody who sleeps."""
    late = []
    for _ in range(times):
        began = ticks_s()
        rest(EVERY_S)
        late.append((ticks_s() - began - EVERY_S) * 1000)
    return {"protocol": "nobody", "p50_ms": _at(late, 50), "p95_ms": _at(late, 95)}


def _at(values: Sequence[float], percent: int) -> float:
    return round(quantiles(values, n=100)[percent - 1], 2)


def main(words: Sequence[str] | None = None) -> int:
    """Measure all; exit status 1 where fewer than 95 % came within 5 ms of the wire's own time."""
    parser = argparse.ArgumentParser(description="measure how late emulated devices answer")
    parser.add_argument("--times", type=int, default=500, help="how often each is asked")
    times = parser.parse_args(words).times
    found = [measured(protocol, times) for protocol in ASKED]
    for said in (machine(times), *found):
        sys.stdout.write(json.dumps(said) + "\n")
    return int(any(float(str(said["within_5_ms_percent"])) < 95 for said in found))


if __name__ == "__main__":
    sys.exit(main())
