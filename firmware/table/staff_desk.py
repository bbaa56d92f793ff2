"""Stands between consoles and the table: checks PINs and cards, who may do what, and who is there to approve."""

import asyncio
import hmac
from typing import Final, NamedTuple

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from firmware.game.events import Event
from firmware.game.refusal import Refused
from firmware.table import commands as c
from firmware.table.authority import GAME, may, needs_approval
from firmware.table.codes import TableCode
from firmware.table.service import Asked, TableService
from firmware.table.state import StaffMember

PEPPER: Final = 16
# Argon2id at about 20 MiB: a board has that, and a PIN is short.
_HASHER: Final = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)


class Approval(NamedTuple):
    """A second person, and the PIN that shows who it is."""

    staff: str
    pin: str


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

    async def hash_pin(self, pin: str) -> str:
        """Return what is kept of a PIN. A PIN has four to twelve digits."""
        if not (pin.isascii() and pin.isdigit() and 4 <= len(pin) <= 12):
            raise Refused(TableCode.PIN_LENGTH)
        return await asyncio.to_thread(_HASHER.hash, self._mixed(pin))

    def _mixed(self, pin: str) -> bytes:
        return hmac.digest(self._pepper, pin.encode(), "sha256")

    async def enrol_first(self, staff: str, name: str, pin: str) -> None:
        """Enrol the first person of a new table, a casino supervisor, who enrols the others."""
        if self._service.state.staff:
            raise Refused(TableCode.STAFF_ENROLLED)
        command = c.EnrolStaff(staff, name, c.Role.CASINO_SUPERVISOR, await self.hash_pin(pin))
        await self._service.submit(command, by="set-up")

    async def sign_on(self, console: str, staff: str, pin: str) -> None:
        """Sign a person on by number and PIN."""
        await self._check_pin(console, staff, pin)
        await self._service.submit(c.SignOn(console, staff), by=staff)
        self._watch(console)

    async def sign_on_by_card(self, console: str, card: str) -> None:
        """Sign a person on by the number of their card."""
        found = [number for number, member in self._service.state.staff.items() if card and member.card == card]
        if not found:
            raise Refused(TableCode.UNKNOWN_CARD)
        await self._service.submit(c.SignOn(console, found[0]), by=found[0])
        self._watch(console)

    async def sign_off(self, console: str) -> None:
        """Sign whoever is on a console off."""
        by = self._service.state.consoles.get(console, "")
        await self._service.submit(c.SignOff(console), by=by)
        self._forget(console)

    async def ask(self, console: str, command: Asked, approval: Approval | None = None) -> tuple[Event, ...]:
        """Have a command carried out for whoever is signed on. Raises Refused when that one may not, or not alone."""
        state = self._service.state
        staff = state.consoles.get(console)
        if staff is None:
            raise Refused(TableCode.SIGN_ON_FIRST)
        member = state.staff[staff]
        self._watch(console)
        if not may(state, member.role, command):
            raise Refused(TableCode.ROLE_MAY_NOT, role=member.role.name.lower())
        by = f"{staff} {member.role}"
        if needs_approval(state, member.role, command):
            by = f"{by}, approved by {await self._approved(console, staff, command, approval)}"
        return await self._service.submit(command, by=by)

    async def _approved(self, console: str, staff: str, command: Asked, approval: Approval | None) -> str:
        if approval is None:
            raise Refused(TableCode.APPROVAL_NEEDED)
        if approval.staff == staff:
            raise Refused(TableCode.APPROVES_OWN)
        member = await self._check_pin(console, approval.staff, approval.pin)
        if member.role not in GAME or not may(self._service.state, member.role, command):
            raise Refused(TableCode.MAY_NOT_APPROVE, role=member.role.name.lower())
        return f"{approval.staff} {member.role}"

    async def _check_pin(self, console: str, staff: str, pin: str) -> StaffMember:
        """Return the person whose PIN this is; a wrong one is counted, a locked person's not even looked at."""
        member = self._service.state.staff.get(staff)
        if member is None:
            raise Refused(TableCode.WRONG_PIN)
        if self._service.now_ms() < member.locked_until:
            raise Refused(TableCode.LOCKED_OUT_NOW)
        try:
            await asyncio.to_thread(_HASHER.verify, member.pin_hash, self._mixed(pin))
        except (VerificationError, InvalidHashError):
            await self._service.submit(c.FailSignOn(console, staff), by=console)
            raise Refused(TableCode.WRONG_PIN) from None
        return member

    def _watch(self, console: str) -> None:
        """Sign a console off by itself when nothing is done there for a while."""
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
            await self._service.submit(c.SignOff(console, "idle"), by=console)
