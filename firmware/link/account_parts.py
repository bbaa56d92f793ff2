"""What an account's view and an answer are made of: a coup as its player recalls it, and why something is refused."""

from firmware.link import bounds as b
from firmware.link.message import Message


class RecalledView(Message, frozen=True):
    """A coup that ended, as this account saw it: its stakes, what went back (stakes included), its balance after it."""

    coup: b.Coup
    stakes: b.Stakes
    returned: b.Returns
    balance: b.Held


class RefusalView(Message, frozen=True):
    """Why something is refused: a fixed word, what it speaks of, and the rule. Each screen says it in its language."""

    code: b.Code
    values: b.Values = {}
    rule: b.Rule | None = None
