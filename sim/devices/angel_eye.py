"""A simulated Angel Eye II-EX."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from drivers.angel_eye import protocol as p
from drivers.angel_eye.reports import ERRORS
from drivers.framing import Scanner, xor
from hal.cards import Card, read_card
from sim.devices.model import Command, Model, NoCommand, Tell
from sim.devices.simulation import NoSettings, Simulation

BOOT_S: Final = 0.3
HANDS: Final = {"player": 0, "banker": 1}
WINNERS: Final = {"player": 1, "tie": 2, "banker": 4, "none": 7}
CODES: Final = {kind: code for code, kind in ERRORS.items()}
IN_ERROR: Final = 0x40


def _measure(data: bytearray, at: int) -> int | None:
    """Find what a host says: STX, text, ETX, two digits."""
    end = data.find(p.ETX, at, at + p.LONGEST)
    if end < 0:
        return None if len(data) < at + p.LONGEST else 0
    return None if len(data) < end + 3 else end + 3 - at


class AngelEyeModel(Model):
    """The shoe. `count_stx`: whether it wants the STX in the host's check."""

    def __init__(self, tell: Tell = lambda _: None, *, count_stx: bool = True) -> None:
        super().__init__(tell)
        self.locked = False
        self._count_stx = count_stx
        self._error = 0
        self._overdrawn: list[Card] = []
        self._sequence = 0
        self._scanner = Scanner(_measure, bytes((p.STX,)), p.LONGEST)
        self._booting = False

    def report(self, kind: str, data: bytes = b"") -> None:
        """Say something, three times."""
        self._sequence = (self._sequence + 1) % 10
        self.send(p.telegram(p.Report(self._sequence, kind, data)) * p.COPIES)

    def powered(self) -> None:
        """It starts anew, unlocked, and says so; what was over-drawn it has forgotten."""
        self._booting = True
        self._error, self._sequence, self.locked, self._overdrawn = 0, 0, False, []
        if self.on:
            self.after(BOOT_S, "boot", self._booted)

    def _booted(self) -> None:
        self._booting = False
        self.report("S")

    # What the host says.

    def received(self, data: bytes) -> None:
        """Take orders; what is wrong about them is answered with its code."""
        for frame in self._scanner.feed(data):
            if not self._booting:
                self._ordered(frame)

    def _ordered(self, frame: bytes) -> None:
        check = xor(frame[:-2] if self._count_stx else frame[1:-2])
        if frame[-2:] != b"%02X" % check:
            self._refuse(0x02)
        elif frame[1:3] != b"OP":
            self._not_known(frame, 0x13)
        elif len(frame) != 10:
            self._not_known(frame, 0x11)
        elif frame[3:7] not in self._ORDERS:
            self._not_known(frame, 0x14 if frame[3:5] not in (b"LK", b"EC", b"GP") else 0x11)
        else:
            self.send(bytes((p.ACK,)))
            self._ORDERS[frame[3:7]](self)

    def _not_known(self, frame: bytes, code: int) -> None:
        self.unknown(frame)
        self._refuse(code)

    def _refuse(self, code: int) -> None:
        self.send(bytes((p.NAK,)) + b"%02X" % code)

    def _lock(self, *, locked: bool) -> None:
        self.locked = locked
        self.tell({"event": "state", "locked": locked})
        self.report("L", bytes((0x80 | locked,)))

    def _clear(self) -> None:
        if self._error:
            code, self._error = self._error, 0
            self.report("e", bytes((0x80 | code,)))

    def _standby(self) -> None:
        self.report("P")
        waiting, self._overdrawn = self._overdrawn, []
        for place, card in enumerate(waiting, 1):
            self.report("R", bytes((0x80 | min(place, 15), p.card_code(card))))

    _ORDERS: Final[dict[bytes, Callable[["AngelEyeModel"], None]]] = {
        p.LOCK: lambda self: self._lock(locked=True),
        p.UNLOCK: lambda self: self._lock(locked=False),
        p.CLEAR_ERROR: _clear,
        p.CONFIRM_GAME: _standby,
    }

    # What happens to it.

    def commands(self) -> Mapping[str, tuple[str, Command]]:
        """Return what can be done to it."""
        return {
            "card": ("card CARD player|banker 1|2|3", self._card),
            "burn": ("burn CARD", self._burn),
            "cut": ("cut", partial(self._say, "C")),
            "unreadable": ("unreadable", self._unreadable),
            "overdraw": ("overdraw CARD", self._overdraw),
            "fault": (f"fault {'|'.join(CODES)}", self._fail),
            "clear": ("clear", lambda _: self._clear()),
            "result": ("result player|banker|tie|none [player-pair] [banker-pair]", self._result),
            "standby": ("standby", lambda _: self._standby()),
            "preset": ("preset NN VVVV", self._preset),
            "lose": ("lose REPORTS", self._lose),
            **super().commands(),
        }

    @property
    def reads(self) -> bool:
        """Whether it reads what leaves it: it has power, and has begun."""
        return self.on and not self._booting

    def draw(self, card: Card, hand: str, position: int) -> None:
        """A card is drawn; outside a game it is reported as such, and without power not at all."""
        if not self.reads:
            return
        if self.locked or self._error:
            self.report("d", bytes((0x80 | (0x10 if self._error else 0), p.card_code(card))))
        else:
            self.report("D", bytes((0x80 | HANDS[hand] << 4 | position, p.card_code(card))))

    def _card(self, words: list[str]) -> None:
        if len(words) != 3 or words[1] not in HANDS or words[2] not in ("1", "2", "3"):
            raise NoCommand("card reads `card 7C player 1`")
        self.draw(_read(words[0]), words[1], int(words[2]))

    def _burn(self, words: list[str]) -> None:
        (card,) = _one(words, "burn CARD")
        self.report("D", bytes((0xA0, p.card_code(_read(card)))))

    def _say(self, kind: str, _: list[str]) -> None:
        self.report(kind)

    def _unreadable(self, _: list[str]) -> None:
        self._fail(["unreadable"])

    def _overdraw(self, words: list[str]) -> None:
        (card,) = _one(words, "overdraw CARD")
        self._overdrawn.append(_read(card))
        self._fail(["overdraw"])

    def _fail(self, words: list[str]) -> None:
        (kind,) = _one(words, "fault KIND")
        if kind not in CODES:
            raise NoCommand(f"the shoe has no fault {kind!r}; it has {', '.join(CODES)}")
        self._error = CODES[kind]
        self.report("E", bytes((0x80 | IN_ERROR | self._error,)))

    def _result(self, words: list[str]) -> None:
        pairs = words[1:]
        if not words or words[0] not in WINNERS or not set(pairs) <= {"player-pair", "banker-pair"}:
            raise NoCommand("result reads `result player|banker|tie|none [player-pair] [banker-pair]`")
        bits = ("player-pair" in pairs) | ("banker-pair" in pairs) << 1
        self.report("G", bytes((0x80 | WINNERS[words[0]] << 4 | bits,)))

    def _preset(self, words: list[str]) -> None:
        if [len(word) for word in words] != [2, 4] or not "".join(words).isascii():
            raise NoCommand("preset reads `preset 01 0203`")
        self.report("M", "".join(words).encode())

    def _lose(self, words: list[str]) -> None:
        (count,) = _one(words, "lose REPORTS")
        if not count.isdecimal():
            raise NoCommand("lose reads `lose 1`: how many reports get lost")
        self._sequence = (self._sequence + int(count)) % 10


def _one(words: list[str], form: str) -> list[str]:
    if len(words) != 1:
        raise NoCommand(f"this reads `{form}`")
    return words


def _read(text: str) -> Card:
    try:
        return read_card(text.upper())
    except ValueError as error:
        raise NoCommand(str(error)) from None


def _new(tell: Tell, _: NoSettings) -> AngelEyeModel:
    return AngelEyeModel(tell)


MODEL: Final = Simulation(_new, NoSettings)
