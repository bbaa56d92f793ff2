"""What the console's pages are made from: the table's present state, and who is looking."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from firmware.boards.copies import CopySeen
from firmware.boards.own_faults import PartSeen
from firmware.boards.technical import TechnicalSeen
from firmware.game.events import Event
from firmware.game.steps import ForeignCard, Step, Unreadable
from firmware.kit.words import Words
from firmware.table.core.authority import least, may
from firmware.table.core.commands import Command, Role
from firmware.table.core.state import TableState
from firmware.table.core.waiting import Waiting
from hal.device import PartOfBoard
from hal.life import Stage

CARDS: Final = (Unreadable, ForeignCard)


class DeviceSeen(Struct, frozen=True):
    """A device or part of this board, and its state. `why`: what was found wrong with a part of the board."""

    name: str
    stage: Stage
    faults: tuple[str, ...]
    why: tuple[str, ...] = ()


def devices_seen(devices: Sequence[PartOfBoard]) -> tuple[DeviceSeen, ...]:
    """Return the state of each."""
    return tuple(
        DeviceSeen(one.name, one.stage, tuple(sorted(one.faults)), one.why if isinstance(one, PartSeen) else ())
        for one in devices
    )


class Known(Struct, frozen=True):
    """What is known.

    `ats`: the chosen terminal. `happened`: in the open coup, or the last one. `stopped`: why the table takes no more
    commands. `opening`: why it is not open yet. `copies`: the second copies of the journal.
    `technical`: the table's own board. `hall_table`: the tournament's table whose seats are looked at.
    `papers`: the board puts papers into a folder, to be printed. `printer`: it prints them itself.
    """

    state: TableState
    now: int
    words: Words
    staff: str = ""
    ats: int = 0
    devices: tuple[DeviceSeen, ...] = ()
    happened: tuple[Event, ...] = ()
    stopped: str = ""
    opening: Waiting | None = None
    copies: tuple[CopySeen, ...] = ()
    technical: TechnicalSeen = TechnicalSeen()
    hall_table: int = 0
    papers: bool = False
    printer: bool = False

    @property
    def cards_out(self) -> tuple[int, int]:
        """Which shoe is in play, and how many cards have left it."""
        game = self.state.game
        return game.shoes, game.shoe.out if game.shoe is not None else 0

    @property
    def person(self) -> str:
        """Who is at the console, by number, name and role."""
        member = self.state.staff.get(self.staff)
        if member is None:
            return self.words("staff.nobody")
        return f"{self.staff} {member.name} · {self.words(f'role.{member.role.name.lower()}')}"

    @property
    def held(self) -> int:
        """How many cards that have left the shoe wait for an answer."""
        waiting = self.state.game.waiting
        return sum(len(held.counted) or isinstance(held.fact, CARDS) for held in waiting)

    @property
    def role(self) -> Role | None:
        """The role of the person at the console."""
        member = self.state.staff.get(self.staff)
        return None if member is None else member.role

    def may(self, command: Command | Step) -> bool:
        """Whether the person at the console may ask for this."""
        return self.role is not None and may(self.state, self.role, command)

    def missing(self, command: Command | Step) -> str:
        """Return the role that must come for a command; nothing if the person here may give it."""
        wanted = None if self.may(command) else least(self.state, command)
        return "" if wanted is None else wanted.name.lower()
