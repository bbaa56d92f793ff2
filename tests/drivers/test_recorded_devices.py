"""Other people's devices as they were recorded, and our drivers against them: what came of it comes again."""

import asyncio
import re
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
from device_under_test import Bench, run

from drivers.ebds.driver import Ebds
from drivers.ebds.driver import Options as EbdsOptions
from drivers.escpos.driver import EscposPrinter
from drivers.escpos.driver import Options as EscposOptions
from drivers.id003 import protocol as id003
from drivers.id003.driver import Id003
from drivers.id003.options import Options as Id003Options
from hal.device import FaultBegan
from hal.note_acceptor import Escrowed, Rejected
from hal.recording import DEVICE, HOST, Spoken, read_recording
from hal.ticket_printer import PrintOutcome, Ticket
from sim.devices.model import Model

WIRE = Path(__file__).parents[1] / "wire"
POLL = 8
# Each question of ESC/POS that is answered: DLE EOT, GS I, GS r.
QUESTION = re.compile(rb"\x10\x04[\x01-\x04]|\x1d[Ir].", re.DOTALL)


def said(name: str) -> list[Spoken]:
    return list(read_recording((WIRE / name).read_text()).said)


def test_whose_device_was_recorded_its_file_says() -> None:
    files = sorted(WIRE.glob("*/*.txt"))
    roles = {file.parent.name: re.findall(r"^# (host|device): ", file.read_text(), re.MULTILINE) for file in files}
    assert {name for name, (role, *_) in roles.items() if role == DEVICE} == {
        "soft-bill",
        "escpos-netprinter",
        "fake-id003",
    }


class AnswersInTurn(Model):
    """Answers each poll as, and as late as, the device did that was recorded: the first the first, and so on."""

    def __init__(self, recorded: list[Spoken]) -> None:
        super().__init__()
        self._left: list[list[tuple[float, bytes]]] = []
        asked = 0.0
        for spoken in recorded:
            if spoken.by == HOST:
                asked = spoken.at_s
                self._left.append([])
            elif spoken.by == DEVICE:
                self._left[-1].append((spoken.at_s - asked, spoken.data))
        self._heard = b""

    @property
    def done(self) -> bool:
        """Whether all was said."""
        return not self._left

    def received(self, data: bytes) -> None:
        self._heard += data
        while len(self._heard) >= POLL and self._left:
            self._heard = self._heard[POLL:]
            for late, answer in self._left.pop(0):
                asyncio.get_running_loop().call_later(late, self.send, answer)


def test_a_soft_bill_that_answers_late_is_paid_for_each_of_its_two_notes() -> None:
    async def story() -> None:
        model = AnswersInTurn(said("soft-bill/two-notes.txt"))
        bench = Bench(model)
        options = EbdsOptions("", extended_notes=False, notes={"3": "USD 5", "5": "USD 20"})
        device = Ebds("acceptor", bench.wire, bench.hear, options, way=bench.way(), book=bench.book)
        device.enable()
        running = asyncio.create_task(device.run())
        taken = 0
        while not model.done:
            await asyncio.sleep(0.02)
            lying = [event for event in bench.heard if isinstance(event, Escrowed)]
            if len(lying) > taken:
                taken = len(lying)
                assert device.stack()
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        assert list(bench.book.credits.values()) == [20_00, 5_00]
        assert bench.book.doubts == []
        assert [event for event in bench.heard if isinstance(event, Rejected)]

    run(story)


class AnswersAsItWent(Model):
    """Answers each frame of ID-003 as the device did the next time that it was told the same.

    Asked how it is before it was told what it was told then, it is as it was.
    """

    def __init__(self, recorded: list[Spoken]) -> None:
        super().__init__()
        self._turns: list[tuple[id003.Frame, bytes]] = []
        reader = id003.Reader()
        for spoken in recorded:
            if spoken.by == HOST:
                self._turns += [(frame, b"") for frame in reader.feed(spoken.data)]
            elif self._turns:
                question, answer = self._turns[-1]
                self._turns[-1] = question, answer + spoken.data
        self._reader = id003.Reader()
        self._at = -1

    @property
    def done(self) -> bool:
        """Whether all was said."""
        return self._at + 1 == len(self._turns)

    def received(self, data: bytes) -> None:
        for frame in self._reader.feed(data):
            here = self._at + 1
            waits = frame.code == id003.STATUS and self._turns[here : here + 1] and self._turns[here][0] != frame
            if not waits:
                after = (at for at in range(here, len(self._turns)) if self._turns[at][0] == frame)
                self._at = next(after, self._at)
            self.send(next(said for asked, said in reversed(self._turns[: self._at + 1]) if asked == frame))


def test_fake_id003_is_paid_for_what_it_stacked_and_not_for_what_it_refused_after_all() -> None:
    async def story() -> None:
        model = AnswersAsItWent(said("fake-id003/stacked-rejected-jammed.txt"))
        bench = Bench(model)
        device = Id003("acceptor", bench.wire, bench.hear, Id003Options("", stack=1), way=bench.way(), book=bench.book)
        device.assume_usual_notes()
        device.enable()
        running = asyncio.create_task(device.run())
        taken = 0
        for _ in range(10_000):
            await asyncio.sleep(0.02)
            lying = [event for event in bench.heard if isinstance(event, Escrowed)]
            if len(lying) > taken:
                taken = len(lying)
                assert device.stack()
            if model.done:
                break
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        # 20; its second note, which its own table does not name; the third went back past stack-1; 5.
        assert taken == 4
        assert list(bench.book.credits.values()) == [20_00, 2_00, 5_00]
        assert bench.book.doubts == []
        assert [event.reason for event in bench.heard if isinstance(event, Rejected)] == [
            "a true note's pattern is missing"
        ]
        assert [event.code for event in bench.heard if isinstance(event, FaultBegan)] == [
            "jam_acceptor",
            "stacker_open",
        ]
        assert model.done

    run(story)


class AnswersQuestions(Model):
    """Answers each question as the device did that was recorded, and takes the rest as a page."""

    def __init__(self, recorded: list[Spoken]) -> None:
        super().__init__()
        self._answers: defaultdict[bytes, bytes] = defaultdict(bytes)
        asked, whole = b"", set[bytes]()
        for spoken in recorded:
            found = QUESTION.findall(spoken.data) if spoken.by == HOST else []
            if spoken.by == HOST:
                whole.add(asked)
                asked = found[-1] if found else b""
            elif asked not in whole:
                self._answers[asked] += spoken.data
        self._heard = b""

    def received(self, data: bytes) -> None:
        self._heard += data
        for found in QUESTION.finditer(self._heard):
            self.send(self._answers[found[0]])
        # What may be the beginning of a question is kept.
        last = list(QUESTION.finditer(self._heard))
        self._heard = self._heard[last[-1].end() if last else 0 :][-2:]


@pytest.mark.parametrize("number", ["006429188185446104", "007101753535986872"])
def test_a_netprinter_says_what_it_is_and_that_a_ticket_was_printed(number: str) -> None:
    async def story() -> None:
        bench = Bench(AnswersQuestions(said("escpos-netprinter/page.txt")))
        device: Any = EscposPrinter("printer", bench.wire, bench.hear, EscposOptions(""))
        running = asyncio.create_task(device.run())
        await asyncio.sleep(5)
        assert any("ESCPOS-netprinter" in getattr(event, "detail", "") for event in bench.heard)
        printed = await device.print(Ticket("TICKET", ("worth nothing",), number))
        assert printed.outcome is PrintOutcome.PRINTED
        assert not [event for event in bench.heard if isinstance(event, FaultBegan)]
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    run(story)
