"""Attackers on the network: each has a board's certificate, a cash desk's or a display's, and says what it likes.

They speak to this machine's loopback alone, a bounded number of messages for a bounded time.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Final

from firmware.link import nats_wire as w
from firmware.link.nats_link import Link, dial
from sim.siege.child import Child
from sim.siege.forged import FLOODS, FORGED_REPLIES
from sim.siege.mutation import ABSURD, FORGED_TEXTS, TICKET, encoded, in_order, mutated

if TYPE_CHECKING:
    from sim.siege.siege import Siege

# So many messages at a time, and then a breath: an attacker has a share of a core, not both.
BATCH: Final = 50
BREATH_S: Final = 0.02
FLOOD_S: Final = 5.0
MUTATED: Final = 1500
REPLAYS: Final = 300
# A terminal that is silent for five seconds is lost (11.14).
LOST_S: Final = 8.0
BEAT_S: Final = 0.2
# How long it is waited for a terminal to see the table, and until the table has heard it.
SERVED_S: Final = 15.0
BEATS_S: Final = 2.5
SIDE: Final = ("cage-2", "wnd-1")


class Attacker:
    """A device that does not behave. `answers`: what came back to it."""

    def __init__(self, siege: "Siege", device: str) -> None:
        self.device: Final = device
        self.answers: list[dict[str, Any]] = []
        self._siege = siege
        self._link: Link | None = None
        self._asked = 0

    async def join(self) -> bool:
        """Connect; whether it is let in."""
        if self._link is not None and self._link.up:
            return True
        try:
            async with asyncio.timeout(3):
                self._link = await dial(self._siege.floor.settings(self.device), self._heard)
        except (OSError, TimeoutError):
            self._siege.counts["kept out"] += 1
            return False
        self._link.send(w.subscribe(f"_INBOX_{self.device}.>", 1))
        return True

    def _heard(self, message: w.Delivered) -> None:
        try:
            said = json.loads(message.data)
        except ValueError:
            said = {}
        self.answers = [*self.answers[-50:], said]

    def number(self) -> str:
        """Return the number of a request that was never asked before."""
        self._asked += 1
        return f"at {self._asked}-{self._siege.counts['messages']}"

    def request(self, what: dict[str, Any]) -> bytes:
        """Return a request."""
        return encoded(in_order(what, self.number(), 2**50))

    def say(self, data: bytes, reply: str = "", subject: str = "") -> None:
        """Say something, as this device or as it likes."""
        if self._link is not None and self._link.up:
            self._siege.counts["messages"] += 1
            self._link.send(w.publish(subject or f"ask.{self.device}", data, reply or f"_INBOX_{self.device}.1"))

    @property
    def up(self) -> bool:
        """Whether it is connected still."""
        return self._link is not None and self._link.up

    @property
    def complaints(self) -> list[str]:
        """What the server has told it that it may not do."""
        return self._link.complaints if self._link is not None else []

    async def breathe(self) -> None:
        """Have what was said go out."""
        if self._link is not None and self._link.up:
            await self._link.free()
        await asyncio.sleep(BREATH_S)

    async def leave(self) -> None:
        """Disconnect."""
        if self._link is not None:
            await self._link.leave()


async def _as_attacker(siege: "Siege", device: str, attack: Callable[[Attacker], Awaitable[None]]) -> None:
    attacker = Attacker(siege, device)
    if await attacker.join():
        await attack(attacker)
    await attacker.leave()


def _hostile(siege: "Siege") -> str:
    return siege.chance.choice((*siege.floor.hostile, *SIDE))


async def flood(siege: "Siege") -> None:
    """A device sends the same kind of request, as fast as it can."""
    what = siege.chance.choice(FLOODS)

    async def attack(attacker: Attacker) -> None:
        until = asyncio.get_running_loop().time() + FLOOD_S
        while asyncio.get_running_loop().time() < until and await attacker.join():
            for _ in range(BATCH):
                attacker.say(attacker.request(what))
            await attacker.breathe()

    await _as_attacker(siege, _hostile(siege), attack)


async def mutations(siege: "Siege") -> None:
    """A device sends what nobody can read, or what means something else than it should."""

    async def attack(attacker: Attacker) -> None:
        for count in range(MUTATED):
            name, data = mutated(siege.chance, attacker.number(), 2**50)
            siege.counts[f"mutated: {name}"] += 1
            attacker.say(data)
            if count % BATCH == 0:
                await attacker.breathe()
                if not await attacker.join():
                    break

    await _as_attacker(siege, _hostile(siege), attack)


async def forged_replies(siege: "Siege") -> None:
    """A device has its answers sent to others: to a screen, to a table, as another's sign of life."""
    one = f"ats-{siege.chance.choice(siege.floor.terminals)}"

    async def attack(attacker: Attacker) -> None:
        for subject in FORGED_REPLIES:
            attacker.say(attacker.request({"ask": "snapshot"}), subject.format(one=one))
            siege.counts["forged replies"] += 1
            await attacker.breathe()

    await _as_attacker(siege, _hostile(siege), attack)


async def _is_known(table: Child, board: Child) -> bool:
    """Whether the table is open, and has heard this terminal since: it may be that both have only begun."""
    until = asyncio.get_running_loop().time() + SERVED_S
    while asyncio.get_running_loop().time() < until:
        state, view = await table.order(1), await board.order(1)
        is_served = view is not None and "answer" not in view.get("headline", "answer")
        # A terminal that has not missed the table yet, which was away for a moment, still beats once a second.
        await asyncio.sleep(BEATS_S)
        if is_served and state is not None and state.get("opening") == "":
            return True
    return False


