"""Everything that a dealer's console shows, ready to draw."""

from typing import Literal

from msgspec import Struct

from firmware.kit.scene import Action
from firmware.link.messages import HandView

NO_HAND = HandView((), 0)


class Choice(Struct, frozen=True):
    """Something that can be asked for."""

    action: Action
    label: str
    look: str = "plain"
    note: str = ""
    on: bool = True


class Row(Struct, frozen=True):
    """A line of a page: its subject, its text, and what can be done about it."""

    label: str
    detail: str = ""
    value: str = ""
    look: str = "deep"
    choices: tuple[Choice, ...] = ()


class Tile(Struct, frozen=True):
    """One of many at a glance."""

    label: str
    value: str
    look: str
    action: Action = ()
    note: str = ""


class Form(Struct, frozen=True):
    """A question to the person at the console. `entry`: what has been entered. `lines`: what they should know.

    `choices`: all answers, if one is to be picked; beside a keypad, the commonest. `changed`: the lines differ from
    those shown first. `one`: the last touch on it is the answer. `last`: it is done once this is answered.
    """

    kind: Literal["keypad", "letters", "pick", "cards", "order", "confirm"]
    title: str
    prompt: str = ""
    entry: str = ""
    lines: tuple[str, ...] = ()
    choices: tuple[Choice, ...] = ()
    cards: tuple[str, ...] = ()
    ready: bool = True
    changed: bool = False
    one: bool = False
    last: bool = False


class Page(Struct, frozen=True):
    """The middle of the screen: `tiles` for many alike, else `rows`."""

    title: str = ""
    rows: tuple[Row, ...] = ()
    tiles: tuple[Tile, ...] = ()
    choices: tuple[Choice, ...] = ()


class CoupView(Struct, frozen=True):
    """The coup as it is dealt, its events, and the terminals at a glance, or what to take and pay."""

    player: HandView = NO_HAND
    banker: HandView = NO_HAND
    due: str = ""
    winner: str = ""
    happened: tuple[Row, ...] = ()
    tiles: tuple[Tile, ...] = ()
    totals: tuple[Row, ...] = ()


class SgcView(Struct, frozen=True):
    """The console. `line`: what the dealer must do next. `main`: what can be done now, whatever page is shown.

    `waiting`: the way back to a form that was set aside for something more urgent.
    """

    line: str
    look: str
    place: str
    coup: str
    person: str
    tabs: tuple[Choice, ...]
    main: tuple[Choice, ...] = ()
    page: Page | None = None
    game: CoupView | None = None
    number: int = 0
    betting: bool = False
    closes_at: int | None = None
    period: int = 0
    form: Form | None = None
    waiting: Choice | None = None
    toast: str = ""
    toast_look: str = "notice"
    toast_until: int = 0
