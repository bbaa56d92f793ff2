import pytest
import zxingcpp
from PIL import Image

from drivers.escpos import protocol as p
from drivers.escpos.ticket import bars_of, encode, grouped
from hal.ticket_printer import Ticket
from sim.devices.paper import Paper

FINE = {1: 0x12, 2: 0x12, 3: 0x12, 4: 0x12}
NUMBER = "006429188185446104"


def test_only_answers_are_answers() -> None:
    # bits 7 = 0, 4 = 1, 1 = 1, 0 = 0
    for byte in range(256):
        wanted = not byte & 0x80 and bool(byte & 0x10) and bool(byte & 0x02) and not byte & 0x01
        assert p.is_status(byte) is wanted
        assert not (p.is_status(byte) and p.is_queued_answer(byte))
    # XON and XOFF are no answers of either kind.
    assert not any(p.is_status(byte) or p.is_queued_answer(byte) for byte in (0x11, 0x13))


@pytest.mark.parametrize(
    ("answers", "faults"),
    [
        ({}, set()),
        ({1: 0x1A}, {"offline"}),
        ({1: 0x1A, 2: 0x16}, {"cover_open"}),
        ({1: 0x1A, 2: 0x32, 4: 0x7E}, {"paper_out"}),
        ({4: 0x72}, {"paper_out"}),
        ({4: 0x1E}, {"paper_low"}),
        ({1: 0x1A, 2: 0x52, 3: 0x1A}, {"cutter"}),
        ({1: 0x1A, 2: 0x52, 3: 0x32}, {"unrecoverable"}),
        ({2: 0x52}, {"printer_error"}),
    ],
)
def test_status_bits(answers: dict[int, int], faults: set[str]) -> None:
    status = p.read_status({**FINE, **answers})
    assert status.faults == faults
    assert status.can_print is (faults <= {"paper_low"})


def test_a_ticket_carries_its_number_by_function_b() -> None:
    job = encode(Ticket("CASH-OUT", ("Table 7",), NUMBER, "$ 25.00"))
    assert b"\x1dkF\x12" + NUMBER.encode() in job  # 1D 6B 46 12 …
    assert b"00-6429-1881-8544-6104" in job
    assert b"$ 25.00" in job
    assert job.startswith(b"\x1b@")
    assert b"\x1dV" in job[-4:]


def test_nothing_but_ascii_goes_into_a_ticket() -> None:
    job = encode(Ticket("庄", ("caf\u00e9",)))
    assert "庄".encode() not in job
    assert b"caf?" in job


def test_a_number_that_no_barcode_can_carry_is_refused() -> None:
    for number in ("123", "12a4"):
        with pytest.raises(ValueError, match="even count of digits"):
            encode(Ticket("X", (), number))


def test_the_bars_are_read_by_somebody_else() -> None:
    paper = Paper()
    paper.feed(20)
    paper.bars(bars_of(NUMBER), 2, 100, 1)
    (found,) = zxingcpp.read_barcodes(paper.cut())
    assert found.text == NUMBER


def test_the_raster_has_the_same_bars() -> None:
    job = encode(Ticket("X", (), NUMBER), "raster")
    at = job.index(b"\x1dv0")
    columns, rows = int.from_bytes(job[at + 4 : at + 6], "little"), int.from_bytes(job[at + 6 : at + 8], "little")
    bits = bytes(byte ^ 0xFF for byte in job[at + 8 : at + 8 + columns * rows])
    picture = Image.new("L", (columns * 8 + 80, rows + 40), 255)
    picture.paste(Image.frombytes("1", (columns * 8, rows), bits).convert("L"), (40, 20))
    (found,) = zxingcpp.read_barcodes(picture)
    assert found.text == NUMBER


def test_numbers_are_read_out_in_fours() -> None:
    assert grouped("006429188185446104") == "00-6429-1881-8544-6104"
    assert grouped("12345678") == "1234-5678"
