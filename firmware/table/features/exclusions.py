"""Measures against one player: exclusion, a request to vacate, void wagers, and records of other measures."""

from enum import auto
from typing import Final, Literal

from msgspec.structs import replace

from firmware.books import load_book
from firmware.game.codes import GameCode
from firmware.game.events import Event
from firmware.game.rulebook import Act, Authorised, Authority, Person
from firmware.refusal import Code, Refused
from firmware.table.core.authority import act
from firmware.table.core.codes import TableCode
from firmware.table.core.commands import Command
from firmware.table.core.events import WagersDeclaredVoid
from firmware.table.core.feature import Feature
from firmware.table.core.needs import need_account, need_answered, need_terminal, need_unfrozen
from firmware.table.core.state import TableState, with_account
from firmware.table.core.turn import ABSTENTION, TableTurn
from firmware.table.features.corrections import declare_void_settled


class ExclusionsCode(Code):
    """Why it is refused."""

    EXCLUDED_ALREADY = auto()
    NOT_ABSTAINING = auto()


class ExcludePlayer(Command, frozen=True):
    """A player leaves the game: directed to by the dealer (6.6.2), or excluded by a supervisor (13.2.2)."""

    ats: int
    reason: str = ""
    by: Literal["dealer", "supervisor"] = "supervisor"


class PlayerExcluded(Event, frozen=True, tag="player_excluded"):
    """A player must leave the game; the account takes no more wagers, and is paid out."""

    ats: int
    reason: str
    rule: str | None
    by: Person = "supervisor"
    role: Authority = ""


class DeclareVoid(Command, frozen=True):
    """A casino supervisor declares an account's wagers void (13.2.1), on the open coup or a settled one."""

    ats: int
    coup: int | None = None


# What was done about a player outside the game: a prohibited device taken, the person kept until somebody came.
Measure = Literal["confiscated", "detained", "handed-over"]
ACTS: Final[dict[Measure, Act]] = {"confiscated": "confiscate", "detained": "detain", "handed-over": "detain"}


class RecordMeasure(Command, frozen=True):
    """A supervisor had something done about a player (13.2.4, 13.2.5): it moves nothing, and is on record."""

    ats: int
    measure: Measure


class AskToVacate(Command, frozen=True):
    """A player who abstains from wagering at a full table is asked to give up the seat (13.8)."""

    ats: int


class MeasureRecorded(Event, frozen=True, tag="measure_recorded"):
    """A supervisor had something done about a player: a device taken, the person kept, or handed over."""

    ats: int
    measure: Measure
    rule: str | None


class AskedToVacate(Event, frozen=True, tag="asked_to_vacate"):
    """Somebody who has not wagered for so many coups was asked to give up the seat (13.8)."""

    ats: int
    coups: int
    rule: str | None
    role: Authority


def exclude(turn: TableTurn, command: ExcludePlayer) -> None:
    """Make a player leave the game. Their wagers are settled by the cards, and the balance paid out (reading 27)."""
    # crown 6.6.2, 13.2, 13.2.2
    account = need_account(turn, command.ats)
    if account.excluded:
        raise Refused(ExclusionsCode.EXCLUDED_ALREADY, ats=command.ats)
    act = turn.act("direct-to-leave" if command.by == "dealer" else "exclude")
    turn.say(PlayerExcluded(command.ats, command.reason, act.rule or None, command.by, act.who))


def declare_void(turn: TableTurn, command: DeclareVoid) -> None:
    """Declare an account's wagers void, on the open coup, or on a settled one, which is recalculated."""
    # crown 13.2.1
    need_terminal(turn, command.ats)
    need_unfrozen(turn)
    need_answered(turn)
    coup = turn.state.game.coup
    rule = turn.act("declare-void").rule or None
    if command.coup is None and coup is None:
        raise Refused(GameCode.NO_COUP, rule)
    if coup is None or command.coup not in (None, coup.number):
        declare_void_settled(turn, command.ats, command.coup or 0, rule)
        return
    lines = turn.lines_of(command.ats)
    if not lines:
        raise Refused(TableCode.NO_WAGERS, rule, ats=command.ats, coup=coup.number)
    turn.say(WagersDeclaredVoid(coup.number, command.ats, rule))
    turn.give_back(lines, rule, "void")


def record_measure(turn: TableTurn, command: RecordMeasure) -> None:
    """Record what was done about a player outside the game."""
    # crown 13.2.4, 13.2.5
    need_terminal(turn, command.ats)
    rule = turn.act(ACTS[command.measure]).rule or None
    turn.say(MeasureRecorded(command.ats, command.measure, rule))


def ask_to_vacate(turn: TableTurn, command: AskToVacate) -> None:
    """Record that an abstaining player was asked to give up the seat; this alone moves nothing."""
    # crown 13.8
    account = need_account(turn, command.ats)
    act = turn.act("vacate")
    full = len(turn.state.accounts) == turn.state.setup.ats
    if not full or account.abstained < ABSTENTION:
        raise Refused(ExclusionsCode.NOT_ABSTAINING, act.rule, ats=command.ats, coups=ABSTENTION)
    turn.say(AskedToVacate(command.ats, account.abstained, act.rule or None, act.who))


def _fold_excluded(state: TableState, event: PlayerExcluded) -> TableState:
    account = replace(state.accounts[event.ats], excluded=True, excluded_by=event.rule or "")
    return with_account(state, event.ats, account)


def _who_exclude(state: TableState, command: ExcludePlayer) -> Authorised:
    # crown 6.6.2, 13.2.2
    name: Act = "direct-to-leave" if command.by == "dealer" else "exclude"
    return load_book(state.setup.rulebook).authority[name]


def _who_measure(state: TableState, command: RecordMeasure) -> Authorised:
    # crown 13.2.4, 13.2.5
    return load_book(state.setup.rulebook).authority[ACTS[command.measure]]


FEATURE: Final = Feature(
    decides={
        ExcludePlayer: exclude,
        DeclareVoid: declare_void,
        AskToVacate: ask_to_vacate,
        RecordMeasure: record_measure,
    },
    folds={PlayerExcluded: _fold_excluded},
    asked={
        RecordMeasure: _who_measure,
        ExcludePlayer: _who_exclude,
        DeclareVoid: act("declare-void"),
        AskToVacate: act("vacate"),
    },
    recorded=(MeasureRecorded, AskedToVacate),
)
