"""What the reports of an Angel Eye mean: to the vocabulary of all shoes."""

from collections.abc import Callable
from typing import Final, Literal

from drivers.angel_eye.protocol import Report, read_card_code
from hal.device import DeviceEvent
from hal.shoe import CutCard, ForeignCode, Hand, PresetChanged, ShoeBurn, ShoeCard, ShoeLocked, ShoeResult, ShoeState

ERRORS: Final = {
    1: "unreadable", 2: "overdraw", 3: "button", 4: "reverse_exit", 5: "reverse_midway", 6: "card_code", 7: "timeout",
}  # fmt: skip
_HANDS: Final[dict[int, Hand]] = {0: "player", 1: "banker"}
_BURN, _FIRST_CARD, _BURN_COUNT = 2, 4, 5
_WINNERS: Final[dict[int, Literal["player", "banker", "tie"] | None]] = {1: "player", 2: "tie", 4: "banker", 7: None}


class ErrorReport(DeviceEvent, frozen=True):
    """The shoe went into error, or (cleared) left it."""

    code: int
    cleared: bool


def _card(report: Report) -> DeviceEvent | None:
    if len(report.data) != 2 or not report.data[0] & 0x80:
        return None
    where, place = report.data[0] >> 4 & 7, report.data[0] & 15
    card = read_card_code(report.data[1])
    if card is None:
        return ForeignCode(f"{report.data[1]:02X}")
    if where in (_BURN, _FIRST_CARD, _BURN_COUNT):
        return ShoeBurn(card, counts=where == _FIRST_CARD)
    hand = _HANDS.get(where)
    return None if hand is None else ShoeCard(card, hand, place, carried=report.kind == "R")


def _card_outside(report: Report) -> DeviceEvent | None:
    if len(report.data) != 2:
        return None
    card = read_card_code(report.data[1])
    return ForeignCode(f"{report.data[1]:02X}") if card is None else ShoeCard(card, outside=True)


def _result(report: Report) -> DeviceEvent | None:
    if len(report.data) != 1 or not report.data[0] & 0x80 or (report.data[0] >> 4 & 7) not in _WINNERS:
        return None
    byte = report.data[0]
    return ShoeResult(_WINNERS[byte >> 4 & 7], player_pair=bool(byte & 1), banker_pair=bool(byte & 2))


def _error(report: Report) -> DeviceEvent | None:
    if len(report.data) != 1 or (report.data[0] & 0x3F) not in ERRORS:
        return None
    return ErrorReport(report.data[0] & 0x3F, cleared=report.kind == "e")


def _locked(report: Report) -> DeviceEvent | None:
    return ShoeLocked(bool(report.data[0] & 1)) if len(report.data) == 1 else None


def _preset(report: Report) -> DeviceEvent | None:
    """Two characters name the preset, four are its value."""
    text = report.data.decode("ascii", "replace")
    return PresetChanged(text[:2], text[2:]) if len(text) == 6 else None


_READERS: Final[dict[str, Callable[[Report], DeviceEvent | None]]] = {
    "S": lambda _: ShoeState("start"),
    "P": lambda _: ShoeState("standby"),
    "D": _card,
    "R": _card,
    "d": _card_outside,
    "G": _result,
    "E": _error,
    "e": _error,
    "L": _locked,
    "C": lambda _: CutCard(),
    "M": _preset,
}


def meaning(report: Report) -> DeviceEvent | None:
    """Return what a report means; None for bytes that mean nothing."""
    reader = _READERS.get(report.kind)
    return None if reader is None else reader(report)
