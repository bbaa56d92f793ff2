"""A terminal's certificate in a stranger's hands: what it says to the table, and what must not come of it."""

import asyncio
import json
import random
import re
from collections import deque
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from firmware.link.bounds import CONTROL
from firmware.table.core.service import Happened
from firmware.table.core.stopped import TableStopped
from firmware.table.features.buying_in import BoughtIn
from firmware.table.features.devices import DeviceReported, ReportDevice
from firmware.table.features.note_doubts import NoteDoubted
from firmware.table.features.tickets import TicketReported
from sim.siege.mutation import ABSURD, FORGED_TEXTS, LIFE, TICKET, encoded, honest, in_order, mutated
from sim.soak.promises import HeardNetwork
from sim.whole_table import WholeTable

if TYPE_CHECKING:
    from sim.soak.faults import Faults

_HIDDEN: Final = re.compile(f"[{CONTROL}]")
# How often it speaks while it does not flood, and how much it says at once when it does.
PACE_S: Final = 0.2
FLOOD: Final = 400
# What it floods with: what comes first and second changes something each time, where the table lets it.
_FAULT: Final = {"ask": "tell-fault", "device": "note_acceptor", "detail": "x" * 100}
_CALL: Final = {"ask": "tell-fault", "device": "attendant", "detail": ""}
_WAGER: Final = {"ask": "wager", "bet": "player"}
FLOODS: Final[tuple[tuple[dict[str, Any], ...], ...]] = (
    ({**_FAULT, "what": "fault failure"}, {**_FAULT, "what": "cleared failure"}),
    ({**_CALL, "what": "called"}, {**_CALL, "what": "call taken back"}),
    ({**_WAGER, "amount": 500}, {**_WAGER, "amount": 0}),
    ({"ask": "snapshot"},),
    ({"ask": "tell-ticket", "ticket": TICKET, "fate": "failed", "why": "x" * 100},),
)
# So many rows a minute it may have the table write, by what its quota says and what the table says of it.
MOST_ROWS: Final = 90
MINUTE_MS: Final = 60_000
# So many other commands are carried out while a terminal is away.
COMMANDS: Final = 20_000
FEW: Final = 200
TOGETHER: Final = 20
# Under so few numbers a stranger tells of notes again and again.
USED: Final = 20


class Stranger:
    """Somebody with the certificate of the table's last terminal, at which nobody sits. `wrong`: what came of it."""

    def __init__(self, table: WholeTable, chance: random.Random) -> None:
        self.wrong: list[str] = []
        self.ats: Final = table.setup.ats
        self._device = f"ats-{table.setup.ats}"
        self._table = table
        self._chance = chance
        self._asked = 0
        self._credited: set[tuple[str, int]] = set()
        self._rows: deque[int] = deque()

    @property
    def _network(self) -> HeardNetwork:
        network = self._table.network
        assert isinstance(network, HeardNetwork)
        return network

    def say(self, data: bytes, *, to_itself: bool = True) -> None:
        """Send the table something; its answer is wanted here, or elsewhere."""
        come = self._network.come
        if come is not None and self._network.hears(self._device):
            come(self._device, data, _unheard if to_itself else None)

    def ask(self, what: dict[str, Any], number: str = "", *, to_itself: bool = True) -> None:
        """Ask for something that is in order by its form."""
        self._asked += 1
        number = number or f"at {self._asked}"
        self.say(encoded(in_order(what, number, self._table.service.now_ms() + 1000)), to_itself=to_itself)

    def happened(self, happened: Happened) -> None:
        """Hold what has happened against what a stranger may bring about."""
        notes = happened.state.setup.notes
        for event in happened.events:
            if isinstance(event, BoughtIn) and event.ats == self.ats and event.by == "note":
                if notes is None or event.amount not in notes.values:
                    self.wrong.append(f"a stranger was credited {event.amount}, which is no note of this table")
                if (event.life, event.note) in self._credited:
                    self.wrong.append(f"a stranger was credited twice for note {event.note}")
                self._credited.add((event.life, event.note))
            text = _text(event)
            if _HIDDEN.search(text):
                self.wrong.append(f"on record is a text that forges lines: {text!r}")
            if isinstance(event, DeviceReported) and event.device.startswith(f"{self._device} "):
                self._rows.append(happened.at)
        while self._rows and self._rows[0] < happened.at - MINUTE_MS:
            self._rows.popleft()
        if len(self._rows) > MOST_ROWS:
            self.wrong.append(f"a stranger had the table write {len(self._rows)} rows within a minute")

    # What it does.

    async def any_request(self, seconds: float) -> None:
        """Say all sorts of things that no honest board says, and some that one might."""
        for _ in range(round(seconds / PACE_S)):
            self._asked += 1
            number, until = f"at {self._asked}", self._table.service.now_ms() + 1000
            if self._chance.random() < 0.4:
                self.say(encoded(honest(self._chance, number, until)))
            else:
                self.say(mutated(self._chance, number, until)[1])
            await asyncio.sleep(PACE_S)

    async def absurd(self, seconds: float) -> None:
        """Tell of notes that nobody ever printed, and wager what nobody has."""
        for _ in range(round(seconds / PACE_S)):
            amount = self._chance.choice(ABSURD)
            note, currency = self._chance.randrange(1, 999), self._chance.choice(("USD", "KRW", ""))
            both = {"note": note, "amount": amount, "currency": currency}
            self.ask(
                self._chance.choice(
                    (
                        {"ask": "credit-note", **both},
                        {"ask": "doubt-note", **both, "why": "absurd"},
                        {"ask": "wager", "bet": "player", "amount": amount},
                    )
                )
            )
            await asyncio.sleep(PACE_S * 5)

    async def flood(self, seconds: float) -> None:
        """Say the same two things, as fast as anybody can."""
        both = self._chance.choice(FLOODS)
        for _ in range(round(seconds)):
            for place in range(FLOOD):
                self.ask(both[place % len(both)])
            await asyncio.sleep(1)

    async def replays(self, seconds: float) -> None:
        """Ask the same under the same number, again and again."""
        self._asked += 1
        number, note = f"again {self._asked}", self._asked
        for _ in range(round(seconds / PACE_S)):
            self.ask({"ask": "credit-note", "note": note, "amount": 2000, "currency": "USD"}, number)
            await asyncio.sleep(PACE_S)

    async def numbers_used(self, seconds: float) -> None:
        """Tell of notes under few numbers, so that most were told of others: those are never said to be credited."""
        notes = self._table.state.setup.notes
        assert notes is not None
        for _ in range(round(seconds / PACE_S)):
            self._asked += 1
            number, amount = self._chance.randrange(1, USED), self._chance.choice(notes.values)
            what = {"ask": "credit-note", "note": number, "amount": amount, "currency": notes.currency}
            until = self._table.service.now_ms() + 1000
            come = self._network.come
            if come is not None and self._network.hears(self._device):
                request = encoded(in_order(what, f"used {self._asked}", until))
                come(self._device, request, partial(self._answered, number, amount))
            await asyncio.sleep(PACE_S)

    def _answered(self, number: int, amount: int, said: bytes) -> None:
        told = self._table.state.pocket(self.ats).of(LIFE).told.get(number)
        if json.loads(said)["outcome"] == "done" and told is not None and told.amount != amount:
            self.wrong.append(f"a stranger was told that note {number} of {amount} is credited; it was {told.amount}")

    async def forged_replies(self, seconds: float) -> None:
        """Have answers sent to others. The table answers nobody but who asks."""
        for _ in range(round(seconds / PACE_S)):
            self.ask({"ask": "snapshot"}, to_itself=False)
            await asyncio.sleep(PACE_S)

    async def forged_texts(self, seconds: float) -> None:
        """Put lines and escape sequences into what goes on record."""
        for _ in range(round(seconds)):
            text = self._chance.choice(FORGED_TEXTS)
            for what in (
                {"ask": "tell-fault", "device": "note_acceptor", "what": "fault failure", "detail": text},
                {"ask": "doubt-note", "note": self._asked, "amount": 0, "currency": "", "why": text},
            ):
                self.ask(what)
            await asyncio.sleep(1)


