"""What hosts of others send a printer is printed by the emulated one, or said: bytes by python-escpos and by hand."""

import asyncio
from typing import Any

import pytest
import zxingcpp
from device_under_test import run
from escpos.printer import Dummy
from PIL import Image

from sim.devices.escpos import EscposModel
from sim.devices.printed_symbols import NoSymbol, bars

CUT = b"\n\x1dV\x00"
SAID_BY_HAND = {
    "CODE128": (b"\x1dkI\x0a{BNo.{C\x0c\x22\x38", "No.123456"),
    "CODE39": (b"\x1dk\x04TABLE-7\x00", "TABLE-7"),
    "EAN13": (b"\x1dk\x024006381333931\x00", "4006381333931"),
    "EAN8": (b"\x1dkD\x0796385074"[:-1], "96385074"),
    "UPCA": (b"\x1dkA\x0b03600029145", "0036000291452"),
    "ITF": (b"\x1dkF\x061234569"[:-1], "123456"),
    "Codabar": (b"\x1dk\x06A12345B\x00", "A12345B"),
    "QR Code": (b"\x1d(k\x0a\x001P0rapid 7\x1d(k\x03\x001C\x06\x1d(k\x03\x001E1\x1d(k\x03\x001Q0", "rapid 7"),
}


def printed(data: bytes, **settings: Any) -> tuple[list[Image.Image], list[dict[str, Any]], list[bytes]]:
    """Return the pages that come of bytes, what the printer told its tester, and what it answered."""
    pages: list[Any] = []
    told: list[dict[str, Any]] = []
    answered: list[bytes] = []

    async def whole() -> None:
        model = EscposModel(told.append, **settings)
        model.on_page = pages.append
        model.attach(answered.append)
        model.hear(data)
        await asyncio.sleep(10)

    run(whole)
    return pages, told, answered


@pytest.mark.parametrize("control", [b"\r", b"\x1c", b"\x1d", b"\x1e", b"\x00", b"\x1f"])
def test_controls_in_a_barcode_leave_a_gap_in_the_text_below_it(control: bytes) -> None:
    (page,), told, _ = printed(b"\x1b@\x1ba\x01\x1dH\x02\x1dh\x50\x1dw\x02\x1dkI\x05{AX" + control + b"Y" + CUT)
    assert [code.bytes for code in zxingcpp.read_barcodes(page)] == [b"X" + control + b"Y"]
    assert told == []


@pytest.mark.parametrize("order", [b"\x1dh\x00", b"\x1dw\x00"])
def test_bars_without_height_or_width_are_said_and_not_set(order: bytes) -> None:
    data, text = SAID_BY_HAND["ITF"]
    (page,), told, _ = printed(b"\x1b@\x1ba\x01\x1dh\x50\x1dw\x02" + order + data + CUT)
    assert [code.text for code in zxingcpp.read_barcodes(page)] == [text]
    assert told == [{"event": "unknown", "bytes": order.hex(" ")}]


@pytest.mark.parametrize("kind", list(SAID_BY_HAND))
def test_a_reader_reads_every_symbol(kind: str) -> None:
    data, text = SAID_BY_HAND[kind]
    (page,), told, _ = printed(b"\x1b@\x1ba\x01\x1dh\x50\x1dw\x02" + data + CUT)
    assert [code.text for code in zxingcpp.read_barcodes(page)] == [text]
    assert told == []


@pytest.mark.parametrize(
    "symbol",
    [
        b"\x1dk\x024006381333930\x00", b"\x1dk\x0212\x00", b"\x1dkF\x03123", b"\x1dkH\x0212", b"\x1dkI\x01\xff",
        # CODE128 begins with a set, has neither function 2 nor a pair above 99; CODE39 and Codabar have few letters.
        b"\x1dkI\x03ABC", b"\x1dkI\x05{BA{2", b"\x1dkI\x03{C\x64", b"\x1dkE\x02ab", b"\x1dk\x0612345\x00",
    ],
)  # fmt: skip
def test_a_symbol_that_cannot_be_is_said_and_the_rest_is_printed(symbol: bytes) -> None:
    (page,), told, _ = printed(symbol + b"after" + CUT)
    assert told == [{"event": "unknown", "bytes": symbol.hex(" ")}]
    assert page.info["text"].startswith("after")


