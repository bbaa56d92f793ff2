"""Compares what the configuration says with what the table runs by, at each start: nothing is ignored silently."""

from enum import auto
from hashlib import sha256
from typing import Any, Final

from msgspec import Struct, json
from msgspec.structs import asdict, replace

from firmware.books import rules_of
from firmware.game.events import Event
from firmware.game.wagers import Limit, limit_of
from firmware.refusal import Code, Refused, Unsound
from firmware.table.core.authority import GAME
from firmware.table.core.codes import TableCode
from firmware.table.core.commands import Command
from firmware.table.core.feature import Feature
from firmware.table.core.kept import keep, kept
from firmware.table.core.needs import need_unfrozen
from firmware.table.core.setup import Setup
from firmware.table.core.state import TableState
from firmware.table.core.turn import TableTurn
from firmware.table.features.game_changes import ChangeGame, change_game
from firmware.table.features.limits import SetPeriod, set_limit, set_period, setting

NAME: Final = "settings"
# What people adopt. Each start itself records the others: approvals, notes, caps, the machine number.
KEYS: Final = (
    "rulebook",
    "side_wagers",
    "decks",
    "ats",
    "remote",
    "period",
    "aggregate_minimum",
    "ticket_days",
    "day",
    "cashiers",
    "own_pins",
    "acknowledge",
    "allowed_devices",
    "safer_play",
)
LIMITS: Final = "limits."
# These change nothing for credit at a terminal: staff can change them at any time, with their own notices.
_WITH_CREDIT: Final = ("period", LIMITS, "day", "cashiers", "own_pins", "acknowledge", "allowed_devices", "safer_play")


class SettingsCode(Code):
    """Why it is refused."""

    NOTHING_DIFFERS = auto()
    CREDIT_AT_TERMINALS = auto()
    SHOE_IN_PLAY = auto()


class Configured(Struct, frozen=True):
    """What a configuration says of a table."""

    setup: Setup
    limits: tuple[Limit, ...] = ()

    @property
    def digest(self) -> str:
        """The mark that tells this configuration from any other."""
        return sha256(json.encode(self, order="deterministic")).hexdigest()


class ReadSettings(Command, frozen=True):
    """The table's board has started, and its configuration says this."""

    configured: Configured


class AdoptSettings(Command, frozen=True):
    """The table runs by its configuration from now on."""


class KeepSettings(Command, frozen=True):
    """The table goes on as it is, although its configuration says otherwise."""


class SettingsRead(Event, frozen=True, tag="settings_read"):
    """The configuration now says this; here it `differs` from what the table runs by."""

    digest: str
    differs: tuple[str, ...]
    configured: Configured


class SettingsAdopted(Event, frozen=True, tag="settings_adopted"):
    """In these the table now runs by its configuration."""

    digest: str
    differs: tuple[str, ...]
    setup: Setup


class SettingsKept(Event, frozen=True, tag="settings_kept"):
    """In these the table goes on as it is."""

    digest: str
    differs: tuple[str, ...]


def last_read(state: TableState) -> Configured | None:
    """Return what the configuration said at the last start; None if nobody has compared it."""
    text = kept(state, NAME).get("read")
    return None if text is None else json.decode(str(text), type=Configured)


def digest_of(state: TableState) -> str:
    """Return the mark of the last start's configuration."""
    return str(kept(state, NAME).get("digest", ""))


def differing(state: TableState) -> tuple[str, ...]:
    """Return where the configuration and the table differ, until somebody decides which holds."""
    return tuple(str(kept(state, NAME).get("differs", "")).split())


def both(state: TableState, key: str, at: int) -> tuple[str, str]:
    """Return what the table runs by, and what its configuration says, as text."""
    configured = last_read(state)
    assert configured is not None
    return _text(_runs_by(state, configured, at)[key]), _text(_says(configured)[key])


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.encode(value, order="deterministic").decode()


def _says(configured: Configured) -> dict[str, Any]:
    """Return what a configuration says, by key."""
    setup = asdict(configured.setup)
    limits = {f"{LIMITS}{one.bet}": (one.minimum, one.maximum, one.step) for one in configured.limits}
    return {**{key: setup[key] for key in KEYS}, **limits}


def _runs_by(state: TableState, configured: Configured, at: int) -> dict[str, Any]:
    """Return what a table runs by, for everything that a configuration mentions."""
    setup = asdict(state.setup)
    held = {one.bet: limit_of(state.limits, one.bet, at, state.game.coups + 1) for one in configured.limits}
    limits = {f"{LIMITS}{bet}": (limit.minimum, limit.maximum, limit.step) for bet, limit in held.items()}
    return {**{key: setup[key] for key in KEYS}, **limits}


