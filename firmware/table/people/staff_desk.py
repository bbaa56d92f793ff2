"""Stands between consoles and the table: checks PINs and cards, who may do what, and who approves."""

import asyncio
import hmac
from typing import Final, NamedTuple

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from msgspec.structs import replace

from firmware.game.events import Event
from firmware.refusal import Refused
from firmware.table.core.authority import GAME, in_name_of
from firmware.table.core.codes import TableCode
from firmware.table.core.commands import OfStaff, Role
from firmware.table.core.employed import away
from firmware.table.core.first_pins import need_own_pin
from firmware.table.core.group import Asked, Otherwise
from firmware.table.core.service import TableService
from firmware.table.features.employment import ChangePin
from firmware.table.features.staff import EnrolStaff, RefusePin, SignOff, SignOn, left_idle
from firmware.table.features.staff_cards import GiveCard
from firmware.table.people.weak_pins import need_sound

PEPPER: Final = 16
# The roles that pay tickets at a cash desk.
CASHIERS: Final = GAME | {Role.CASHIER}
# Argon2id with about 20 MiB, which a board has; a PIN is short, so each guess must be expensive.
_HASHER: Final = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
# The hash of a PIN that nobody has: 16 and 32 random bytes.
_NOBODYS: Final = "$argon2id$v=19$m=19456,t=2,p=1$" + "A" * 22 + "$" + "A" * 43


def _is_of(kept: str, mixed: bytes) -> bool:
    """Whether a PIN fits this hash."""
    try:
        return _HASHER.verify(kept, mixed)
    except (VerificationError, InvalidHashError):
        return False


class Approval(NamedTuple):
    """A second person, and the PIN that proves who it is, or what their card says instead."""

    staff: str
    pin: str
    card: str = ""


