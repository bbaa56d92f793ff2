"""The ticket printer against its model, in virtual time."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
import zxingcpp
from device_under_test import Bench, run

from drivers.escpos.driver import EscposPrinter, Options
from drivers.escpos.make import MAKE
from drivers.escpos.ticket import encode
from hal.device import FaultBegan
from hal.life import Stage
from hal.port import PortStuck
from hal.ticket_printer import Bitmap, PrinterState, PrintOutcome, Ticket, TicketLine
from sim.devices.escpos import EscposModel
from sim.devices.model import NoCommand

NUMBER = "006429188185446104"
TICKET = Ticket("CASH-OUT TICKET", ("Table 7", "Terminal 3"), NUMBER, "$ 25.00")
Story = Callable[[Bench], Coroutine[Any, Any, None]]


def printer(story: Story, **options: Any) -> None:
    async def whole() -> None:
        bench = Bench(EscposModel(), Options("").line)
        bench.pages = []
        bench.model.on_page = bench.pages.append
        bench.live(EscposPrinter("printer", bench.wire, bench.hear, Options("", **options)))
        await bench.ready()
        await story(bench)
        await bench.stop()

    run(whole)


@pytest.mark.parametrize("barcode", ["command", "raster"])
def test_a_ticket_is_printed_and_a_reader_reads_it(barcode: str) -> None:
    async def story(bench: Bench) -> None:
        assert (await bench.device.print(TICKET)).outcome is PrintOutcome.PRINTED
        (page,) = bench.pages
        assert [code.text for code in zxingcpp.read_barcodes(page)] == [NUMBER]

    printer(story, barcode=barcode)


@pytest.mark.parametrize("trouble", ["paper out", "cover open", "cutter jam", "power-cycle"])
def test_a_printer_that_is_not_well_is_sent_nothing(trouble: str) -> None:
    async def story(bench: Bench) -> None:
        bench.model.do(trouble)
        result = await bench.device.print(TICKET)
        assert result.outcome is PrintOutcome.FAILED
        assert "nothing was sent" in result.why
        await asyncio.sleep(3)
        for command in ("paper in", "cover closed", "clear"):
            bench.model.do(command)
        await asyncio.sleep(3)
        assert not bench.pages
        assert (await bench.device.print(TICKET)).outcome is PrintOutcome.PRINTED
        assert len(bench.pages) == 1

    printer(story)


def test_answers_that_are_lost_after_a_ticket_are_asked_for_again() -> None:
    # Seen where a busy machine answered after 50 ms: it had said that it was done, and the ticket was in doubt.
    async def story(bench: Bench) -> None:
        send, lost, done = bench.model.send, list[bytes](), list[bytes]()

        def sends(data: bytes) -> None:
            if done and len(lost) < 3:
                lost.append(data)
                return
            if data == b"\0":  # the job has been processed
                done.append(data)
            send(data)

        bench.model.send = sends
        assert (await bench.device.print(TICKET)).outcome is PrintOutcome.PRINTED
        assert (len(lost), len(bench.pages)) == (3, 1)

    printer(story)


def test_answers_that_come_too_late_before_a_ticket_are_asked_for_again() -> None:
    # Seen where a busy machine answered after 50 ms: the guest was refused, and nothing was wrong.
    async def story(bench: Bench) -> None:
        received, lost = bench.device.received, list[bytes]()

        def hear(data: bytes) -> None:
            if len(lost) < 3:
                lost.append(data)
            else:
                received(data)

        bench.device.received = hear  # type: ignore[method-assign]
        assert (await bench.device.print(TICKET)).outcome is PrintOutcome.PRINTED
        assert len(lost) == 3
        assert len(bench.pages) == 1

    printer(story)


def test_an_answer_that_comes_too_late_is_taken_for_no_other() -> None:
    # To the first question 1E says offline; to the second it would say that the cover is open and paper fed by hand.
    async def story(bench: Bench) -> None:
        send, loop = bench.model.send, asyncio.get_running_loop()
        bench.model.send = lambda data: loop.call_later(0.07, send, data)
        assert await bench.device.status() is None
        bench.model.send = send
        await asyncio.sleep(1)
        state = await bench.device.status()
        assert state is not None
        assert (state.online, state.cover) == (True, "closed")

    printer(story)


@pytest.mark.parametrize("trouble", ["paper out", "cover open", "cutter jam", "power-cycle"])
@pytest.mark.parametrize("after", [0.05, 0.15, 0.3, 0.5])
def test_trouble_on_the_way_leaves_the_ticket_in_doubt(trouble: str, after: float) -> None:
    async def story(bench: Bench) -> None:
        asyncio.get_running_loop().call_later(after, bench.model.do, trouble)
        began = asyncio.get_running_loop().time()
        result = await bench.device.print(TICKET)
        assert asyncio.get_running_loop().time() - began < 5
        # The line carries the ticket for a quarter of a second, and paper and cutter take as long again.
        assert result.outcome is PrintOutcome.IN_DOUBT
        assert len(bench.pages) <= 1

    printer(story)


def test_low_paper_is_said_and_prints() -> None:
    async def story(bench: Bench) -> None:
        bench.model.do("paper low")
        assert (await bench.device.print(TICKET)).outcome is PrintOutcome.PRINTED
        assert [event.code for event in bench.of(FaultBegan)] == ["paper_low"]
        assert await bench.device.status() == PrinterState(
            online=True, paper="low", cover="closed", cutter="ok", error=False
        )

    printer(story)


def test_a_silent_printer_has_no_status_and_is_lost() -> None:
    async def story(bench: Bench) -> None:
        bench.model.power(on=False)
        assert await bench.device.status() is None
        await asyncio.sleep(6)
        assert "silent" in bench.device.faults
        bench.model.power(on=True)
        await asyncio.sleep(8)
        assert bench.device.stage is Stage.READY
        assert (await bench.device.print(TICKET)).outcome is PrintOutcome.PRINTED

    printer(story)


def test_unplugged_while_printing_is_in_doubt() -> None:
    async def story(bench: Bench) -> None:
        asyncio.get_running_loop().call_later(0.2, bench.wire.unplug)
        assert (await bench.device.print(TICKET)).outcome is PrintOutcome.IN_DOUBT

    printer(story)


@pytest.mark.parametrize(("written", "outcome"), [(0, PrintOutcome.FAILED), (1, PrintOutcome.IN_DOUBT)])
def test_what_the_port_took_decides(monkeypatch: pytest.MonkeyPatch, written: int, outcome: PrintOutcome) -> None:
    async def story(bench: Bench) -> None:
        write = bench.device.write

        async def stuck(data: bytes) -> None:
            if len(data) > 3:
                raise PortStuck(written, "stuck")
            await write(data)

        monkeypatch.setattr(bench.device, "write", stuck)
        assert (await bench.device.print(TICKET)).outcome is outcome

    printer(story)


def test_an_answer_of_noise_is_none() -> None:
    async def story(bench: Bench) -> None:
        bench.model.power(on=False)
        for noise in (b"\x11", b"\x13", b"\xff", b"\x00"):
            asyncio.get_running_loop().call_later(0.02, bench.device.received, noise)
            assert await bench.device.status() is None

    printer(story)


def test_the_model_passes_over_what_it_does_not_know_and_prints_the_rest() -> None:
    async def whole() -> None:
        model = EscposModel()
        pages: list[Any] = []
        model.on_page = pages.append
        model.power(on=False)
        model.power(on=True)
        await asyncio.sleep(1)
        answers: list[bytes] = []
        model.attach(answers.append)
        job = (
            b"\x1b@\x1bt\x10\x1cp\x01\x00\x1d(L\x02\x00\x30\x45\x1b!\x31\x1bM\x01small\x1bM\x00"
            b"\x1b-\x01under\x1b-\x00\n\x1dB\x01white on black\x1dB\x00\tTAB\r\n\x1d!\x11BIG\x1d!\x00\n"
            b"\x1bG\x01bold\x1bG\x00\x1bJ\x10\x1ba\x02right\n\x1ba\x01"
            b"\x1b*\x00\x02\x00\xff\xff\x1bD\x08\x10\x00\x1dH\x02\x1dh\x60\x1dw\x02\x1dk\x05123456\x00"
            b"\x1dkI\x02{A\x1dr\x02\x1d(H\x06\x00\x30\x301234\x1bi"
        )
        model.hear(job)
        await asyncio.sleep(5)
        (page,) = pages
        assert [code.text for code in zxingcpp.read_barcodes(page)] == ["123456"]
        assert answers == [b"\0", b"\x37\x221234\0"]  # GS r 2, and the answer of GS ( H with its own number

    run(whole)


def test_what_hangs_in_the_printer_of_another_ticket_is_cut_off_and_marked_void() -> None:
    # A soak of swapped boards: a ticket began with a part of another's, and said that it was a reprint.
    async def story(bench: Bench) -> None:
        other = Ticket("CASH-OUT TICKET", ("REPRINT 1", "No. of another"), "007427907304751684", "$ 80.00")
        await bench.device.write(encode(other)[:120])  # then its board is gone: this one knows nothing of it
        await asyncio.sleep(1)
        bench.device.spoilt()
        assert (await bench.device.print(TICKET)).outcome is PrintOutcome.PRINTED
        assert (await bench.device.print(TICKET)).outcome is PrintOutcome.PRINTED
        spoilt, *good = [page.info["text"] for page in bench.pages]
        assert "REPRINT 1" in spoilt
        assert "VOID" in spoilt
        assert len(good) == 2
        assert not any("REPRINT" in text or "VOID" in text for text in good)

    printer(story)


def test_what_was_broken_off_does_not_spoil_the_next_ticket(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(bench: Bench) -> None:
        write = bench.device.write

        async def half(data: bytes) -> None:
            if len(data) <= 3:
                await write(data)
                return
            await write(data[: len(data) - 60])  # the barcode's digits are missing, and all that follows
            raise PortStuck(len(data) - 60, "stuck")

        monkeypatch.setattr(bench.device, "write", half)
        assert (await bench.device.print(TICKET)).outcome is PrintOutcome.IN_DOUBT
        monkeypatch.setattr(bench.device, "write", write)
        bench.model.do("cover open")
        await asyncio.sleep(1)
        bench.model.do("cover closed")
        assert (await bench.device.print(TICKET)).outcome is PrintOutcome.PRINTED
        assert [code.text for code in zxingcpp.read_barcodes(bench.pages[-1])] == [NUMBER]
        assert ["VOID" in page.info["text"] for page in bench.pages] == [True, False]
        assert bench.pages[-1].info["text"].count("CASH-OUT TICKET") == 1

    printer(story)


@pytest.mark.parametrize("silent_from", ["the job", "its answer"])
def test_a_printer_that_falls_silent_leaves_the_ticket_in_doubt(silent_from: str) -> None:
    async def story(bench: Bench) -> None:
        send = bench.model.send
        done = False

        def sends(data: bytes) -> None:
            nonlocal done
            if data == b"\0":  # the job has been processed
                done = True
                if silent_from == "its answer":
                    send(data)
            elif not done:
                send(data)

        bench.model.send = sends
        assert (await bench.device.print(TICKET)).outcome is PrintOutcome.IN_DOUBT
        assert len(bench.pages) == 1

    printer(story)


def test_a_cover_that_opens_right_after_the_ticket_leaves_it_in_doubt() -> None:
    async def story(bench: Bench) -> None:
        send = bench.model.send

        def sends(data: bytes) -> None:
            if data == b"\0":
                bench.model.condition.cover(is_open=True)
            send(data)

        bench.model.send = sends
        result = await bench.device.print(TICKET)
        assert (result.outcome, result.why) == (PrintOutcome.IN_DOUBT, "after the ticket: cover open")

    printer(story)


def test_the_model_is_put_right_by_the_host_and_by_people() -> None:
    async def whole() -> None:
        model = EscposModel()
        model.do("cutter jam")
        model.hear(b"\x10\x05\x01")  # recover
        assert not model.condition.cutter_stuck
        model.condition.broken = True
        assert model.stopped
        for wrong in ("paper out now", "explode"):
            with pytest.raises(NoCommand):
                model.do(wrong)
        model.hear(b"\x10\x14\x01\x00\x01" + b"x" * 60)

    run(whole)


@pytest.mark.outside
def test_a_ticket_is_printed_over_the_network_by_the_real_port() -> None:
    async def whole() -> None:
        model = EscposModel()
        model.pace = 0.2
        pages: list[Any] = []
        model.on_page = pages.append

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            model.attach(writer.write)
            while data := await reader.read(1024):
                model.hear(data)
            writer.close()

        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        where = f"tcp:127.0.0.1:{server.sockets[0].getsockname()[1]}"
        printer = MAKE.drive("printer", MAKE.plugged(Options(where)), lambda _: None, Options(where))
        life = asyncio.create_task(printer.run())
        while printer.stage is not Stage.READY:
            await asyncio.sleep(0.01)
        assert (await printer.print(TICKET)).outcome is PrintOutcome.PRINTED
        assert [code.text for code in zxingcpp.read_barcodes(pages[0])] == [NUMBER]
        life.cancel()
        await asyncio.gather(life, return_exceptions=True)
        server.close()

    asyncio.run(whole())


PICTURE = Bitmap(576, 400, bytes(range(72)) * 400)


@pytest.mark.parametrize("at", [step / 20 for step in range(1, 60)])
def test_a_printer_whose_power_fails_in_the_midst_prints_no_rest_that_passes_for_the_ticket(at: float) -> None:
    # A picture takes a slow line for seconds: a printer that starts again meanwhile would hear only the end.
    async def story(bench: Bench) -> None:
        picture = Ticket("", (TicketLine("", picture=Bitmap(576, 60, bytes(range(72)) * 60)),), NUMBER)
        asyncio.get_running_loop().call_later(at, bench.model.do, "power-cycle")
        result = await bench.device.print(picture)
        whole = [page for page in bench.pages if page.height > 300]
        assert result.outcome is (PrintOutcome.PRINTED if whole else PrintOutcome.IN_DOUBT)

    printer(story)


def test_a_large_ticket_is_printed_and_its_driver_waits_for_the_line() -> None:
    async def story(bench: Bench) -> None:
        began = asyncio.get_running_loop().time()
        assert (
            await bench.device.print(Ticket("", (TicketLine("", picture=PICTURE),), NUMBER))
        ).outcome is PrintOutcome.PRINTED
        # 28,800 bytes at 1,920 a second.
        assert 15 < asyncio.get_running_loop().time() - began < 19
        (page,) = bench.pages
        assert [code.text for code in zxingcpp.read_barcodes(page)] == [NUMBER]

    printer(story)


def test_no_dots_of_a_picture_are_taken_for_a_command() -> None:
    rows = b"\x10\x04\x01\x10\x05\x01\x10\x14\x08\x00"
    job = encode(Ticket("", (TicketLine("", picture=Bitmap(80, 1, rows)),)))
    assert rows not in job
    assert b"\x11\x04\x01\x11\x05\x01\x11\x14\x08\x00" in job
    assert not any(command in job for command in (b"\x10\x04", b"\x10\x05", b"\x10\x14"))