def read_settings(turn: TableTurn, command: ReadSettings) -> None:
    """Record what has changed in a configuration, and where it differs from what the table runs by."""
    state, configured = turn.state, command.configured
    if configured.digest == digest_of(state):
        return
    before = last_read(state)
    said = {} if before is None else _says(before)
    runs, pending = _runs_by(state, configured, turn.at), differing(state)
    # What staff have changed since, but the configuration has not, stays as they want it.
    differs = [
        key
        for key, value in _says(configured).items()
        if value != runs[key] and (key in pending or key not in said or said[key] != value)
    ]
    turn.say(SettingsRead(configured.digest, tuple(differs), configured))


def _need_differing(turn: TableTurn) -> tuple[Configured, tuple[str, ...]]:
    differs, configured = differing(turn.state), last_read(turn.state)
    if not differs or configured is None:
        raise Refused(SettingsCode.NOTHING_DIFFERS)
    return configured, differs


def adopt(turn: TableTurn, _: AdoptSettings) -> None:
    """Make the table run by its configuration: between coups, and without credit where it would change something."""
    # crown 5.1, 7.1: limits and versions keep their notices
    configured, differs = _need_differing(turn)
    need_unfrozen(turn)
    state = turn.state
    if state.game.coup is not None:
        raise Refused(TableCode.COUP_OPEN, coup=state.game.coup.number)
    if state.session:
        raise Refused(TableCode.SESSION_RUNNING, name=state.session)
    if "decks" in differs and state.game.shoe is not None:
        raise Refused(SettingsCode.SHOE_IN_PLAY)
    credit = [ats for ats in _touched(state, differs, configured.setup) if _holds_something(state, ats)]
    if credit:
        raise Refused(SettingsCode.CREDIT_AT_TERMINALS, terminals=", ".join(map(str, credit)))
    _change(turn, configured, differs)


def _touched(state: TableState, differs: tuple[str, ...], setup: Setup) -> list[int]:
    """Return the terminals whose credit a change would affect."""
    if any(not key.startswith(_WITH_CREDIT) and key not in ("ats", "remote") for key in differs):
        return list(range(1, state.setup.ats + 1))
    gone = range(setup.ats + 1, state.setup.ats + 1) if "ats" in differs else ()
    remote = set(setup.remote) ^ set(state.setup.remote) if "remote" in differs else set()
    return sorted({*gone, *remote})


def _holds_something(state: TableState, ats: int) -> bool:
    """Whether there is money at a terminal, or open between it and the house."""
    in_doubt = {*(note.ats for note in state.note_doubts.values()), *(one.ats for one in state.lost_tickets.values())}
    is_open = ats in in_doubt or bool(state.unsettled_of(ats) or state.owed.get(ats))
    return is_open or ats in state.accounts or ats in state.holds


def _change(turn: TableTurn, configured: Configured, differs: tuple[str, ...]) -> None:
    values = {key: getattr(configured.setup, key) for key in KEYS if key in differs}
    setup = replace(turn.state.setup, **values)
    try:
        rules_of(setup.rulebook, setup.side_wagers, setup.decks)
    except Unsound as unsound:
        raise unsound.refusal from None
    for limit in configured.limits:
        if f"{LIMITS}{limit.bet}" in differs:
            set_limit(turn, setting(limit))
    if "period" in differs:
        set_period(turn, SetPeriod(setup.period))
    turn.say(
        SettingsAdopted(
            configured.digest,
            differs,
            replace(setup, rulebook=turn.state.setup.rulebook, side_wagers=turn.state.setup.side_wagers),
        )
    )
    if {"rulebook", "side_wagers"} & set(differs):
        change_game(turn, ChangeGame(setup.rulebook, setup.side_wagers))


def keep_as_it_is(turn: TableTurn, _: KeepSettings) -> None:
    """Let the table go on as it is, on record."""
    configured, differs = _need_differing(turn)
    turn.say(SettingsKept(configured.digest, differs))


def _fold_read(state: TableState, event: SettingsRead) -> TableState:
    state = keep(state, NAME, "read", json.encode(event.configured, order="deterministic").decode())
    return keep(keep(state, NAME, "digest", event.digest), NAME, "differs", " ".join(event.differs) or None)


def _fold_adopted(state: TableState, event: SettingsAdopted) -> TableState:
    return keep(replace(state, setup=event.setup), NAME, "differs", None)


def _fold_kept(state: TableState, _: SettingsKept) -> TableState:
    return keep(state, NAME, "differs", None)


FEATURE: Final = Feature(
    decides={ReadSettings: read_settings, AdoptSettings: adopt, KeepSettings: keep_as_it_is},
    folds={SettingsRead: _fold_read, SettingsAdopted: _fold_adopted, SettingsKept: _fold_kept},
    beside={AdoptSettings: GAME, KeepSettings: GAME},
    offers={"settings-adopt": AdoptSettings, "settings-keep": KeepSettings},
)
