"""Tickets at the cash desk: each is paid once, every attempt is recorded, and guessing is slowed down."""

from collections.abc import Iterator
from typing import ClassVar, Final, NamedTuple

from msgspec.structs import replace

from firmware.game.events import Event
from firmware.refusal import Refused
from firmware.table.core.accounts import Account, Sitting
from firmware.table.core.codes import TableCode
from firmware.table.core.commands import Command
from firmware.table.core.feature import Feature
from firmware.table.core.ledger import BALANCE, OUT, Movement
from firmware.table.core.numbering import is_of
from firmware.table.core.pockets import Told
from firmware.table.core.reported import Redemption
from firmware.table.core.state import Desk, IssuedTicket, TableState, ToldAtDesk, with_account
from firmware.table.core.turn import TableTurn
from firmware.table.core.validation import read_number
from firmware.table.features.lost_tickets import may_be_of_before, printed_before
from firmware.table.features.pocket_numbers import remember


class RedeemTicket(Command, frozen=True):
    """A cash desk is shown a ticket: `pay` it, or only say what it is worth. Every attempt goes on record.

    `amount`: what the paper says, if somebody compared it. `request`: the desk's own number of this payment, under
    which it always gets the same answer. `until`: when it is too late to pay; 0: never. `cashier`: who is at the
    desk, proven by their PIN.
    """

    # What stands on a ticket is what an account held, and is said of it by whoever has the paper.
    of_paper: ClassVar = True
    desk: str
    number: str
    pay: bool = False
    amount: int | None = None
    request: str = ""
    until: int = 0
    cashier: str = ""


class LookAtDesk(Command, frozen=True):
    """Wait until everything that a cash desk has asked for so far is done; nothing happens."""

    desk: str


class TicketShown(Event, frozen=True, tag="ticket_shown"):
    """A ticket was shown at a cash desk, and what it was told: `paid` moved its money.

    `machine` and `table`: whose it is, when it is another table's. `asked_to_pay`, `paper` (what the paper says) and
    `request`: as the desk asked. `again`: it was told before, and nothing moved now.
    `to`: the terminal whose account it was paid into, there or at the dealer; `life`, `note`: the pocket that told of
    it, and its number there.
    """

    desk: str
    number: str
    answer: Redemption
    ats: int = 0
    amount: int = 0
    locked_until: int = 0
    machine: int = 0
    table: str = ""
    at: int = 0
    asked_to_pay: bool = False
    paper: int | None = None
    request: str = ""
    again: bool = False
    cashier: str = ""
    to: int = 0
    life: str = ""
    note: int = 0

    def into(self, ats: int, life: str = "", note: int = 0) -> "TicketShown":
        """Return the same, paid into a terminal's account."""
        return replace(self, to=ats, life=life, note=note)


# After this many unknown numbers in a row a desk gets no answer for this long. A clerk mistypes a number once or twice;
# somebody who guesses tries no more than some thousands of numbers of eighteen digits in a day.
GUESSES: Final = 5
# Desks with a cashier; tickets are taken in elsewhere, too.
CASH_DESKS: Final = "cage-"
LOCKED_MS: Final = 60_000
_BY_FATE: Final[dict[str, Redemption]] = {
    "paid": "already-paid",
    "in_doubt": "in-doubt",
    "printing": "not-printed",
    "reprinting": "not-printed",
    "failed": "not-printed",
}


def redeem(turn: TableTurn, command: RedeemTicket) -> None:
    """Say what a ticket is worth, and pay it if asked to and it is good."""
    before = _told_before(turn, command)
    if before is not None:
        shown = _shown(turn, command, before.answer)
        turn.say(replace(shown, amount=before.amount, ats=_ats_of(turn, before.number), again=True))
        return
    if command.pay and command.until and turn.at > command.until:
        raise Refused(TableCode.TOO_LATE)
    if command.pay and turn.state.setup.cashiers and not command.cashier and command.desk.startswith(CASH_DESKS):
        raise Refused(TableCode.CASHIER_SIGNS_ON)
    if command.pay and turn.state.frozen:
        raise Refused(TableCode.FROZEN)
    turn.say(answered(turn, command))


def look(_: TableTurn, __: LookAtDesk) -> None:
    """Do nothing: whatever came before it has been decided."""


def _shown(turn: TableTurn, command: RedeemTicket, answer: Redemption) -> TicketShown:
    return TicketShown(
        command.desk,
        command.number,
        answer,
        at=turn.at,
        asked_to_pay=command.pay,
        paper=command.amount,
        request=command.request,
        cashier=command.cashier,
    )


def _told_before(turn: TableTurn, command: RedeemTicket) -> ToldAtDesk | None:
    """Return what a desk was told when its ticket was paid, if it asks for the same payment again."""
    if not (command.pay and command.request):
        return None
    ticket = turn.state.tickets.get(command.number)
    if ticket is not None and (ticket.paid_to, ticket.paid_under) == (command.desk, command.request):
        return ToldAtDesk(command.number, "paid", ticket.amount, turn.at, command.request)
    # Paid tickets are forgotten some time; the last of each desk is not.
    paid = turn.state.desks.get(command.desk, Desk()).paid
    same = paid is not None and (paid.number, paid.request) == (command.number, command.request)
    return paid if same else None


def _ats_of(turn: TableTurn, number: str) -> int:
    ticket = turn.state.tickets.get(number)
    return 0 if ticket is None else ticket.ats


