"""Amounts in words, as on documents: unlike figures, they cannot be altered unseen."""

from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple

from firmware.kit.words import MINOR, Words, words_of

_SMALL: Final = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS: Final = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_GROUPS: Final = ("", " thousand", " million", " billion", " trillion", " quadrillion")
_PLACES: Final = ("", "拾", "佰", "仟")


class Hanzi(NamedTuple):
    """The characters used on cheques: no stroke turns one into another."""

    figures: str
    myriads: tuple[str, ...]


SIMPLIFIED: Final = Hanzi("零壹贰叁肆伍陆柒捌玖", ("", "万", "亿", "万亿", "亿亿"))
TRADITIONAL: Final = Hanzi("零壹貳叁肆伍陸柒捌玖", ("", "萬", "億", "萬億", "億億"))


def spelled(amount: int, currency: str, words: Words) -> str:
    """Return an amount of a currency in words.

    >>> from firmware.kit.words import words_of
    >>> spelled(121_05, "AUD", words_of("en"))
    'One hundred and twenty-one Australian dollars and five cents'
    """
    return _SPELLERS.get(words.language, _by_figures)(amount, currency, words)


def english_number(number: int) -> str:
    """Return a whole number in English.

    >>> english_number(1_000_017)
    'one million and seventeen'
    """
    if number < 1000:
        return _hundreds(number)
    parts, place = [], 0
    first, rest = number, number % 1000
    while first >= 1000:
        first //= 1000
        place += 1
        if first % 1000:
            parts.append(_hundreds(first % 1000) + _GROUPS[place])
    named = ", ".join(reversed(parts))
    if not rest:
        return named
    return f"{named}{', ' if rest >= 100 else ' and '}{_hundreds(rest)}"


def _hundreds(number: int) -> str:
    hundreds, rest = divmod(number, 100)
    if not hundreds:
        return _tens(rest)
    named = f"{_SMALL[hundreds]} hundred"
    return f"{named} and {_tens(rest)}" if rest else named


def _tens(number: int) -> str:
    if number < len(_SMALL):
        return _SMALL[number]
    tens, ones = divmod(number, 10)
    return _TENS[tens - 2] + (f"-{_SMALL[ones]}" if ones else "")


def chinese_number(number: int, hanzi: Hanzi) -> str:
    """Return a whole number in the figures of Chinese documents.

    >>> chinese_number(10_305, SIMPLIFIED), chinese_number(10_305, TRADITIONAL)
    ('壹万零叁佰零伍', '壹萬零叁佰零伍')
    """
    if not number:
        return hanzi.figures[0]
    said, skipped = "", False
    for place in range(len(hanzi.myriads) - 1, -1, -1):
        group = number // 10_000**place % 10_000
        if not group:
            skipped = bool(said)
            continue
        if said and (skipped or group < 1000):
            said += hanzi.figures[0]
        said += _myriad(group, hanzi.figures) + hanzi.myriads[place]
        skipped = False
    return said


def _myriad(number: int, figures: str) -> str:
    said, skipped = "", False
    for place in range(3, -1, -1):
        figure = number // 10**place % 10
        if not figure:
            skipped = bool(said)
            continue
        said += (figures[0] if skipped else "") + figures[figure] + _PLACES[place]
        skipped = False
    return said


def _english(amount: int, currency: str, words: Words) -> str:
    units, minor = divmod(amount, MINOR)
    said = [_counted(units, f"currency.{currency}", words)] if units or not minor else []
    said += [_counted(minor, f"currency.{currency}.minor", words)] if minor else []
    text = " and ".join(said)
    return text[0].upper() + text[1:]


def _counted(number: int, key: str, words: Words) -> str:
    return f"{english_number(number)} {words(key if number == 1 else f'{key}.many')}"


def _chinese(hanzi: Hanzi, amount: int, currency: str, words: Words) -> str:
    units, minor = divmod(amount, MINOR)
    tenths, hundredths = divmod(minor, 10)
    said = words(f"currency.{currency}") + (f"{chinese_number(units, hanzi)}元" if units or not minor else "")
    if not minor:
        return f"{said}整"
    said += f"{hanzi.figures[tenths]}角" if tenths else hanzi.figures[0] if units else ""
    return said + (f"{hanzi.figures[hundredths]}分" if hundredths else "整")


def _by_figures(amount: int, currency: str, words: Words) -> str:
    """Say each figure in a language whose grammar is unknown here; in English if it has no words for figures."""
    if not words.figures:
        return _english(amount, currency, words_of("en"))
    units, minor = divmod(amount, MINOR)
    parts = ((units, f"currency.{currency}", 1), (minor, f"currency.{currency}.minor", 2))
    return ", ".join(
        f"{'-'.join(words.figures[int(figure)] for figure in f'{number:0{least}}')} {words(f'{key}.many')}"
        for number, key, least in parts
    )


_SPELLERS: Final[dict[str, Callable[[int, str, Words], str]]] = {
    "en": _english,
    "zh-Hans": partial(_chinese, SIMPLIFIED),
    "zh-Hant": partial(_chinese, TRADITIONAL),
}