def _unheard(_: bytes) -> None:
    """A stranger does not listen."""


def _text(event: Any) -> str:
    """Return what a board has had put on record in its own words."""
    match event:
        case DeviceReported(device, what, detail) if device.startswith(("ats-", "wnd-", "cage-")):
            return what + detail
        case NoteDoubted() | TicketReported():
            return event.why
    return ""


# What a soak does by way of it, and with texts and terminals of its own.

Does = Callable[["Faults", float], Awaitable[None]]


def by_stranger(does: Callable[[Stranger, float], Awaitable[None]]) -> Does:
    """Return a kind of fault that a stranger makes."""

    async def fault(faults: "Faults", seconds: float) -> None:
        await does(faults.stranger, seconds)

    return fault


async def device_texts(faults: "Faults", _: float) -> None:
    """A device of an honest terminal says something with lines and escape sequences in it."""
    seat = faults.any_seat()
    if seat.on:
        for text in FORGED_TEXTS:
            await seat.remote.tell_fault("note_acceptor", "fault failure", text)
            await seat.remote.tell_fault("note_acceptor", "cleared failure", text)


async def long_absence(faults: "Faults", seconds: float) -> None:
    """A note is credited and its answer is lost; the terminal asks again after twenty thousand other commands."""
    device = await faults.cut_at_credit()
    if not device:
        return
    count = COMMANDS if faults.count_absence() == 1 else FEW
    for place in range(0, count, TOGETHER):
        others = range(place, min(place + TOGETHER, count))
        try:
            await asyncio.gather(*(_another(faults, device, one) for one in others))
        except TableStopped:
            break  # its board has lost its power; what was done is done
        await asyncio.sleep(0.01)
    # The table's board knows of no request any more, and its journal's memory of commands is full of others.
    await faults.restart_table(seconds)
    faults.down.discard(device)


async def _another(faults: "Faults", device: str, one: int) -> None:
    command = ReportDevice("soak", "another command", str(one))
    await faults.table.service.submit(command, by="soak", number=f"while {device} is away {faults.absences} {one}")


HOSTILE: Final[dict[str, tuple[int, Does]]] = {
    "hostile-terminal": (2, by_stranger(Stranger.any_request)),
    "absurd-amounts": (1, by_stranger(Stranger.absurd)),
    "flood": (1, by_stranger(Stranger.flood)),
    "replays": (1, by_stranger(Stranger.replays)),
    "numbers-used": (1, by_stranger(Stranger.numbers_used)),
    "forged-replies": (1, by_stranger(Stranger.forged_replies)),
    "forged-texts": (1, by_stranger(Stranger.forged_texts)),
    "device-texts": (1, device_texts),
    "long-absence": (1, long_absence),
}