def answered(turn: TableTurn, command: RedeemTicket) -> TicketShown:
    """Return the answer to a shown ticket."""
    desk = turn.state.desks.get(command.desk, Desk())
    if turn.at < desk.locked_until:
        return replace(_shown(turn, command, "throttled"), locked_until=desk.locked_until)
    ticket = turn.state.tickets.get(command.number)
    if ticket is not None:
        answer = _answer(turn, ticket, command)
        return replace(_shown(turn, command, answer), ats=ticket.ats, amount=ticket.amount)
    gone = _gone(turn, command)
    if gone is not None:
        return gone
    elsewhere = _elsewhere(turn, command.number)
    if elsewhere is not None:
        return replace(_shown(turn, command, "another-table"), machine=elsewhere.machine, table=elsewhere.table)
    locked = turn.at + LOCKED_MS if desk.unknown + 1 >= GUESSES else 0
    return replace(_shown(turn, command, "unknown"), locked_until=locked)


def _gone(turn: TableTurn, command: RedeemTicket) -> TicketShown | None:
    """Return the answer about a ticket that is not in the ledger but is or may be this table's; else nothing."""
    lost = turn.state.lost_tickets.get(command.number)
    if lost is not None:
        return replace(_shown(turn, command, "in-doubt"), ats=lost.ats, amount=lost.amount)
    seen_to = turn.state.seen_to.get(command.number)
    if seen_to is not None:
        return replace(_shown(turn, command, "already-paid"), ats=seen_to.ats, amount=seen_to.amount)
    if turn.numbering.issued(command.number) is not None:
        # The ledger lets go of a ticket once its money has gone: by hand, to the account, or at a desk long ago.
        return _shown(turn, command, "already-paid")
    before = printed_before(turn, command.number)
    return replace(_shown(turn, command, "before-restore"), ats=before) if before else None


class _Elsewhere(NamedTuple):
    machine: int
    table: str


def _elsewhere(turn: TableTurn, number: str) -> _Elsewhere | None:
    """Return the other table whose ticket has this number; None for a number of our own, or of nobody's."""
    found = read_number(number)
    if found is None or not found.machine:  # machine 0 is no table's: each terminal adds its own number to its table's
        return None
    setup = turn.state.setup
    ours = (setup.machine, *turn.state.machines_before) if setup.machine else turn.state.machines_before
    if any(is_of(base, found.machine) for base in ours):
        return None
    others = turn.numbering.others
    if others is None:
        return _Elsewhere(found.machine, "")
    return next((_Elsewhere(found.machine, one.name) for one in others if is_of(one.machine, found.machine)), None)


def _answer(turn: TableTurn, ticket: IssuedTicket, command: RedeemTicket) -> Redemption:
    if ticket.fate != "printed":
        return _BY_FATE[ticket.fate]
    if turn.at > ticket.expires_at:
        return "expired"
    if command.amount not in (None, ticket.amount):
        return "other-amount"
    return "paid" if command.pay else "good"


# After so many others were paid the state lets go of a paid ticket; the journal still says that it was issued.
PAID_KEPT: Final = 1000


def _fold_ticket_shown(state: TableState, event: TicketShown) -> TableState:
    if event.again:
        return state
    before = state.desks.get(event.desk, Desk())
    # Only a paid ticket ends the count of guesses: somebody with one good ticket could show it again and again.
    unknown = {"unknown": before.unknown + 1, "paid": 0}.get(event.answer, before.unknown)
    told = ToldAtDesk(event.number, event.answer, event.amount, event.at, event.request)
    desk = Desk(
        0 if event.locked_until and event.answer == "unknown" else unknown,
        event.locked_until,
        told,
        told if event.answer == "paid" else before.paid,
    )
    state = replace(state, desks={**state.desks, event.desk: desk})
    if event.answer == "before-restore":
        return may_be_of_before(state, event.ats, event.number)
    return _fold_ticket_paid(state, event) if event.answer == "paid" else state


def _fold_ticket_paid(state: TableState, event: TicketShown) -> TableState:
    """Remember that it was paid, and forget the oldest, as a table pays tickets for years."""
    ticket = replace(
        state.tickets[event.number], fate="paid", paid_to=event.desk, paid_under=event.request, paid_by=event.cashier
    )
    state = _fold_taken_in(state, event)
    state = replace(state, tickets={**state.tickets, event.number: ticket})
    paid = [one for one, ticket in state.tickets.items() if ticket.fate == "paid"]
    if len(paid) <= PAID_KEPT:
        return state
    gone = set(paid[:-PAID_KEPT])
    return replace(state, tickets={one: ticket for one, ticket in state.tickets.items() if one not in gone})


class _TakenIn(NamedTuple):
    """By which terminal a ticket was taken in: as the pocket's numbers know it."""

    ats: int
    life: str


def _fold_taken_in(state: TableState, event: TicketShown) -> TableState:
    """Remember under which number a terminal took a ticket in; its credit opens an account, as any does."""
    if not event.to:
        return state
    told = Told("ticket", event.amount, "", "credited", event.number)
    state = remember(state, _TakenIn(event.to, event.life), event.note, told)
    return state if event.to in state.accounts else with_account(state, event.to, Account(sitting=Sitting(event.at)))


def _post_ticket_shown(_: TableState, event: TicketShown) -> Iterator[Movement]:
    if event.answer != "paid" or event.again:
        return
    yield event.ats, OUT["ticket"], "out/terminal" if event.to else "out/cash-desk", event.amount
    if event.to:
        yield event.to, "in/ticket", BALANCE, event.amount


FEATURE: Final = Feature(
    decides={RedeemTicket: redeem, LookAtDesk: look},
    folds={TicketShown: _fold_ticket_shown},
    moves={TicketShown: _post_ticket_shown},
    signed_soon=(TicketShown,),
)
