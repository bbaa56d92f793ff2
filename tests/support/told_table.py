"""A table that is told whatever there is to tell, and whose every event and view is held against what carries it."""

import asyncio
from collections.abc import Callable
from functools import cache, partial
from typing import Any, Final, TypeVar

import msgspec
import pygame
from story_beginnings import SETUP

from firmware.books import rules_of
from firmware.console import scene as sgc_scene
from firmware.console.desk import SgcDesk
from firmware.console.pages import PAGES
from firmware.display import scene as wnd_scene
from firmware.display.shown import wnd_view
from firmware.display.text import text_of
from firmware.game import events as g
from firmware.kit.art import Art
from firmware.kit.painter import Painter
from firmware.kit.scene import Scene
from firmware.kit.words import words_of
from firmware.link import messages as m
from firmware.link.besides_play import BesidesPlay
from firmware.link.bounds import LONGEST_MESSAGE
from firmware.link.bus import MemoryNetwork
from firmware.link.message import Message
from firmware.link.refusals import refusal_view
from firmware.link.remote_table import RemoteTable
from firmware.link.views import Recall, account_view, public_view
from firmware.refusal import Refused
from firmware.table.core.codec import read_event, read_state, write_event, write_state
from firmware.table.core.decide import decide
from firmware.table.core.evolve import evolve
from firmware.table.core.numbering import Numbering
from firmware.table.core.service import Happened, TableService
from firmware.table.core.session_terms import terms_of
from firmware.table.core.state import TableState
from firmware.table.features.opening import OpenTable
from firmware.table.features.wagers import WagerSet
from firmware.table.journal.memory import MemoryJournal
from firmware.table.people.staff_desk import StaffDesk
from firmware.table_board.desk_answers import desk_view
from firmware.table_board.touched import touched_by
from firmware.terminal import scene as ats_scene
from firmware.terminal.desk import AtsDesk
from hal.clock import Clock
from sim.ticket_numbers import SECRET

SIZE: Final = (1024, 600)
TERMINALS: Final = range(1, SETUP.ats + 1)


class Still(Clock):
    """A clock that stands."""

    def __init__(self, at: int) -> None:
        self._at = at

    def now_ms(self) -> int:
        return self._at


class Shown(RemoteTable):
    """What a terminal has been told, and nothing more."""

    def __init__(self, public: m.PublicView, account: m.AccountView) -> None:
        super().__init__(MemoryNetwork().board(f"ats-{account.ats}"), _nothing)
        self.public, self.account, self.there = public, account, True

    def now_ms(self) -> int:
        assert self.public is not None
        return self.public.at


