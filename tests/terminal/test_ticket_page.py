"""A ticket is a document: what stands on it, on paper of both widths, in both languages."""

import re
from typing import Any

import pytest
import zxingcpp
from msgspec.structs import replace
from PIL import Image
from printed_ticket import NUMBER, OF_PAPERS, PAPERS, SETTINGS, of_papers, page, ticket
from reference import differs

from drivers.escpos.ticket import encode
from firmware.kit.spelled import SIMPLIFIED, TRADITIONAL, chinese_number, english_number, spelled
from firmware.kit.words import Words, languages, words_of
from firmware.link.table_link import Issued
from firmware.terminal.ticket_page import TicketPage
from firmware.ticket_config import TicketSettings, incomplete
from hal.ticket_printer import Bitmap, Ticket, TicketLine

pytestmark = pytest.mark.lab(45)

NINES = "nine hundred and ninety-nine"


def texts(found: Ticket) -> list[str]:
    return [found.title, *(line.text for line in (*found.lines, *found.below) if isinstance(line, TicketLine))]


def test_it_says_whose_it_is_of_what_when_and_for_how_much() -> None:
    assert texts(ticket()) == [
        "CASH-OUT TICKET", "兑现票据", "Harbour Casino", "1 Wharf Street", "",
        "Table 7, terminal 3", "Table 7，3 号机",
        "Issued 2026-11-18 20:15:31 AEDT", "出票时间 2026-11-18 20:15:31 AEDT",
        "No. 00-6429-1881-8544-6104", "",
        "AUD 1,234.56",
        "One thousand, two hundred and thirty-four Australian dollars and fifty-six cents",
        "澳大利亚元壹仟贰佰叁拾肆元伍角陆分", "", "",
        "Valid until 2026-12-18 20:15", "有效期至 2026-12-18 20:15",
        "Paid at the cash desk to whoever brings it.", "请持票到账房兑现。", "",
        "Help with gambling, free: 1800 000 000", "戒赌求助热线（免费）：1800 000 000",
    ]  # fmt: skip
    assert ticket().number == NUMBER


def test_a_reprint_says_that_it_is_one_in_both_languages() -> None:
    assert not any("REPRINT" in text or "重印" in text for text in texts(ticket()))
    for copy in (1, 2):
        said = texts(ticket(copy))
        assert f"REPRINT {copy}: paid once, with or without the first print" in said
        assert any(text.startswith(f"重印件（第 {copy} 次）") for text in said)


@pytest.mark.parametrize("dots", [576, 384])
@pytest.mark.parametrize("copy", [0, 1])
def test_it_fits_the_paper_and_its_barcode_is_read(dots: int, copy: int) -> None:
    found = ticket(copy, dots)
    image = page(found, dots)
    assert image.width == dots
    assert [code.text for code in zxingcpp.read_barcodes(image)] == [NUMBER]
    text = image.info["text"]
    assert text.count("00-6429-1881-8544-6104") == 2
    assert "AUD 1,234.56" in text.splitlines()
    assert max(len(line) for line in text.splitlines()) < dots // 12
    words = " ".join(text.split())
    assert "One thousand, two hundred and thirty-four Australian dollars and fifty-six cents" in words
    drawn = [line.picture for line in (*found.lines, *found.below) if isinstance(line, TicketLine) and line.picture]
    assert len(drawn) >= 7
    assert all(picture.width <= dots for picture in drawn)