async def forged_beats(siege: "Siege") -> None:
    """A dead terminal is kept alive by another's beats, said outright or asked for as a reply: it must be lost."""
    ats = siege.chance.choice(siege.floor.terminals)
    floor = siege.floor
    if not await _is_known(floor.table, floor.boards[ats]):
        siege.counts["nobody to be missed"] += 1
        return

    async def attack(attacker: Attacker) -> None:
        until = asyncio.get_running_loop().time() + LOST_S
        while asyncio.get_running_loop().time() < until:
            state = await floor.table.order(1)
            if state is not None and f"ats {ats}" in state.get("faults", ()):
                return
            attacker.say(b'{"at":1,"version":2}', subject=f"beat.ats-{ats}")
            attacker.say(attacker.request({"ask": "snapshot"}), f"beat.ats-{ats}")
            siege.counts["forged beats"] += 1
            await asyncio.sleep(BEAT_S)
        siege.wrong.append(f"ats-{ats} is dead, and another's beats keep it alive")

    floor.dark.add(f"ats-{ats}")
    await floor.boards[ats].kill()
    siege.killed()
    await _as_attacker(siege, siege.floor.hostile[0], attack)
    floor.dark.discard(f"ats-{ats}")
    await floor.boards[ats].start()


async def speaks_for_others(siege: "Siege") -> None:
    """A device speaks on others' subjects: the server must not let it."""
    one = f"ats-{siege.chance.choice(siege.floor.terminals)}"

    async def attack(attacker: Attacker) -> None:
        subjects = (f"ask.{one}", "public", f"account.{one}", "beat.table", f"beat.{one}", f"_INBOX_{one}.1")
        for subject in subjects:
            attacker.say(attacker.request({"ask": "pay-by-ticket", "cash_out": 1}), subject=subject)
        until = asyncio.get_running_loop().time() + 2
        while len(attacker.complaints) < len(subjects) and asyncio.get_running_loop().time() < until:
            await asyncio.sleep(0.05)
        siege.counts["violations"] += len(attacker.complaints)
        if len(attacker.complaints) < len(subjects) and attacker.up:
            siege.wrong.append(f"{attacker.device} spoke for others, and the server said {attacker.complaints}")

    await _as_attacker(siege, siege.chance.choice(siege.floor.hostile), attack)


async def replays(siege: "Siege") -> None:
    """A device asks the same again and again: it is done once."""

    async def attack(attacker: Attacker) -> None:
        same = attacker.request({"ask": "credit-note", "note": 1, "amount": 2000, "currency": "AUD"})
        for count in range(REPLAYS):
            attacker.say(same)
            if count % BATCH == 0:
                await attacker.breathe()

    await _as_attacker(siege, siege.floor.hostile[0], attack)


async def absurd_amounts(siege: "Siege") -> None:
    """A terminal tells of notes that nobody ever printed, and wagers what nobody has."""

    async def attack(attacker: Attacker) -> None:
        for note, amount in enumerate(ABSURD, siege.counts["absurd"] + 1000):
            for what in (
                {"ask": "credit-note", "note": note, "amount": amount, "currency": "AUD"},
                {"ask": "doubt-note", "note": note, "amount": amount, "currency": "AUD", "why": "absurd"},
                {"ask": "wager", "bet": "player", "amount": amount},
            ):
                attacker.say(attacker.request(what))
                siege.counts["absurd"] += 1
            await asyncio.sleep(0.2)

    await _as_attacker(siege, siege.floor.hostile[1], attack)


async def wrong_currency(siege: "Siege") -> None:
    """A terminal tells of notes of another country."""

    async def attack(attacker: Attacker) -> None:
        for currency in ("USD", "KRW", "XXX", "aud", ""):
            note = siege.counts["wrong currency"] + 5000
            what = {"ask": "credit-note", "note": note, "amount": 5000, "currency": currency}
            attacker.say(attacker.request(what))
            siege.counts["wrong currency"] += 1
            await asyncio.sleep(0.2)

    await _as_attacker(siege, siege.floor.hostile[1], attack)


async def forged_texts(siege: "Siege") -> None:
    """A device puts lines, escape sequences and marks of writing direction into what goes on record."""

    async def attack(attacker: Attacker) -> None:
        for text in FORGED_TEXTS:
            for what in (
                {"ask": "tell-fault", "device": "note_acceptor", "what": "fault jam_acceptor", "detail": text},
                {"ask": "doubt-note", "note": 1, "amount": 0, "currency": "", "why": text},
                {"ask": "tell-ticket", "ticket": TICKET, "fate": "in_doubt", "why": text},
            ):
                attacker.say(attacker.request(what))
                siege.counts["forged texts"] += 1
            await asyncio.sleep(0.5)

    await _as_attacker(siege, siege.chance.choice(siege.floor.hostile), attack)


ATTACKS: Final[dict[str, tuple[int, "Callable[[Siege], Awaitable[None]]"]]] = {
    "flood": (2, flood),
    "mutations": (3, mutations),
    "forged-replies": (1, forged_replies),
    "forged-beats": (1, forged_beats),
    "speaks-for-others": (1, speaks_for_others),
    "replays": (1, replays),
    "absurd-amounts": (1, absurd_amounts),
    "wrong-currency": (1, wrong_currency),
    "forged-texts": (1, forged_texts),
}
