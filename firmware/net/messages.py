"""What boards say to each other: typed, versioned, unknown keys refused. docs/messages.md is written from this file."""

from typing import Final, Literal

from msgspec import Struct

from firmware.table.commands import Redemption, TicketFate

VERSION: Final = 1


class Message(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Anything that is said."""


class Asked(Message, frozen=True, tag_field="ask"):
    """What a board asks of the table. Whose it is, the subject says: `ask.ats-3` is terminal 3's, and no other's."""


class GetSnapshot(Asked, frozen=True, tag="snapshot"):
    """All that this board may know, now. `version`: of these messages; another is refused."""

    version: int = VERSION


class SetWager(Asked, frozen=True, tag="wager"):
    """Set this account's wager on a bet to an amount; 0 takes it off."""

    bet: str
    amount: int


class CreditNote(Asked, frozen=True, tag="credit-note"):
    """A note is in this terminal's cash box."""

    amount: int


class DoubtNote(Asked, frozen=True, tag="doubt-note"):
    """Nobody knows whether a note is. `amount` 0: nor which."""

    note: str
    amount: int
    why: str


class PayByTicket(Asked, frozen=True, tag="pay-by-ticket"):
    """Close this account and issue its ticket."""


class TellTicket(Asked, frozen=True, tag="tell-ticket"):
    """What became of a ticket of this terminal."""

    ticket: str
    fate: TicketFate
    why: str


class TellFault(Asked, frozen=True, tag="tell-fault"):
    """A fault of this board's devices began or ended."""

    device: str
    what: str
    detail: str


class ShownAtClose(Asked, frozen=True, tag="shown-at-close"):
    """What this terminal showed as placed when betting closed (4.6): a difference is a malfunction."""

    coup: int
    wagers: dict[str, int]


class ShowTicket(Asked, frozen=True, tag="show-ticket"):
    """A cash desk is shown a ticket: what is it worth, and `pay` it if it is good."""

    ticket: str
    pay: bool = False


Request = (
    GetSnapshot | SetWager | CreditNote | DoubtNote | PayByTicket | TellTicket | TellFault | ShownAtClose | ShowTicket
)


class Envelope(Message, frozen=True):
    """A request: its number, by which it is done once; and until when, in the table's time, it may be."""

    number: str
    until: int
    what: Request


class HandView(Message, frozen=True):
    """A hand as screens show it."""

    cards: tuple[str, ...]
    total: int


class ResultView(Message, frozen=True):
    """A coup that ended."""

    coup: int
    winner: Literal["player", "banker", "tie", "void"]
    player: HandView
    banker: HandView
    dummy: bool = False


class LimitView(Message, frozen=True):
    """What may be wagered on a bet, now."""

    least: int
    most: int
    step: int


class ComingView(Message, frozen=True):
    """A change that is announced: of a bet's limit (`*`: of any), of the version of the game, or the closing."""

    kind: Literal["limit", "version", "closing"]
    at: int
    bet: str = ""
    limit: LimitView | None = None
    rulebook: str = ""


class PublicView(Message, frozen=True):
    """What everybody at the table may know. `number` counts the changes; `phase` as the coup's diagram names it.

    `shoe`: the marks of the coups of this shoe that count, as the roads show them.
    """

    number: int
    at: int
    rulebook: str
    phase: str
    decks: int = 8
    side_wagers: dict[str, int] = {}
    coup: int = 0
    dummy: bool = False
    last: bool = False
    closes_at: int | None = None
    player: tuple[str, ...] = ()
    banker: tuple[str, ...] = ()
    due: Literal["player", "banker", ""] = ""
    question: str = ""
    faults: tuple[str, ...] = ()
    frozen: bool = False
    session: str = ""
    period: int = 0
    limits: dict[str, LimitView] = {}
    coming: tuple[ComingView, ...] = ()
    recent: tuple[ResultView, ...] = ()
    shoe: tuple[str, ...] = ()


class RecalledView(Message, frozen=True):
    """A coup that ended, as this account saw it: its stakes, what went back (stakes included), its balance after it."""

    coup: int
    stakes: dict[str, int]
    returned: dict[str, int]
    balance: int


class AccountView(Message, frozen=True):
    """What one terminal may know beside: its own account.

    `coup`: in which its wagers lie. `no_notes`: why it takes no notes now.
    """

    number: int
    ats: int
    open: bool
    balance: int = 0
    coup: int = 0
    wagers: dict[str, int] = {}
    excluded: bool = False
    no_notes: str = ""
    remote: bool = False
    printing: tuple[str, ...] = ()
    recent: tuple[RecalledView, ...] = ()


class TicketView(Message, frozen=True):
    """A ticket that was issued, to be printed."""

    number: str
    amount: int


class Answer(Message, frozen=True):
    """The one outcome of a request, after its commit. `accepted`: what a wager is now."""

    number: str
    outcome: Literal["done", "refused"]
    reason: str = ""
    rule: str | None = None
    accepted: int | None = None
    ticket: TicketView | None = None
    redemption: Redemption | None = None
    public: PublicView | None = None
    account: AccountView | None = None


class Beat(Message, frozen=True):
    """A board is there. The table's carries its time, which the betting clock is shown by, and its last change."""

    at: int
    number: int = 0
    version: int = VERSION