class ToldTable:
    """A table: its state, and all that has happened at it."""

    def __init__(self) -> None:
        self.state = TableState(SETUP)
        self.events: list[g.Event] = []
        self.at = 1_700_000_000_000
        self._numbering = Numbering(SECRET)
        self._besides_play = BesidesPlay()
        # What terminals see of a state at a time; copies share it, as long as they stand where it is of.
        self._seen: tuple[TableState, int, dict[int, m.AccountView]] = self.state, self.at, {}

    def copy(self) -> "ToldTable":
        """Return another that has been told the same."""
        other = ToldTable()
        other.state, other.events, other.at = self.state, [*self.events], self.at
        self.account(1)
        other._seen = self._seen
        return other

    def tell(self, command: Any) -> bool:
        """Tell it something, and hold all that follows against what carries it; whether it was accepted."""
        if isinstance(command, g.Event):  # what comes from outside the table: its journal was restored
            self.state = evolve(self.state, command)
            return True
        if isinstance(command, OpenTable):
            self.state = TableState(command.setup)
        first = {"number": self.state.tickets or self.state.lost_tickets, "doubt": self.state.note_doubts}
        for name, known in first.items():
            if getattr(command, name, None) == "first" and known:
                command = msgspec.structs.replace(command, **{name: min(known)})
        setup = self.state.setup
        rules = rules_of(setup.rulebook, setup.side_wagers, setup.decks)
        try:
            events, after = decide(rules, self.state, command, self.at, self._of_coup, self._numbering)
        except Refused as refusal:
            read_back(refusal_view(refusal))
            return False
        self._hold_untouched(events)
        self.state = after
        self.events += events
        self.at += 1000
        self._hold(events)
        return bool(events)

    def _hold_untouched(self, events: tuple[g.Event, ...]) -> None:
        """Whomever an event does not touch sees the table as before it."""
        state = self.state
        for event in events:
            before, state = state, evolve(state, event)
            touched = touched_by([event])
            kind = type(event).__name__
            # Open wagers are told with the beat.
            told = not isinstance(event, WagerSet) or not terms_of(state).open_wagers
            assert touched.public or not told or _public(state, self.at) == _public(before, self.at), kind
            for ats in set(TERMINALS) - touched.terminals if touched.terminals is not None else ():
                was = self.account(ats) if before is self.state else _account(before, ats, self.at)
                assert _account(state, ats, self.at) == was, (kind, ats)

    def _of_coup(self, coup: int) -> list[g.Event]:
        return [event for event in self.events if getattr(event, "coup", None) == coup]

    def _hold(self, events: tuple[g.Event, ...]) -> None:
        for event in events:
            assert read_event(write_event(event)) == event
        assert read_state(write_state(self.state)) == self.state
        public = self.public()
        for ats in TERMINALS:
            read_back(m.Answer("x" * 48, "done", public=public, account=self.account(ats)))
        for desk in self.state.desks:
            read_back(m.Answer("x" * 48, "done", desk=desk_view(self.state, desk, self.at)))

    def public(self) -> m.PublicView:
        return _public(self.state, self.at)

    def account(self, ats: int) -> m.AccountView:
        of, at, views = self._seen
        if of is not self.state or at != self.at:
            views = {}
            self._seen = self.state, self.at, views
        if ats not in views:
            views[ats] = _account(self.state, ats, self.at)
            kept = account_view(self.state, ats, 2**53 - 1, self.at, Recall(), self._besides_play)
            assert kept == views[ats], "what was kept from an earlier state"
        return views[ats]

    # What screens show of it.

    def display(self, language: str) -> None:
        """Draw the winning number display, and say its line of text."""
        words = words_of(language, self._currency)
        assert text_of(self.public()).isprintable()
        draw(wnd_scene.picture(wnd_view(self.public(), there=True, words=words), SIZE, words, self.at))

    def terminal(self, language: str, ats: int) -> None:
        """Draw a player's screen."""

        async def drawn() -> None:
            table = Shown(read_back(self.public()), read_back(self.account(ats)))
            desk = AtsDesk(ats, "Hall", table, language, _nothing)
            draw(ats_scene.picture(desk.view(), SIZE, desk.words, self.at))

        asyncio.run(drawn())

    def console(self, language: str, page: tuple[str, ...]) -> None:
        """Draw the dealer's screen, one of its pages."""

        async def drawn() -> None:
            service = TableService(SETUP, MemoryJournal(), Still(self.at), lambda _: None)
            service.state = self.state
            desk = SgcDesk(service, StaffDesk(service, b"s" * 32), language, "Table 1", _nothing)
            desk.follow(Happened(self.at, tuple(self.events[-20:]), self.state))
            desk.act(page)
            draw(sgc_scene.picture(desk.view(), SIZE, desk.words, self.at))

        asyncio.run(drawn())

    @property
    def _currency(self) -> str:
        notes = self.state.setup.notes
        return notes.currency if notes is not None else ""


def _public(state: TableState, at: int) -> m.PublicView:
    return public_view(state, 2**53 - 1, at)


def _account(state: TableState, ats: int, at: int) -> m.AccountView:
    return account_view(state, ats, 2**53 - 1, at, Recall(), BesidesPlay())


# Every screen there is, by its name.
PAGES_OF_CONSOLE: Final = (
    *(("tab", page) for page in ("coup", *PAGES)),
    *(("terminal", str(ats)) for ats in TERMINALS),
)
SCREENS: Final[dict[str, Callable[[ToldTable, str], None]]] = {
    "display": ToldTable.display,
    **{f"terminal {ats}": partial(ToldTable.terminal, ats=ats) for ats in TERMINALS},
    **{f"console {' '.join(page)}": partial(ToldTable.console, page=page) for page in PAGES_OF_CONSOLE},
}
View = TypeVar("View", bound=Message)


def read_back(view: View) -> View:
    """Return a view as whoever it is sent to reads it."""
    said = msgspec.json.encode(view)
    assert len(said) <= LONGEST_MESSAGE
    read = _reader(type(view)).decode(said)
    assert read == view
    return read


@cache
def _reader(kind: type[View]) -> msgspec.json.Decoder[View]:
    """Return what reads a kind of view: to make it takes longer than to read."""
    return msgspec.json.Decoder(kind)


def draw(scene: Scene) -> None:
    """Paint a scene."""
    surface = pygame.Surface(SIZE, depth=32)
    Painter(surface, _art()).paint_all(scene)


@cache
def _art() -> Art:
    return Art()


def _nothing() -> None:
    """Nobody looks."""
