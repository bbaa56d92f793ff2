"""What a Bee-Tek shoe says: plain text without a check, so that a damaged byte can go unseen. It is told nothing."""

import re
from typing import Final

from msgspec import Struct

from hal.cards import Card

LONGEST: Final = 96
_SAID: Final = re.compile(rb"\[([A-Za-z |]{1,32})\]<([^\[\]<>]{0,48})>|<(W0x[0-9A-F]{2})>")
_CARD: Final = re.compile(r"Card:([A2-9TJQK]|10)([SHDC])")
_ALARM: Final = re.compile(r"Alarm:(\w+) (.+)")
BURN: Final = "Manual Burn Cards"


class CardSeen(Struct, frozen=True):
    """A card left the shoe, in a game or as a burn."""

    card: Card
    burn: bool


class FailedRead(Struct, frozen=True):
    """A card left that could not be read."""


class Alarm(Struct, frozen=True):
    """The shoe's alarm: its code, and its words."""

    code: str
    text: str


class Warned(Struct, frozen=True):
    """The shoe warns, by a number."""

    code: str


Said = CardSeen | FailedRead | Alarm | Warned


class Reader:
    """Turns what comes in into what the shoe said."""

    def __init__(self) -> None:
        self._buffer = b""

    @property
    def held(self) -> int:
        """How many bytes of an unfinished message are kept."""
        return len(self._buffer)

    def feed(self, data: bytes) -> list[Said]:
        """Take what came in, and return what was said."""
        self._buffer += data
        said: list[Said] = []
        end = 0
        for match in _SAID.finditer(self._buffer):
            end = match.end()
            meant = Warned(match[3].decode()) if match[3] else _meaning(match[1].decode(), match[2])
            if meant is not None:
                said.append(meant)
        self._buffer = self._buffer[end:][-LONGEST:]
        return said


def _meaning(mode: str, raw: bytes) -> Said | None:
    text = raw.decode("ascii", "replace").strip()
    if card := _CARD.fullmatch(text):
        return CardSeen(Card(card[1].replace("10", "T") + card[2]), burn=mode == BURN)
    if text == "Game":
        return FailedRead()
    alarm = _ALARM.fullmatch(text)
    return Alarm(alarm[1], alarm[2]) if alarm else None


def say(said: Said) -> bytes:
    """Return what the shoe sends to say something."""
    match said:
        case CardSeen(card, burn):
            return f" [{BURN if burn else 'Game'}]<Card:{card}> ".encode()
        case FailedRead():
            return b" [Game]<Game> "
        case Alarm(code, text):
            return f" [Game|GameAlarm]<Alarm:{code} {text}> ".encode()
        case Warned(code):
            return f"<{code}>".encode()