@pytest.mark.parametrize(
    ("symbol", "text"),
    [
        (b"\x1dkI\x0a{BNo.{C\x0c\x22\x38", "No.123456"),  # the sets are chosen, not printed
        (b"\x1dkI\x06{BA{Sb", "Ab"),  # a shift neither
        (b"\x1dk\x02400638133393\x00", "4006381333931"),  # GS1: the thirteenth digit is the check
        (b"\x1dkA\x0b03600029145", "036000291452"),
    ],
)
def test_what_stands_below_a_symbol_is_what_a_reader_reads(symbol: bytes, text: str) -> None:
    (page,), told, _ = printed(b"\x1dw\x02\x1dH\x02" + symbol + CUT)
    (bare,), _, _ = printed(b"\x1dw\x02" + symbol + text.encode() + b"\n" + CUT)
    assert (page.info["numbers"], told) == ((text,), [])
    assert page.crop((0, 0, 576, bare.height - 60)).tobytes() == bare.crop((0, 0, 576, bare.height - 60)).tobytes()


def test_letters_of_a_code_page_are_drawn_and_not_boxes() -> None:
    # CP866: the first three capitals of Russian are 80, 81 and 82; CP1252: Ä, Ö and Ü are C4, D6 and DC.
    for page, letters in ((17, b"\x80\x81\x82"), (16, b"\xc4\xd6\xdc")):
        drawn = set()
        for letter in letters:
            (paper,), told, _ = printed(b"\x1bt" + bytes((page, letter)) + CUT)
            assert told == []
            drawn.add(paper.tobytes())
        assert len(drawn) == len(letters)


@pytest.mark.parametrize(
    "order",
    [
        b"\x1b*\x05\x01\x00\x80",  # ESC * has modes 0, 1, 32 and 33
        b"\x1dv1\x00\x01\x00\x01\x00\x80",  # GS v 0 alone
        b"\x1dr\x04",  # GS r asks 1 or 2
        b"\x1dV\x02",  # no cut
        b"\x1bt\x24",  # a code page whose letters nobody could see
        # How long these are, their pages say: nothing of them is text.
        b"\x1b&\x02AB\x02ABCD\x01AB", b"\x1bWABCDEFGH", b"\x1b%A", b"\x1b?A", b"\x1bTA",
        b"\x1cpAB", b"\x1cq\x01\x01\x00\x01\x00ABCDEFGH", b"\x1d*\x01\x01ABCDEFGH", b"\x1d^ABC", b"\x1dg2ABC",
    ],
)  # fmt: skip
def test_an_order_that_is_not_known_is_said_whole_and_nothing_of_it_is_printed(order: bytes) -> None:
    (page,), told, answered = printed(order + b"after" + CUT)
    assert told == [{"event": "unknown", "bytes": order.hex(" ")}]
    assert (page.info["text"].split("\n")[0], answered) == ("after", [])


def test_a_kind_of_barcode_that_does_not_exist_has_no_bars() -> None:
    with pytest.raises(NoSymbol):
        bars(99, b"1")


def picture() -> Image.Image:
    image = Image.new("1", (96, 48), 1)
    for place in range(48):
        image.putpixel((place, place), 0)
        image.putpixel((90, place), 0)
    return image


@pytest.mark.parametrize("how", ["bitImageRaster", "graphics", "bitImageColumn"])
def test_a_picture_is_the_same_by_each_command(how: str) -> None:
    host = Dummy()
    host.image(picture(), impl=how)
    (page,), told, _ = printed(host.output + CUT)
    dots = {(x, y) for x in range(96) for y in range(page.height) if page.getpixel((x, y)) == 0}
    top = min(y for _, y in dots)
    assert {(x, y - top) for x, y in dots} == {(x, x) for x in range(48)} | {(90, y) for y in range(48)}
    assert told == []


def test_graphics_of_more_than_65_kb_are_printed() -> None:
    rows = b"\x80" + bytes(71)
    picture = b"0p0\x01\x011" + (576).to_bytes(2, "little") + (1000).to_bytes(2, "little") + rows * 1000
    data = b"\x1d8L" + len(picture).to_bytes(4, "little") + picture + b"\x1d(L\x02\x0002"
    pieces = [data[place : place + 20_000] for place in range(0, len(data), 20_000)]

    async def whole() -> None:
        model = EscposModel()
        model.on_page = pages.append
        for piece in (*pieces, CUT):
            model.hear(piece)
        await asyncio.sleep(10)

    pages: list[Any] = []
    run(whole)
    (page,) = pages
    assert sum(page.getpixel((0, y)) == 0 for y in range(page.height)) == 1000


