"""The configuration of a board: one TOML file, typed and ranged, in which a key that nobody reads is an error."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from firmware.amounts import read_amount
from firmware.board_parts import Config, LimitSettings, TableSettings
from firmware.books import book_ids, chosen_side_wagers, load_book, read_side_wagers, rules_of
from firmware.cash_config import acceptor_uncertain, caps_of, no_notes, notes_of
from firmware.day_config import day_of
from firmware.files import NotReadable, read_text
from firmware.game.bets import read_odds
from firmware.game.wagers import ANY, DEFAULT_LIMIT, Limit, limit_of
from firmware.guest_config import safer_play_of
from firmware.kit.settings import ScreenSettings, pixels_per_millimetre
from firmware.kit.theme import scale_of
from firmware.link.names import need_device
from firmware.machine_numbers import check_machine, other_tables
from firmware.staff_config import approvals_of
from firmware.table.core.numbering import OtherTable
from firmware.table.core.setup import Setup
from firmware.ticket_config import incomplete
from firmware.toml_text import read_toml
from hal.registry import Chosen, ProfileError, choose, keyed

FINGER_MM: Final = 12
# Which devices each role has, and which of them it cannot do without.
DEVICES: Final[dict[str, frozenset[str]]] = {
    "table": frozenset({"shoe", "panel", "wnd", "touch", "ticket_scanner", "ticket_printer"}),
    "ats": frozenset({"note_acceptor", "ticket_printer", "touch", "panel", "ticket_scanner"}),
    "wnd": frozenset({"wnd"}),
}
NEEDED: Final[dict[str, frozenset[str]]] = {
    "table": frozenset({"shoe"}),
    "ats": frozenset(),
    "wnd": frozenset(),
}


class ConfigError(ValueError):
    """A configuration that cannot be used: names the file, the key, what is wrong and what would be right."""


class Board(Struct, frozen=True):
    """A configuration that is sound: what the board is, and what deserves a second look."""

    config: Config
    devices: dict[str, Chosen]
    setup: Setup | None
    limits: tuple[Limit, ...]
    warnings: tuple[str, ...]
    others: tuple[OtherTable, ...] | None = None


def load_board(path: Path) -> Board:
    """Read a configuration. Raises ConfigError."""
    try:
        text = read_text(path, "a configuration is a TOML file")
    except NotReadable as error:
        raise ConfigError(str(error)) from None
    try:
        return read_board(text)
    except ValueError as error:
        raise ConfigError(f"{path}: {error}") from None


def read_board(text: str) -> Board:
    """Read a configuration's text. Raises ValueError that names the key, or the line."""
    try:
        config = msgspec.convert(read_toml(text), Config)
    except msgspec.ValidationError as error:
        raise ValueError(keyed("", str(error))) from None
    _check_parts(config)
    devices = choose(config.devices)
    second_look = (*acceptor_uncertain(devices), *_narrow(config.screen), *_says_little(config))
    if config.table is None:
        return Board(config, devices, None, (), second_look)
    assert config.journal is not None
    setup = replace(_setup(config.table), notes=notes_of(config.notes), caps=caps_of(config.caps))
    if config.table.tickets and config.table.ats:
        check_machine(config.table.machine, config.journal.ticket_secret)
    others = other_tables(config.table.machine, Path(config.table.tables)) if config.table.tables else None
    limits = tuple(_limit(bet, settings, setup) for bet, settings in config.limits.items())
    warnings = (*_roundings(setup, limits), *no_notes(setup), *second_look)
    return Board(config, devices, setup, limits, warnings, others)


def _narrow(screen: ScreenSettings | None) -> Iterator[str]:
    """Warn of a screen on which fingers are too thick for what is to be touched."""
    if screen is None or screen.size is None:
        return
    high = scale_of(screen.size).touch / pixels_per_millimetre(screen, screen.size)
    if high < FINGER_MM:
        yield (
            f"screen.diagonal: what is touched is {high:.1f} mm high here; {FINGER_MM} mm is the least "
            "that fingers meet: a larger screen, or fewer pixels, avoids it"
        )


def _says_little(config: Config) -> Iterator[str]:
    """Warn of tickets that do not say what guests and desks need."""
    if config.role == "ats" and "ticket_printer" in config.devices and (lacking := incomplete(config.ticket)):
        yield lacking


def _check_parts(config: Config) -> None:
    """Each role has its own parts."""
    role = config.role
    parts = {"table": ("table", "journal"), "ats": ("terminal",), "wnd": ()}[role]
    for part in ("table", "journal", "terminal"):
        there = getattr(config, part) is not None
        if there and part not in parts:
            raise ValueError(f"{part}: a board with role {role} has no such part")
        if not there and part in parts:
            raise ValueError(f"{part}: is missing; a board with role {role} needs it")
    _check_copy(config)
    if role != "table":
        _check_other_board(config)
    if config.network is not None:
        _check_name(config, config.network.device)
    if config.ticket is not None and role != "ats":
        raise ValueError(f"ticket: a board with role {role} prints none; terminals do")
    _check_screen(config)
    for name in config.devices:
        if name not in DEVICES[role]:
            raise ProfileError(f"devices.{name}", f"role {role} has {', '.join(sorted(DEVICES[role]))}")
    for name in sorted(NEEDED[role] - set(config.devices)):
        raise ProfileError(f"devices.{name}", f"is missing; role {role} cannot do without")


