"""What screens say in each language: one word file per language, so a new language is a new file."""

import re
import tomllib
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from firmware.refusal import Refused
from firmware.zones import is_zone, zone_of
from hal.currency import SIGNS

FILES: Final = Path(__file__).with_name("words")
MINOR: Final = 100
# Earlier firmware took credits of 4,300 digits: those on record must not stop a screen.
MOST_SHOWN: Final = 2**63
# A day before the year 9999 ends, in milliseconds: no time zone's calendar goes further.
LAST_MS: Final = 253_402_214_400_000 - 1
# Word files are hundreds of lines like `key = "words"`: read as such, they take a quarter of the time.
_PART: Final = re.compile(r"^\[([a-z]+)\]$", re.MULTILINE)
_TEXT: Final = r'"(?:[^"\\\x00-\x1f\x7f]|\\["\\nt])*"'
_LIST: Final = rf"\[{_TEXT}(?:, {_TEXT})*\]"
_LINE: Final = re.compile(rf"^(?:([A-Za-z0-9_-]+)|({_TEXT})) = ({_TEXT}|{_LIST})$", re.MULTILINE)
_SAYS: Final = re.compile(r"^[ \t]*[^#\s]", re.MULTILINE)
# Refusals' values that name things, and the key for each kind.
_KEYS: Final = {
    "hand": "counts.{}",
    "place": "place.{}",
    "bet": "bet.{}.long",
    "kind": "kind.{}",
    "role": "role.{}",
}
# What bets are called: they come with files of data, and a screen goes by a bet's name rather than end where one of
# these is forgotten. tests/kit/test_words.py finds it.
_OF_BETS: Final = ("bet.", "help.", "side.", "ask.side.")


