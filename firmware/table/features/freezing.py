"""Freezing: no account moves until the disputed outcome is settled (11.11)."""

from enum import auto
from typing import Final

from msgspec.structs import replace

from firmware.game.events import Event
from firmware.refusal import Code, Refused
from firmware.table.core.authority import act
from firmware.table.core.commands import Command
from firmware.table.core.feature import Feature
from firmware.table.core.state import TableState
from firmware.table.core.turn import TableTurn


class FreezingCode(Code):
    """Why it is refused."""

    FROZEN_ALREADY = auto()
    NOT_FROZEN = auto()


class FreezeAccounts(Command, frozen=True):
    """No account moves until the outcome in question is settled."""


class UnfreezeAccounts(Command, frozen=True):
    """Accounts move again."""


class AccountsFrozen(Event, frozen=True, tag="accounts_frozen"):
    """No account moves (11.11)."""

    rule: str | None


class AccountsUnfrozen(Event, frozen=True, tag="accounts_unfrozen"):
    """Accounts move again."""


def freeze(turn: TableTurn, _: FreezeAccounts) -> None:
    """Freeze all accounts until it is decided whether an outcome was wrong."""
    rule = turn.treatment("wrong_outcome").rule
    if turn.state.frozen:
        raise Refused(FreezingCode.FROZEN_ALREADY, rule)
    turn.say(AccountsFrozen(rule or None))


def unfreeze(turn: TableTurn, _: UnfreezeAccounts) -> None:
    """Let accounts move again."""
    if not turn.state.frozen:
        raise Refused(FreezingCode.NOT_FROZEN, turn.treatment("wrong_outcome").rule)
    turn.say(AccountsUnfrozen())


def _fold_frozen(state: TableState, _: AccountsFrozen) -> TableState:
    return replace(state, frozen=True)


def _fold_unfrozen(state: TableState, _: AccountsUnfrozen) -> TableState:
    return replace(state, frozen=False)


FEATURE: Final = Feature(
    decides={FreezeAccounts: freeze, UnfreezeAccounts: unfreeze},
    folds={AccountsFrozen: _fold_frozen, AccountsUnfrozen: _fold_unfrozen},
    asked=dict.fromkeys((FreezeAccounts, UnfreezeAccounts), act("freeze")),
)