def test_what_a_printer_has_no_letters_for_is_drawn_dot_by_dot() -> None:
    (title,) = [line for line in ticket().lines if isinstance(line, TicketLine) and line.text == "兑现票据"]
    picture = title.picture
    assert picture is not None
    job = encode(Ticket("", (title,)))
    across = (picture.width + 7) // 8
    bands = re.findall(b"\x1dv0\x00" + re.escape(bytes((across, 0))) + b"(.)\x00", job, re.DOTALL)
    assert sum(band[0] for band in bands) == picture.height
    assert len(bands) > 1
    assert picture.rows[: across * bands[0][0]] in job
    # Four characters side by side, each of which has ink, and white between them.
    columns = [
        "".join(f"{byte:08b}" for byte in picture.rows[row * across : (row + 1) * across])
        for row in range(picture.height)
    ]
    inked = [any(row[column] == "1" for row in columns) for column in range(picture.width)]
    quarters = [inked[place * picture.width // 4 : (place + 1) * picture.width // 4] for place in range(4)]
    assert all(sum(quarter) > 20 for quarter in quarters)
    assert not all(inked)
    with pytest.raises(ValueError, match="has not 3 bytes"):
        Bitmap(9, 2, b"123")


@pytest.mark.parametrize("language", languages())
def test_one_language_alone_is_a_setting(language: str) -> None:
    said = texts(ticket(settings=TicketSettings("Venue", (), "AUD", languages=(language,))))
    assert (language == "en") == ("CASH-OUT TICKET" in said)
    assert (language == "zh-Hans") == ("兑现票据" in said)
    assert (language == "zh-Hant") == ("兑現票據" in said)
    assert not (language == "en" and any(not text.isascii() for text in said))


def test_a_venue_with_letters_of_its_own_is_drawn_and_nothing_is_said_that_is_not_set() -> None:
    said = ticket(settings=TicketSettings("Café"))
    (venue,) = [line for line in said.lines if isinstance(line, TicketLine) and line.text == "Café"]
    assert venue.picture is not None
    assert "$ 1,234.56" in texts(said)
    issued = Issued(NUMBER, 5)
    plain = TicketPage(3, "Table 7", TicketSettings()).ticket(issued, 576)
    assert not any("Issued" in text or "Valid" in text for text in texts(plain))


# What is written otherwise in Hong Kong, of all that stands in the cases below.
TO_TRADITIONAL = str.maketrans("贰陆万亿亚镑欧马来", "貳陸萬億亞鎊歐馬來")


@pytest.mark.parametrize(
    ("number", "english", "chinese"),
    [
        (0, "zero", "零"),
        (7, "seven", "柒"),
        (10, "ten", "壹拾"),
        (19, "nineteen", "壹拾玖"),
        (20, "twenty", "贰拾"),
        (99, "ninety-nine", "玖拾玖"),
        (100, "one hundred", "壹佰"),
        (305, "three hundred and five", "叁佰零伍"),
        (1_000, "one thousand", "壹仟"),
        (1_010, "one thousand and ten", "壹仟零壹拾"),
        (1_100, "one thousand, one hundred", "壹仟壹佰"),
        (10_000, "ten thousand", "壹万"),
        (10_305, "ten thousand, three hundred and five", "壹万零叁佰零伍"),
        (
            12_345,
            "twelve thousand, three hundred and forty-five",
            "壹万贰仟叁佰肆拾伍",
        ),
        (100_001, "one hundred thousand and one", "壹拾万零壹"),
        (1_000_017, "one million and seventeen", "壹佰万零壹拾柒"),
        (100_000_000, "one hundred million", "壹亿"),
        (100_010_000, "one hundred million, ten thousand", "壹亿零壹万"),
        (
            999_999_999_999,
            f"{NINES} billion, {NINES} million, {NINES} thousand, {NINES}",
            "玖仟玖佰玖拾玖亿玖仟玖佰玖拾玖万玖仟玖佰玖拾玖",
        ),
    ],
)
def test_whole_numbers_in_words(number: int, english: str, chinese: str) -> None:
    assert english_number(number) == english
    assert chinese_number(number, SIMPLIFIED) == chinese
    assert chinese_number(number, TRADITIONAL) == chinese.translate(TO_TRADITIONAL)


@pytest.mark.parametrize(
    ("amount", "currency", "english", "chinese"),
    [
        (100_00, "AUD", "One hundred Australian dollars", "澳大利亚元壹佰元整"),
        (1_00, "GBP", "One pound sterling", "英镑壹元整"),
        (2_01, "GBP", "Two pounds sterling and one penny", "英镑贰元零壹分"),
        (12_50, "EUR", "Twelve euros and fifty cents", "欧元壹拾贰元伍角整"),
        (26_000_00, "HKD", "Twenty-six thousand Hong Kong dollars", "港元贰万陆仟元整"),
        (
            12_05,
            "SGD",
            "Twelve Singapore dollars and five cents",
            "新加坡元壹拾贰元零伍分",
        ),
        (5, "MYR", "Five sen", "马来西亚林吉特伍分"),
        (50, "HKD", "Fifty cents", "港元伍角整"),
        (0, "USD", "Zero US dollars", "美元零元整"),
    ],
)
def test_amounts_in_words(amount: int, currency: str, english: str, chinese: str) -> None:
    assert spelled(amount, currency, words_of("en")) == english
    assert spelled(amount, currency, words_of("zh-Hans")) == chinese
    assert spelled(amount, currency, words_of("zh-Hant")) == chinese.translate(TO_TRADITIONAL)


def spoken(figures: tuple[str, ...]) -> Words:
    return replace(words_of("en"), language="xx", figures=figures)


def test_an_amount_in_a_language_without_a_grammar_is_said_figure_by_figure() -> None:
    figures = ("nil", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
    assert spelled(120_05, "AUD", spoken(figures)) == "one-two-nil Australian dollars, nil-five cents"
    assert spelled(5_00, "MYR", spoken(figures)) == "five ringgit, nil-nil sen"
    assert spelled(120_05, "AUD", spoken(())) == "One hundred and twenty Australian dollars and five cents"


@pytest.mark.parametrize("language", languages())
def test_each_language_says_amounts_in_its_own_words(language: str) -> None:
    words = words_of(language)
    said = spelled(987_65, "AUD", words)
    assert not re.search("[0-9]", said)
    assert language == "en" or said != spelled(987_65, "AUD", words_of("en")), f"say `figures` in {language}.toml"


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"currency": "XYZ"}, "no currency 'XYZ'"),
        ({"zone": "Mars/Olympus"}, "no time zone 'Mars/Olympus' is known here"),
        ({"zone": "../../etc/passwd"}, "no time zone"),
        ({"zone": ""}, "no time zone"),
        ({"languages": ()}, "one at least"),
        ({"languages": ("en", "en")}, "each of them once"),
        ({"languages": ("xx",)}, "no language 'xx'"),
    ],
)
def test_settings_that_cannot_be(wrong: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        TicketSettings(**wrong)


def test_what_tickets_lack_is_warned_of() -> None:
    assert incomplete(None) == "ticket: tickets say no venue, no currency, no help: set it in [ticket]"
    assert incomplete(TicketSettings("V", currency="AUD")) == "ticket: tickets say no help: set it in [ticket]"
    assert incomplete(SETTINGS) == ""


@pytest.mark.parametrize("name", OF_PAPERS)
def test_the_papers_show_the_ticket_that_is_printed(name: str) -> None:
    assert not differs(of_papers(name), Image.open(PAPERS / name)), "look at what changed; `make pictures` keeps it"