class StaffDesk:
    """Signs people on and off, and lets them do what they may.

    `pepper`: a secret of the table's that is in no journal, so that nobody finds a short PIN from an exported hash.
    """

    def __init__(self, service: TableService, pepper: bytes, idle_s: float = 600) -> None:
        if len(pepper) < PEPPER:
            raise ValueError(f"the secret that PINs are mixed with has at least {PEPPER} bytes")
        self._service = service
        self._pepper = pepper
        self._idle_s = idle_s
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._leaving: set[asyncio.Task[None]] = set()
        # One at a time: of many guesses at once, the first wrong one makes the others wait before they are tried.
        self._one_at_a_time = asyncio.Lock()
        # People who were signed on when the table went away count as idle from its return.
        for console in service.state.consoles:
            self._watch(console)

    async def hash_pin(self, pin: str, staff: str) -> str:
        """Return the hash of a chosen PIN; refuse one that is easy to guess."""
        need_sound(pin, staff)
        async with self._one_at_a_time:
            return await asyncio.to_thread(_HASHER.hash, self._mixed(pin))

    def _mixed(self, pin: str) -> bytes:
        return hmac.digest(self._pepper, pin.encode(), "sha256")

    async def enrol_first(self, staff: str, name: str, pin: str) -> None:
        """Enrol the first person of a new table, a casino supervisor, who enrols the others."""
        if self._service.state.staff:
            raise Refused(TableCode.STAFF_ENROLLED)
        command = EnrolStaff(staff, name, Role.CASINO_SUPERVISOR, await self.hash_pin(pin, staff))
        await self._service.submit(command, by="set-up")

    async def sign_on(self, console: str, staff: str, pin: str) -> None:
        """Sign a person on by number and PIN."""
        await self._check_pin(console, staff, pin)
        await self._service.submit(SignOn(console, staff), by=staff)
        self._watch(console)

    async def sign_on_by_card(self, console: str, card: str) -> None:
        """Sign a person on by their card."""
        number = await self.holder_of(console, card)
        await self._service.submit(SignOn(console, number), by=number)
        self._watch(console)

    async def holder_of(self, console: str, card: str) -> str:
        """Return whose card it is. An unknown card is a guess, and the console waits after it."""
        async with self._one_at_a_time:
            self._need_no_wait(console)
            kept, staff = self._kept_of_card(card), self._service.state.staff
            number = next((number for number, member in staff.items() if member.card == kept), None)
            if number is None:
                await self._service.submit(RefusePin(console), by=console)
                raise Refused(TableCode.UNKNOWN_CARD)
        return number

    async def take_own_card(self, console: str, pin: str, card: str) -> None:
        """Register this card for the person signed on; their PIN proves that it is they who want it."""
        staff = self._service.state.consoles.get(console)
        if staff is None:
            raise Refused(TableCode.SIGN_ON_FIRST)
        await self._check_pin(console, staff, pin)
        await self.ask(console, GiveCard(staff, self._kept_of_card(card)))

    def _kept_of_card(self, card: str) -> str:
        """Return what the journal keeps of a card: nobody can make a copy of the card from it."""
        return hmac.digest(self._pepper, b"card " + card.encode(), "sha256").hex()

    async def prove(self, console: str, staff: str, pin: str) -> None:
        """Check that the person at a cash desk may pay there. Raises Refused."""
        await self._check_pin(console, staff, pin)
        state = self._service.state
        if away(state, staff):
            raise Refused(TableCode.STAFF_AWAY, staff=staff)
        need_own_pin(state, staff)
        if state.staff[staff].role not in CASHIERS:
            raise Refused(TableCode.NO_CASHIER, staff=staff)

    async def change_pin(self, console: str, pin: str, new: str) -> None:
        """Give the person signed on another PIN; the old one proves that it is they."""
        staff = self._service.state.consoles.get(console)
        if staff is None:
            raise Refused(TableCode.SIGN_ON_FIRST)
        await self._check_pin(console, staff, pin)
        if new == pin:
            raise Refused(TableCode.PIN_AS_BEFORE)
        await self.ask(console, ChangePin(staff, await self.hash_pin(new, staff)))

    async def sign_off(self, console: str) -> None:
        """Sign the person at a console off."""
        by = self._service.state.consoles.get(console, "")
        await self._service.submit(SignOff(console), by=by)
        self._forget(console)

    async def ask(
        self, console: str, command: Asked, approval: Approval | None = None, otherwise: Otherwise | None = None
    ) -> tuple[Event, ...]:
        """Carry out a command for the person signed on. Raises Refused if they may not, or not alone.

        `otherwise`: as the table's queue asks it.
        """
        asked = self._of_staff(console, command)
        self._watch(console)
        if approval is not None and self.needs_second(console, command):
            if approval.staff == asked.staff:
                raise Refused(TableCode.APPROVES_OWN)
            await self._check_approval(console, approval)
            asked = replace(asked, approved_by=approval.staff)
        by = in_name_of(self._service.state, asked.staff, command, asked.approved_by)
        return await self._service.submit(asked, by=by, otherwise=otherwise)

    def needs_second(self, console: str, command: Asked) -> bool:
        """Whether a second person must approve it. Raises Refused if it would not be done even then."""
        try:
            self._service.preview(self._of_staff(console, command))
        except Refused as refusal:
            if refusal.code != TableCode.APPROVAL_NEEDED:
                raise
            return True
        return False

    def approvers(self, console: str, command: Asked, most: int) -> list[tuple[str, str]]:
        """Return who may approve it, by number and name; if more than `most`, just enough of them to show that."""
        asked, found = self._of_staff(console, command), list[tuple[str, str]]()
        for number, member in self._service.state.staff.items():
            if number != asked.staff and len(found) <= most and self._would_do(replace(asked, approved_by=number)):
                found.append((number, member.name))
        return found

    def _would_do(self, asked: OfStaff) -> bool:
        try:
            self._service.preview(asked)
        except Refused:
            return False
        return True

    def _of_staff(self, console: str, command: Asked) -> OfStaff:
        staff = self._service.state.consoles.get(console)
        if staff is None:
            raise Refused(TableCode.SIGN_ON_FIRST)
        return OfStaff(console, staff, command)

    async def _check_approval(self, console: str, approval: Approval) -> None:
        """Check the person who approves."""
        if not approval.card:
            await self._check_pin(console, approval.staff, approval.pin)
        elif await self.holder_of(console, approval.card) != approval.staff:
            raise Refused(TableCode.UNKNOWN_CARD)

    async def _check_pin(self, console: str, staff: str, pin: str) -> None:
        """Check a person's PIN. Guesses are checked one by one; after a wrong one the console waits."""
        async with self._one_at_a_time:
            self._need_no_wait(console)
            member = self._service.state.staff.get(staff)
            # An unknown number takes as long, so that the time does not tell which numbers exist.
            kept = member.pin_hash if member is not None else _NOBODYS
            if not await asyncio.to_thread(_is_of, kept, self._mixed(pin)) or member is None:
                await self._service.submit(RefusePin(console, staff if member is not None else ""), by=console)
                raise Refused(TableCode.WRONG_PIN)

    def _need_no_wait(self, console: str) -> None:
        guard = self._service.state.guards.get(console)
        left = guard.until - self._service.now_ms() if guard is not None else 0
        if left > 0:
            raise Refused(TableCode.PIN_WAIT, seconds=-(-left // 1000))

    def _watch(self, console: str) -> None:
        """Sign a console off when nothing is done there for a while."""
        self._forget(console)
        self._timers[console] = asyncio.get_running_loop().call_later(self._idle_s, self._left, console)

    def _forget(self, console: str) -> None:
        timer = self._timers.pop(console, None)
        if timer is not None:
            timer.cancel()

    def _left(self, console: str) -> None:
        task = asyncio.get_running_loop().create_task(self._sign_off_idle(console))
        self._leaving.add(task)
        task.add_done_callback(self._leaving.discard)

    async def _sign_off_idle(self, console: str) -> None:
        self._timers.pop(console, None)
        if console in self._service.state.consoles:
            await self._service.submit(left_idle(console), by=console)
