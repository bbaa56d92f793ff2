"""ESC/POS printers are told by their answers, and what differs between them stands in a file of each."""

import asyncio
from typing import Any

import pytest
from device_under_test import Bench, run

from drivers.escpos import protocol as p
from drivers.escpos.driver import EscposPrinter, Options
from drivers.escpos.printers import UNKNOWN, facts_of, known
from hal.device import StageChanged
from hal.life import Stage
from hal.ticket_printer import PrintOutcome, Ticket
from sim.devices.escpos import EscposModel

TICKET = Ticket("A TICKET", ("of 18 figures",), "006429188185446104")


def printer(named: tuple[str, str], paper: int = 576, **options: Any) -> Bench:
    bench = Bench(EscposModel(dots=paper, named=named))
    bench.live(EscposPrinter("printer", bench.wire, bench.hear, Options("", **options)))
    return bench


def test_each_file_is_of_one_printer_and_says_something_of_it() -> None:
    assert len(known()) >= 10
    for model, facts in known().items():
        assert facts.maker, model
        assert facts_of(f" {model.lower()} ") == facts


@pytest.mark.parametrize(
    ("named", "dots", "options", "wide", "said"),
    [
        # Widths as python-escpos's own table of printers has them.
        (("EPSON", "TM-T88V"), 512, {}, 512, "EPSON TM-T88V"),
        (("EPSON", "TM-T20II"), 576, {}, 576, "EPSON TM-T20II"),
        (("ZJIANG", "POS-5890"), 384, {}, 384, "ZJIANG POS-5890"),
        (("RAPID TABLE", "SIM-80"), 576, {}, 576, "RAPID TABLE SIM-80"),  # nobody has written a file of it
        (("EPSON", "TM-T88V"), 512, {"dots": 384}, 384, "EPSON TM-T88V"),  # a profile knows better
    ],
)
def test_a_printer_is_what_it_says_it_is(
    named: tuple[str, str], dots: int, options: dict[str, Any], wide: int, said: str
) -> None:
    async def story() -> None:
        bench = printer(named, dots, **options)
        await bench.ready()
        assert bench.device.dots == wide
        assert bench.of(StageChanged, stage=Stage.READY)[-1].detail == said
        assert (await bench.device.print(TICKET)).outcome is PrintOutcome.PRINTED
        await bench.stop()

    run(story)


def test_one_that_draws_no_barcodes_is_sent_pictures_of_them() -> None:
    async def story() -> None:
        sent: list[bytes] = []
        bench = printer(("NETUM", "NT-5890K"), 384)
        bench.model.overhear(lambda data, to_host: None if to_host else sent.append(data))
        await bench.ready()
        sent.clear()
        await bench.device.print(TICKET)
        assert b"\x1dk" not in b"".join(sent)  # GS k
        assert b"\x1dv0" in b"".join(sent)  # GS v 0
        await bench.stop()

    run(story)


def test_one_that_does_not_say_who_it_is_prints_as_before() -> None:
    class Nameless(EscposModel):
        def _do(self, said: Any) -> float:
            return 0.0 if said.name == "GS I" else super()._do(said)

    async def story() -> None:
        bench = Bench(Nameless())
        bench.live(EscposPrinter("printer", bench.wire, bench.hear, Options("")))
        await bench.ready()
        assert bench.of(StageChanged, stage=Stage.READY)[-1].detail == "ESC/POS"
        assert bench.device.dots == UNKNOWN.dots
        assert (await bench.device.print(TICKET)).outcome is PrintOutcome.PRINTED
        await bench.stop()

    run(story)


def test_one_that_cannot_print_is_asked_once_it_can() -> None:
    async def story() -> None:
        bench = Bench(EscposModel(dots=512, named=("EPSON", "TM-T88V")))
        bench.model.do("cover open")
        bench.live(EscposPrinter("printer", bench.wire, bench.hear, Options("")))
        await bench.ready()
        assert bench.device.dots == UNKNOWN.dots
        bench.model.do("cover closed")
        await asyncio.sleep(3)
        assert bench.device.dots == 512
        await bench.stop()

    run(story)


def test_letters_of_a_name_are_no_answers_and_noise_is_no_name() -> None:
    reader = p.NameReader()
    assert reader.feed(b"_\x12R") == (b"_\x12R", [])  # no name is due
    reader.expect()
    assert reader.feed(b"\x12_TM-T88") == (b"\x12", [])
    assert reader.feed(b"V\0\x12") == (b"\x12", ["TM-T88V"])
    assert reader.feed(b"_R\0") == (b"_R\0", [])
    reader.expect()
    rest, names = reader.feed(b"_" + b"R" * 500)
    assert (len(names), len(rest)) == (1, 500 - p.LONGEST_NAME - 1)
    reader.expect()
    reader.feed(b"_half")
    reader.forget()
    assert reader.feed(b"\x12") == (b"\x12", [])