def _check_copy(config: Config) -> None:
    """The table seals its copies and says where they go; another board only keeps one."""
    copy = config.copies
    if copy is None:
        return
    if config.role != "table":
        if copy.key or copy.boards:
            raise ValueError("copy: another board than the table's only has folder and limit_mb here")
        if not copy.folder:
            raise ValueError("copy.folder: is missing; in it this board keeps the copy")
        return
    if not copy.key:
        raise ValueError("copy.key: is missing; rapid-table provision makes one: keep another of it where it is safe")
    if not copy.folder and not copy.boards:
        raise ValueError("copy: names neither a folder on another medium nor boards that keep the copy")
    for board in copy.boards:
        try:
            need_device(board)
        except ValueError as error:
            raise ValueError(f"copy.boards: {error}") from None
    if copy.boards and config.network is None:
        raise ValueError("copy.boards: other boards are reached by a network, and there is none")


def _check_other_board(config: Config) -> None:
    """A board that is not the table's finds the table by its network, and decides nothing that is the table's."""
    role = config.role
    if config.network is None:
        raise ValueError(f"network: is missing; a board with role {role} finds the table by it")
    if config.network.barred:
        raise ValueError(f"network.barred: a board with role {role} bars nobody; the table does")
    for part in ("limits", "notes", "caps"):
        if getattr(config, part):
            raise ValueError(f"{part}: a board with role {role} has none; they are the table's")


def _check_name(config: Config, device: str) -> None:
    """A board connects by the name of its role and number: by another one terminal would print another's number."""
    if config.terminal is not None and device != f"ats-{config.terminal.number}":
        number = config.terminal.number
        raise ValueError(f"network.device: is {device}; terminal {number} connects as ats-{number}")
    if config.role == "table" and device != "table":
        raise ValueError(f"network.device: is {device}; the table's board connects as table")
    if config.role == "wnd" and not device.startswith("wnd-"):
        raise ValueError(f"network.device: is {device}; a board with role wnd connects as wnd-1, wnd-2 …")


def _check_screen(config: Config) -> None:
    """A screen is worked by touch, and both hang the same way; a display's board shows something somewhere."""
    screen, touch = config.screen, config.devices.get("touch")
    if config.role == "wnd" and (screen is None) == ("wnd" not in config.devices):
        raise ValueError("screen: a board with role wnd has a screen of its own, or a sign in devices.wnd")
    if config.role == "wnd":
        return
    if screen is not None and touch is None:
        raise ProfileError("devices.touch", "is missing; a screen that nobody can touch is of no use here")
    if touch is not None and screen is not None and touch.get("rotation", 0) != screen.rotation:
        raise ProfileError("devices.touch.rotation", f"differs from screen.rotation, which is {screen.rotation}")


def _setup(table: TableSettings) -> Setup:
    if table.rulebook not in book_ids():
        raise ValueError(f"table.rulebook: no rule book {table.rulebook!r}; there are {', '.join(book_ids())}")
    try:
        sides = chosen_side_wagers(table.rulebook, read_side_wagers(table.side))
        rules_of(table.rulebook, sides, table.decks)
        return Setup(
            table.rulebook,
            table.ats,
            table.decks,
            round(table.period * 1000),
            sides,
            read_amount(str(table.aggregate_min)),
            table.remote,
            approvals_of(table.approvals),
            (table.machine or 0) if table.tickets else 0,
            table.ticket_days,
            day=day_of(table.day),
            cashiers=table.cashiers,
            own_pins=table.own_pins,
            acknowledge=table.acknowledge,
            allowed_devices=table.allowed_devices,
            safer_play=safer_play_of(table.safer_play),
        )
    except ValueError as error:
        raise ValueError(f"table: {error}") from None


def _limit(bet: str, settings: LimitSettings, setup: Setup) -> Limit:
    known = {bet.name for bet, _ in load_book(setup.rulebook).every_bet()} | {ANY}
    if bet not in known:
        raise ValueError(f"limits.{bet}: {setup.rulebook} has no such bet; it has {', '.join(sorted(known))}")
    try:
        return Limit(bet, *(read_amount(str(value)) for value in (settings.least, settings.most, settings.step)))
    except ValueError as error:
        raise ValueError(f"limits.{bet}: {error}") from None


def _roundings(setup: Setup, limits: tuple[Limit, ...]) -> list[str]:
    """Warn of each bet of which a permitted stake can win a part of a minor unit (reading 6)."""
    found = []
    for offered in rules_of(setup.rulebook, setup.side_wagers, setup.decks).offer.bets:
        limit = limit_of((DEFAULT_LIMIT, *limits), offered.name, 0, 0)
        for line in offered.bet.lines:
            odds = line.pays[offered.option - 1]
            payout = read_odds(odds)
            # What is left over repeats after as many steps as the denominator has.
            stakes = range(limit.minimum, limit.maximum + 1, limit.step)[: payout.denominator]
            rounded = next((stake for stake in stakes if payout.rounded_off(stake)), None)
            if rounded is not None:
                found.append(
                    f"limits.{offered.name}: a stake of {rounded / 100:.2f} at {odds} wins a part of a minor unit, "
                    f"which is rounded down; a step of whole units avoids it"
                )
    return found
