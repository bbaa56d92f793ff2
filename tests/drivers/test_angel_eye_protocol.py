import pytest
from frames import in_pieces, stands, survives_bit_flips

from drivers.angel_eye import protocol as p
from drivers.angel_eye.reports import ErrorReport, meaning
from hal.cards import DECK, Card
from hal.shoe import CutCard, ForeignCode, PresetChanged, ShoeBurn, ShoeCard, ShoeLocked, ShoeResult, ShoeState

# The frames of wire-protocols.md whose checks were recomputed there.
GOLDEN = {
    "05 31 44 81 B8 03 34 46": ShoeCard(Card("8S"), "player", 1),
    "05 37 44 91 A5 03 34 34": ShoeCard(Card("5C"), "banker", 1),
    "05 32 47 91 03 45 37": ShoeResult("player", player_pair=True),
    "05 33 43 03 37 33": CutCard(),
    "05 34 45 C1 03 42 33": ErrorReport(1, cleared=False),
    "05 35 4C 81 03 46 42": ShoeLocked(locked=True),
    "05 31 53 03 36 31": ShoeState("start"),
    "05 32 50 03 36 31": ShoeState("standby"),
}


def wire(text: str) -> bytes:
    return bytes.fromhex(text)


@pytest.mark.parametrize("text", GOLDEN)
def test_golden_telegrams_mean_what_the_page_says(text: str) -> None:
    (report,) = p.Reader().feed(wire(text))
    assert isinstance(report, p.Report)
    assert meaning(report) == GOLDEN[text]
    assert p.telegram(report) == wire(text)


@pytest.mark.parametrize("text", GOLDEN)
def test_telegrams_stand_junk_and_flips(text: str) -> None:
    (report,) = p.Reader().feed(wire(text))
    # Without the bytes that are frames of themselves: ACK, and NAK with a code.
    junk = bytes(byte for byte in range(256) if byte not in (0x06, 0x15))
    stands_amid(wire(text), report, junk)
    later = p.Report((report.sequence + 1) % 10, "C")
    last = p.Report((report.sequence + 2) % 10, "P")
    after = [(p.telegram(later), later), (p.telegram(last), last)]
    survives_bit_flips(FlipReader, wire(text), report, after)


class FlipReader(p.Reader):
    """Leaves out the gap that a lost telegram leaves, which is right to be told."""

    def feed(self, data: bytes) -> list[p.Said]:
        return [said for said in super().feed(data) if not isinstance(said, p.Gap)]


def stands_amid(frame: bytes, report: p.Report, junk: bytes) -> None:
    assert in_pieces(p.Reader(), junk + frame)[-1:] == [report]
    assert p.Reader().feed(frame + junk) == [report]


def test_orders_are_as_published() -> None:
    assert p.order(p.LOCK) == wire("02 4F 50 4C 4B 30 32 03 31 42")
    assert p.order(p.LOCK, count_stx=False) == wire("02 4F 50 4C 4B 30 32 03 31 39")


@pytest.mark.parametrize("answer", ["06", "15 30 32", "15 02", "15 46 46", "15 FF", "15 32 31"])
def test_answers_stand(answer: str) -> None:
    said = {
        "06": p.Obeyed(), "15 30 32": p.NotObeyed(2), "15 02": p.NotObeyed(2), "15 46 46": p.NotObeyed(0xFF),
        "15 FF": p.NotObeyed(0xFF), "15 32 31": p.NotObeyed(0x21),
    }[answer]  # fmt: skip
    stands(p.Reader, wire(answer), said, junk=b"\x00\x7f")


def report(sequence: int, kind: str = "C", data: bytes = b"") -> bytes:
    return p.telegram(p.Report(sequence, kind, data))


def test_of_three_copies_one_is_reported_although_two_are_damaged() -> None:
    good = report(1, "D", b"\x81\xb8")
    bad = good[:3] + b"\x82" + good[4:]
    for copies in (good * 3, bad + bad + good, good + bad + bad, bad + good + good):
        assert p.Reader().feed(copies) == [p.Report(1, "D", b"\x81\xb8")]


# 'D' and 'd' differ in one bit, and so do these two checks: the byte of the check agrees with either.
CARD, DAMAGED = "05 35 44 91 A5 03 34 36", "05 35 64 91 A5 03 36 36"


def test_a_damaged_copy_that_its_check_agrees_with_is_no_report_of_its_own() -> None:
    card, damaged = wire(CARD), wire(DAMAGED)
    (said,) = p.Reader().feed(card)
    assert p.Reader().feed(damaged), "its check agrees with it"
    # Found by a soak: the number is the last one's, so that it can be nothing else than its copy.
    assert p.Reader().feed(card + card + damaged) == [said]


# '5' and '7' differ in one bit, and so do the two checks.
RENUMBERED = "05 37 44 91 A5 03 34 34"


@pytest.mark.parametrize("copies", [(0, 1, 0), (0, 0, 1), (0, 1), (1, 0, 0), (1, 0), (1, 1, 0)])
def test_a_copy_whose_number_alone_is_damaged_is_no_report_of_its_own(copies: tuple[int, ...]) -> None:
    # Found by a soak: the same card was put on record twice.
    reader = p.Reader()
    reader.feed(report(4, "P") * 3)
    said = reader.feed(b"".join((wire(CARD), wire(RENUMBERED))[which] for which in copies))
    numbers = 5, 7
    card = p.Report(numbers[copies[0]], "D", b"\x91\xa5")
    assert said == ([p.Gap(5, 7), card] if copies[0] else [card])
    # What was counted on from is what follows the one before.
    assert reader.feed(report(6, "P") * 3) == [p.Report(6, "P")]