def test_single_density_is_twice_as_wide_and_eight_dots_three_times_as_high() -> None:
    (page,), _, _ = printed(b"\x1b*\x00\x01\x00\x80" + CUT)
    black = {(x, y) for x in range(20) for y in range(page.height) if page.getpixel((x, y)) == 0}
    assert len(black) == 2 * 3


@pytest.mark.parametrize(("page", "byte", "text"), [(0, 0x9B, "¢"), (2, 0xE1, "ß"), (16, 0x80, "€"), (17, 0x80, "А")])
def test_letters_are_those_of_the_code_page(page: int, byte: int, text: str) -> None:
    (paper,), told, _ = printed(b"\x1bt" + bytes((page, byte)) + CUT)
    assert paper.info["text"].startswith(text)
    assert told == []


def test_a_printer_says_who_it_is() -> None:
    _, told, answered = printed(b"\x1dI\x42\x1dI\x43\x1dI\x01\x1dI\x63", named=("ACME", "P 80"))
    assert answered == [b"_ACME\0", b"_P 80\0", b"\x20"]
    assert told == [{"event": "unknown", "bytes": "1d 49 63"}]


def test_paper_and_drawer_are_answered_in_the_stream() -> None:
    assert printed(b"\x1bv\x1bu\x00")[2] == [b"\0", b"\0"]


def test_once_asked_it_reports_by_itself_what_changes() -> None:
    async def whole() -> None:
        answered: list[bytes] = []
        model = EscposModel()
        model.attach(answered.append)
        model.hear(b"\x1da\xff")
        model.do("cover open")
        model.do("cover closed")
        model.do("paper out")
        model.do("cutter jam")
        model.do("clear")
        model.do("paper in")
        model.hear(b"\x1da\x00")
        model.do("cover open")
        # Byte 1: 10 and the drawer's 04 always, 08 off line, 20 cover; 2: 08 cutter; 3: 03 near its end, 0C out.
        assert [said.hex(" ") for said in answered] == [
            "14 00 00 0f", "3c 00 00 0f", "14 00 00 0f", "1c 00 0f 0f", "1c 08 0f 0f", "1c 00 0f 0f",
                "14 00 00 0f",
        ]  # fmt: skip

    run(whole)


@pytest.mark.parametrize(
    "command", [b"\x1b{\x01", b"\x1dL\x10\x00", b"\x1d(k\x03\x000A0", b"\x1d(L\x02\x0001", b"\x1bt\x63", b"\x0c"]
)
def test_what_it_does_not_know_is_said_byte_for_byte(command: bytes) -> None:
    assert printed(command)[1] == [{"event": "unknown", "bytes": command.hex(" ")}]


@pytest.mark.parametrize(
    "command", [b"\x1bp\x00\x19\xfa", b"\x10\x14\x01\x00\x05", b"\x1dw\x02", b"\0", b"\x1b2", b"\x1b3\x18"]
)
def test_what_changes_nothing_on_paper_is_no_news(command: bytes) -> None:
    assert printed(command)[1:] == ([], [])


def test_it_says_when_all_before_has_been_printed_under_the_hosts_own_mark() -> None:
    _, told, answered = printed(b"\x1d(H\x06\x0000job7\x1d(H\x02\x00\x31\x30")
    assert answered == [b"\x37\x22job7\0"]
    assert told == [{"event": "unknown", "bytes": "1d 28 48 02 00 31 30"}]


def test_a_long_command_that_it_does_not_know_is_said() -> None:
    assert printed(b"\x1d8M\x02\x00\x00\x00ab")[1] == [{"event": "unknown", "bytes": "1d 38 4d 02 00 00 00 61 62"}]


def test_a_barcode_has_its_digits_below_where_the_host_wants_them() -> None:
    (plain,), _, _ = printed(b"\x1dkF\x061234" + b"56" + CUT)
    (with_digits,), _, _ = printed(b"\x1dH\x02\x1dkF\x06123456" + CUT)
    assert with_digits.height > plain.height
