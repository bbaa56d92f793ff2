"""A player's claim, and the decision about it (11.12)."""

from enum import auto
from typing import Final

from msgspec.structs import replace

from firmware.game.events import Event
from firmware.refusal import Code, Refused
from firmware.table.core.accounts import Claim
from firmware.table.core.authority import act
from firmware.table.core.commands import Command
from firmware.table.core.feature import Feature
from firmware.table.core.needs import need_terminal
from firmware.table.core.state import TableState
from firmware.table.core.turn import TableTurn


class ClaimsCode(Code):
    """Why it is refused."""

    NO_CLAIM = auto()


class RecordClaim(Command, frozen=True):
    """A player claims that something was wrong (11.12)."""

    ats: int
    text: str


class DecideClaim(Command, frozen=True):
    """What was decided about a claim."""

    claim: int
    text: str


class Claimed(Event, frozen=True, tag="claim"):
    """A player claims that something was wrong; by itself it moves nothing (11.12)."""

    claim: int
    ats: int
    text: str
    coup: int | None
    rule: str | None


class ClaimDecided(Event, frozen=True, tag="claim_decided"):
    """What was decided about a claim."""

    claim: int
    ats: int
    text: str
    rule: str | None


def record_claim(turn: TableTurn, command: RecordClaim) -> None:
    """Record a player's claim, with the open or last coup."""
    # crown 11.12
    need_terminal(turn, command.ats)
    coup = turn.state.game.coups or None
    rule = turn.act("claim").rule or None
    turn.say(Claimed(turn.state.claimed + 1, command.ats, command.text, coup, rule))


def decide_claim(turn: TableTurn, command: DecideClaim) -> None:
    """Record what was decided about a claim."""
    # crown 11.12
    claim = turn.state.claims.get(command.claim)
    rule = turn.act("claim").rule or None
    if claim is None:
        raise Refused(ClaimsCode.NO_CLAIM, rule, claim=command.claim)
    turn.say(ClaimDecided(command.claim, claim.ats, command.text, rule))


def _fold_claimed(state: TableState, event: Claimed) -> TableState:
    claims = {**state.claims, event.claim: Claim(event.ats, event.text, event.coup)}
    return replace(state, claims=claims, claimed=event.claim)


def _fold_claim_decided(state: TableState, event: ClaimDecided) -> TableState:
    return replace(state, claims={number: claim for number, claim in state.claims.items() if number != event.claim})


FEATURE: Final = Feature(
    decides={RecordClaim: record_claim, DecideClaim: decide_claim},
    folds={Claimed: _fold_claimed, ClaimDecided: _fold_claim_decided},
    asked=dict.fromkeys((RecordClaim, DecideClaim), act("claim")),
)