def test_a_copy_damaged_in_number_and_words_is_no_report_of_its_own() -> None:
    # Found by a soak: two bits at the same place of two bytes, which the check does not see.
    reader = p.Reader()
    reader.feed(report(1, "D", b"\x91\x99") * 3)
    said = reader.feed(wire("05 32 44 82 CA 43 33 44  05 32 44 82 CA 03 33 44  05 30 44 80 CA 03 33 44"))
    assert said == [
        p.Report(2, "D", b"\x82\xca"),
        p.Differing(p.Report(2, "D", b"\x82\xca"), p.Report(0, "D", b"\x80\xca")),
    ]
    assert reader.feed(report(3, "L", b"\x81") * 3) == [p.Report(3, "L", b"\x81")]


def test_the_same_words_under_the_next_number_are_another_report_although_copies_were_lost() -> None:
    reader = p.Reader()
    said = reader.feed(report(5, "L", b"\x81") + report(6, "L", b"\x81") * 3)
    assert said == [p.Report(5, "L", b"\x81"), p.Report(6, "L", b"\x81")]
    assert reader.feed(report(7) * 3) == [p.Report(7, "C")]


@pytest.mark.parametrize("copies", [(0, 1), (0, 1, 0), (0, 1, 1), (1, 0), (1, 0, 0)])
def test_copies_that_differ_are_told_of_once(copies: tuple[int, ...]) -> None:
    reports = p.Report(5, "D", b"\x91\xa5"), p.Report(5, "d", b"\x91\xa5")
    said = p.Reader().feed(b"".join((wire(CARD), wire(DAMAGED))[which] for which in copies))
    assert said == [reports[copies[0]], p.Differing(reports[copies[0]], reports[copies[1]])]


def test_the_same_again_after_its_three_copies_is_another_report() -> None:
    assert len(p.Reader().feed(report(1, "S") * 6)) == 2


def test_a_number_that_is_missing_is_a_gap() -> None:
    reader = p.Reader()
    reader.feed(report(3) * 3)
    assert reader.feed(report(5) * 3) == [p.Gap(4, 5), p.Report(5, "C")]
    assert reader.feed(report(6) * 3) == [p.Report(6, "C")]


def test_numbers_may_go_round_to_0_or_to_1() -> None:
    for numbers in ([8, 9, 0, 1], [8, 9, 1, 2]):
        heard = p.Reader().feed(b"".join(report(number) * 3 for number in numbers))
        assert heard == [p.Report(number, "C") for number in numbers]
    zero_seen = p.Reader().feed(b"".join(report(number) * 3 for number in (0, *range(1, 10), 1)))
    assert p.Gap(0, 1) in zero_seen


def test_a_shoe_that_starts_counts_from_where_it_likes() -> None:
    reader = p.Reader()
    reader.feed(report(7))
    assert reader.feed(report(1, "S")) == [p.Report(1, "S")]


def test_every_card_has_its_code() -> None:
    assert {p.read_card_code(p.card_code(card)) for card in DECK} == set(DECK)
    # Bits 6-4 the suit, bits 3-0 the rank: spades 3, eight 8; clubs 2, five 5; hearts 4, king 13.
    assert [p.card_code(Card(code)) for code in ("8S", "5C", "KH", "AD")] == [0xB8, 0xA5, 0xCD, 0x91]


@pytest.mark.parametrize(
    ("kind", "data", "meant"),
    [
        ("d", b"\x80\xb8", ShoeCard(Card("8S"), outside=True)),
        ("R", b"\x81\xb8", ShoeCard(Card("8S"), "player", 1, carried=True)),
        ("D", b"\xa0\xb8", ShoeBurn(Card("8S"))),
        ("D", b"\xc0\xb8", ShoeBurn(Card("8S"), counts=True)),
        ("D", b"\xd0\xb8", ShoeBurn(Card("8S"))),
        ("D", b"\x93\xb8", ShoeCard(Card("8S"), "banker", 3)),
        ("D", b"\x81\x80", ForeignCode("80")),
        ("D", b"\x81\xbe", ForeignCode("BE")),
        ("d", b"\x80\xde", ForeignCode("DE")),
        ("G", b"\xa0", ShoeResult("tie")),
        ("G", b"\xc2", ShoeResult("banker", banker_pair=True)),
        ("G", b"\xa3", ShoeResult("tie", player_pair=True, banker_pair=True)),
        ("G", b"\xf0", ShoeResult(None)),
        ("E", b"\xc7", ErrorReport(7, cleared=False)),
        ("e", b"\x82", ErrorReport(2, cleared=True)),
        ("L", b"\x80", ShoeLocked(locked=False)),
        ("M", b"010203", PresetChanged("01", "0203")),
        ("M", b"01", None),
        ("D", b"\x81", None),
        ("D", b"\x01\xb8", None),
        ("D", b"\xb1\xb8", None),
        ("G", b"\xb0", None),
        ("E", b"\xc9", None),
        ("d", b"", None),
        ("L", b"", None),
    ],
)
def test_reports_and_their_meaning(kind: str, data: bytes, meant: object) -> None:
    assert meaning(p.Report(1, kind, data)) == meant