@cache
def languages() -> tuple[str, ...]:
    """Return the languages that there are."""
    names = (entry.name for entry in FILES.iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


def language_after(language: str) -> str:
    """Return the language after this one in the player's cycle."""
    known = languages()
    return known[(known.index(language) + 1) % len(known)]


@cache
def name_of(language: str) -> str:
    """Return what a language is called by those who read it.

    >>> name_of("zh-Hans")
    '中文'
    """
    # Without reading all its words: a terminal needs the name first.
    text = (FILES / f"{language}.toml").read_text(encoding="utf-8")
    named = re.search(r'^language = "(.+)"$', text, re.MULTILINE)
    assert named is not None, f"{language}.toml does not say its own name"
    return named[1]


class Words(Struct, frozen=True, eq=False):
    """The words of a language; `words_of` makes one object for each.

    `said`: by key. `books`: what rule books and faults say in English, by that.
    `figures`: the words of 0 to 9, for documents in a language whose numbers nobody has taught the firmware to say.
    `zone`: of the venue, whose time all its screens show; none: that of the machine.
    """

    language: str
    said: dict[str, str]
    books: dict[str, str]
    currency: str
    group: str
    decimal: str
    figures: tuple[str, ...] = ()
    zone: str = ""

    def __call__(self, key: str, /, **values: object) -> str:
        """Return what is said under a key."""
        said = self.said.get(key)
        if said is None:
            return _name_of_bet(key)
        return said.format(**values) if values else said

    def named(self, kind: str, name: str) -> str:
        """Return what a thing is called; its own name if only a newer board knows it."""
        return self.said.get(f"{kind}.{name}", name)

    def of_table(self, text: str) -> str:
        """Return a rule book's or fault's text in this language; unchanged if there is no translation."""
        return self.books.get(text, text)

    def refused(self, refusal: Refused) -> str:
        """Return why something was refused; its code if only a newer board knows the reason."""
        if f"refused.{refusal.code}" not in self.said:
            return self("refused.other", code=str(refusal.code))
        return self(
            f"refused.{refusal.code}", **{name: self._value(name, value) for name, value in refusal.values.items()}
        )

    def _value(self, name: str, value: int | str) -> str:
        """Return a number or name as readers of this language expect; its key says what it is."""
        if name == "amount":
            return self.money(int(value))
        if name == "table" and isinstance(value, int):
            # One without a name of its own; a name is said as it is.
            return self("hall.table", table=value)
        key = _KEYS.get(name, "").format(value)
        return self.said.get(key, str(value))

    def money(self, amount: int) -> str:
        """Return an amount, without cents if whole; a question mark if it is too long to show.

        >>> words_of("en").money(123_450_00), words_of("en").money(12_50)
        ('$123,450', '$12.50')
        """
        if abs(amount) > MOST_SHOWN:
            return f"{self.currency}?"
        whole, cents = divmod(abs(amount), MINOR)
        sign = "\u2212" if amount < 0 else ""
        grouped = f"{whole:,}".replace(",", self.group)
        return f"{sign}{self.currency}{grouped}" + (f"{self.decimal}{cents:02}" if cents else "")

    def time(self, at: int) -> str:
        """Return a time of day as the venue's clocks show it.

        >>> words_of("en", zone="Australia/Melbourne").time(1_795_176_300_000)
        '23:05'
        """
        return f"{self._there(at):%H:%M}"

    def date(self, at: int) -> str:
        """Return a date as people of this language write it.

        >>> words_of("en", zone="UTC").date(1_795_176_300_000), words_of("zh-Hans", zone="UTC").date(1_795_176_300_000)
        ('20 Nov 2026', '2026年11月20日')
        """
        there = self._there(at)
        month = self("date.months").split()[there.month - 1]
        return self("date", day=there.day, month=month, year=there.year)

    def moment(self, at: int) -> str:
        """Return a date and a time of it."""
        return f"{self.date(at)} {self.time(at)}"

    def _there(self, at: int) -> datetime:
        there = datetime.fromtimestamp(min(at, LAST_MS) // 1000, UTC)
        return there.astimezone(zone_of(self.zone) if self.zone else None)

    def brief(self, amount: int) -> str:
        """Return an amount as it stands on a chip.

        >>> words_of("en").brief(500_00), words_of("en").brief(25_000_00), words_of("en").brief(1_500_00)
        ('500', '25K', '1.5K')
        """
        whole = amount // MINOR
        if whole < 1000 or amount % MINOR:
            return f"{amount / MINOR:g}"
        return f"{whole / 1000:g}K"


def _name_of_bet(key: str) -> str:
    if not key.startswith(_OF_BETS):
        raise KeyError(key)
    return key.removesuffix(".long").rpartition(".")[2]


def read_words(text: str) -> dict[str, Any]:
    """Read a word file: as plain `key = "words"` lines if possible, otherwise as any TOML."""
    parts: dict[str, Any] = {}
    head, *pieces = _PART.split(text)
    for name, piece in zip(pieces[::2], pieces[1::2], strict=True):
        lines = _LINE.findall(piece)
        said = ",".join(f"{quoted or _quoted(bare)}:{value}" for bare, quoted, value in lines)
        parts[name] = msgspec.json.decode(f"{{{said}}}")
        if not len(lines) == len(parts[name]) == len(_SAYS.findall(piece)):
            return tomllib.loads(text)
    return tomllib.loads(text) if _SAYS.search(head) or 2 * len(parts) < len(pieces) else parts


def _quoted(bare: str) -> str:
    return f'"{bare}"'


@cache
def words_of(language: str, currency: str = "", zone: str = "") -> Words:
    """Return a language's words, with amounts in a currency; an unknown one is written as the file says.

    Times are in this zone, or in the machine's if the zone is unknown here.

    >>> words_of("en", "EUR").money(12_50), words_of("en", "AUD").money(12_50)
    ('€12.50', '$12.50')
    """
    if zone:
        return replace(words_of(language, currency), zone=zone if is_zone(zone) else "")
    if currency in SIGNS:
        return replace(words_of(language), currency=SIGNS[currency])
    read = read_words((FILES / f"{language}.toml").read_text(encoding="utf-8"))
    amounts = read["amounts"]
    figures = tuple(amounts.pop("figures", ()))
    return Words(language, read["words"], read.get("books", {}), **amounts, figures=figures)
