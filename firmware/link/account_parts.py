"""What views and answers are made of: a recalled coup, a refusal, a sitting, and what guests get to play safely."""

from typing import Annotated

from msgspec import Meta

from firmware.link import bounds as b
from firmware.link.message import Message


class RecalledView(Message, frozen=True):
    """A coup that ended, as this account saw it: stakes, what came back (stakes included), the balance after it.

    `adjusted`: what corrections of this coup or of one before it have moved on the account since.
    """

    coup: b.Coup
    stakes: b.Stakes
    returned: b.Returns
    balance: b.Held
    adjusted: b.Owed = 0


class CorrectedView(Message, frozen=True):
    """What corrections of a coup have moved on an account since the last coup ended; below zero, they took it."""

    coup: b.Coup
    amount: b.Owed


class SittingView(Message, frozen=True):
    """What has happened since the player sat down (`since`; 0: not known), and the limits that they set themselves.

    `staked`, `gained`, `lost`: of settled wagers. `most_lost`: no more may be lost. `leaves_at`: no wager is taken from
    then on. `paused_until`: no wager is taken before then.
    """

    since: b.Count = 0
    staked: b.Held = 0
    gained: b.Held = 0
    lost: b.Held = 0
    most_lost: b.Stake | None = None
    leaves_at: b.Count | None = None
    paused_until: b.Count = 0


class SaferView(Message, frozen=True):
    """What the house offers guests for safer play: limits of their own, pauses and reality checks, in minutes."""

    own_limits: bool = False
    pauses: Annotated[tuple[b.Minutes, ...], Meta(max_length=3)] = ()
    reality_check: b.Minutes = 0
    help_line: b.Text = ""


class RefusalView(Message, frozen=True):
    """Why something is refused: a code, its values, and the rule. Each screen says it in its own language."""

    code: b.Code
    values: b.Values = {}
    rule: b.Rule | None = None
