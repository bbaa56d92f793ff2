"""The devices of a siege, on pseudo-terminals: what lies in them is what the table's journal is held against."""

import random
from collections import Counter, defaultdict, deque
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from drivers.escpos.protocol import VOID_MARK
from hal.cards import DECK, Card
from hal.clock import ticks_s
from sim.devices.angel_eye import AngelEyeModel
from sim.devices.ebds import EbdsModel
from sim.devices.escpos import EscposModel
from sim.devices.id003 import Id003Model
from sim.devices.model import Model
from sim.devices.note_model import NoteModel
from sim.devices.note_path import NotePlace
from sim.devices.pseudo_terminal import PseudoTerminal
from sim.devices.simulation import line_of

# How much shorter the mechanics take than in life: a note has passed in half a second.
PACE: Final = 0.25
DECKS: Final = 8
CENTS: Final = 100
STORY: Final = 200
# How often somebody has a copy of a ticket that was paid.
COPIED: Final = 0.1
CURRENCY: Final = "AUD"
MAKES: Final[dict[str, type[NoteModel]]] = {"id003": Id003Model, "ebds": EbdsModel}


class PrintedPage(NamedTuple):
    """A page that came out of a printer."""

    text: str
    numbers: tuple[str, ...]


class Acceptor(NamedTuple):
    """An acceptor on its line, and where its link lies."""

    protocol: str
    model: NoteModel
    face: PseudoTerminal
    link: Path


class Printer(NamedTuple):
    """A printer on its line."""

    model: EscposModel
    face: PseudoTerminal
    link: Path


class BesiegedDevices:
    """All devices. `acceptors`: of each terminal, one or more that were ever on it. `pages`: that came out of printers.

    `disturbed`: terminals of which an acceptor lost power or line, jammed or was cheated: its story is not whole.
    """

    def __init__(self, folder: Path, chance: random.Random) -> None:
        self.acceptors: defaultdict[int, list[Acceptor]] = defaultdict(list)
        self.printers: dict[int, Printer] = {}
        self.spares: list[Printer] = []
        self.pages: defaultdict[int, list[PrintedPage]] = defaultdict(list)
        self.disturbed: set[int] = set()
        # What notes did last, of each terminal: for whoever looks into what did not hold.
        self.stories: defaultdict[int, deque[str]] = defaultdict(lambda: deque(maxlen=STORY))
        self.inserted: Counter[int] = Counter()
        # The tickets that a clerk has paid, and keeps.
        self.kept_at_desk: set[str] = set()
        self._folder = folder
        self._chance = chance
        self._cards: list[Card] = []
        self.shoe = AngelEyeModel()
        self._shoe_face = self._on_line(self.shoe, "shoe", "angel-eye")

    def _on_line(self, model: Model, name: str, protocol: str) -> PseudoTerminal:
        model.run_at(PACE)
        face = PseudoTerminal(model, self._folder / name, line_of(protocol))
        face.plug()
        return face

    def acceptor(self, ats: int, protocol: str, currency: str = CURRENCY) -> Acceptor:
        """Furnish a terminal with an acceptor, beside what it had before."""
        name = f"acceptor-{ats}-{len(self.acceptors[ats])}"
        model = MAKES[protocol](partial(self._moved, ats), currency=currency)
        found = Acceptor(protocol, model, self._on_line(model, name, protocol), self._folder / name)
        self.acceptors[ats].append(found)
        return found

    def _moved(self, ats: int, said: dict[str, Any]) -> None:
        """Keep what an acceptor's notes did last."""
        what = f"ticket {said['ticket']}" if "ticket" in said else said["amount"] // CENTS
        self.stories[ats].append(f"{ticks_s():.2f} {said.get('place', said['event'])} {what}")

    def foreign(self, ats: int, currency: str) -> Acceptor:
        """Put another country's acceptor in the place of a terminal's own, on its line."""
        own = self.acceptors[ats][0]
        own.face.unplug()
        model = MAKES[own.protocol](currency=currency)
        found = Acceptor(own.protocol, model, self._on_line(model, own.link.name, own.protocol), own.link)
        self.acceptors[ats].append(found)
        return found

    def own_again(self, ats: int, foreign: Acceptor) -> None:
        """Give a terminal its own acceptor back."""
        foreign.face.unplug()
        self.acceptors[ats][0].face.plug()

    def printer(self, ats: int) -> Printer:
        """Put a printer on a terminal."""
        self.printers[ats] = self._printer(ats, f"printer-{ats}")
        return self.printers[ats]

    def spare_printer(self, ats: int) -> Printer:
        """Return a printer for a second board of a terminal."""
        self.spares.append(self._printer(ats, f"spare-printer-{ats}"))
        return self.spares[-1]

    def _printer(self, ats: int, name: str) -> Printer:
        model = EscposModel()
        model.show_pages(lambda page: self._page(ats, page))
        return Printer(model, self._on_line(model, name, "escpos"), self._folder / name)

    def _page(self, ats: int, page: Any) -> None:
        text = page.info["text"]
        self.pages[ats].append(PrintedPage(text, () if VOID_MARK in text else page.info["numbers"]))

    def in_boxes(self, ats: int) -> int:
        """Return what lies in all cash boxes that this terminal ever filled, in minor units."""
        boxes = (acceptor.model.path.cash_box for acceptor in self.acceptors[ats])
        return sum(value * CENTS * count for box in boxes for value, count in box.items())

    def papers(self, ats: int) -> list[str]:
        """Return the tickets in all cash boxes that this terminal ever filled."""
        return [number for acceptor in self.acceptors[ats] for number in acceptor.model.path.tickets]

    def some_ticket(self, chance: random.Random) -> str:
        """Return a ticket that came out of a printer, now and then a copy of one that is gone; "" where none is."""
        printed = [number for pages in self.pages.values() for page in pages for number in page.numbers]
        gone = self.kept_at_desk.union(*(self.papers(ats) for ats in self.acceptors))
        there = [number for number in printed if number not in gone or chance.random() < COPIED]
        return chance.choice(there) if there else ""

    def on_the_way(self, ats: int) -> int:
        """Return how many notes of a terminal are neither with a player nor in a box."""
        return sum(one.model.path.place is not NotePlace.NOWHERE for one in self.acceptors[ats])

    def put_right(self) -> None:
        """Plug everything in, switch it on, and clear what is stuck."""
        for acceptors in self.acceptors.values():
            for one in acceptors:
                one.model.power(on=True)
                one.model.do("clear")
            acceptors[0].face.plug()
        for printer in self.printers.values():
            printer.model.power(on=True)
            printer.face.plug()
            for line in ("paper in", "cover closed", "clear"):
                printer.model.do(line)

    # The shoe.

    def new_shoe(self) -> None:
        """Put shuffled cards into the shoe, and burn the first."""
        self._cards = list(DECK) * DECKS
        self._chance.shuffle(self._cards)
        self.shoe.do(f"burn {self._cards.pop()}")

    @property
    def cards_left(self) -> int:
        """How many cards the shoe still has."""
        return len(self._cards)

    def deal(self, hand: str, position: int) -> None:
        """Draw the next card out of the shoe."""
        self.shoe.draw(self._cards.pop(), hand, position)

    def close(self) -> None:
        """Take everything off its line."""
        faces = [one.face for acceptors in self.acceptors.values() for one in acceptors]
        for face in (self._shoe_face, *faces, *(printer.face for printer in (*self.printers.values(), *self.spares))):
            face.unplug()
