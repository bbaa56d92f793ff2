"""Tickets at the cash desk: each is paid once, every attempt is on record, and guessing is slowed down.

A ticket of another table is no guess: a guest has come to the wrong desk, and is told where it is paid. Nor is one that
this table issued, whatever became of its money.
"""

from typing import Final, NamedTuple

from msgspec.structs import replace

from firmware.game.refusal import Refused
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.codes import TableCode
from firmware.table.lost_tickets import printed_before
from firmware.table.numbering import is_of
from firmware.table.state import Desk, IssuedTicket, Told
from firmware.table.turn import TableTurn
from firmware.table.validation import read_number

# So many unknown numbers in a row, and a desk is answered no more for so long.
GUESSES: Final = 5
LOCKED_MS: Final = 60_000
_BY_FATE: Final[dict[str, c.Redemption]] = {
    "paid": "already-paid",
    "in_doubt": "in-doubt",
    "printing": "not-printed",
    "reprinting": "not-printed",
    "failed": "not-printed",
}


def redeem(turn: TableTurn, command: c.RedeemTicket) -> None:
    """Say what a ticket is, and pay it if that is asked and it is good."""
    before = _told_before(turn, command)
    if before is not None:
        shown = _shown(turn, command, before.answer)
        turn.say(replace(shown, amount=before.amount, ats=_ats_of(turn, before.number), again=True))
        return
    if command.pay and command.until and turn.at > command.until:
        raise Refused(TableCode.TOO_LATE)
    if command.pay and turn.state.frozen:
        raise Refused(TableCode.FROZEN)
    turn.say(_answered(turn, command))


def look(_: TableTurn, __: c.LookAtDesk) -> None:
    """Do nothing: whatever came before it has been decided."""


def _shown(turn: TableTurn, command: c.RedeemTicket, answer: c.Redemption) -> e.TicketShown:
    return e.TicketShown(
        command.desk,
        command.number,
        answer,
        at=turn.at,
        asked_to_pay=command.pay,
        paper=command.amount,
        request=command.request,
    )


def _told_before(turn: TableTurn, command: c.RedeemTicket) -> Told | None:
    """Return what a desk was told when its ticket was paid, if it asks for the same payment once more."""
    if not (command.pay and command.request):
        return None
    ticket = turn.state.tickets.get(command.number)
    if ticket is not None and (ticket.paid_to, ticket.paid_under) == (command.desk, command.request):
        return Told(command.number, "paid", ticket.amount, turn.at, command.request)
    # Paid tickets are forgotten some time; the last of each desk is not.
    paid = turn.state.desks.get(command.desk, Desk()).paid
    same = paid is not None and (paid.number, paid.request) == (command.number, command.request)
    return paid if same else None


def _ats_of(turn: TableTurn, number: str) -> int:
    ticket = turn.state.tickets.get(number)
    return 0 if ticket is None else ticket.ats


def _answered(turn: TableTurn, command: c.RedeemTicket) -> e.TicketShown:
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


def _gone(turn: TableTurn, command: c.RedeemTicket) -> e.TicketShown | None:
    """Return what is said of a ticket that is not in the ledger, and is or may be this table's; else nothing."""
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
    """Return which other table's ticket has this number; none for a number of our own, or of nobody's."""
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


def _answer(turn: TableTurn, ticket: IssuedTicket, command: c.RedeemTicket) -> c.Redemption:
    if ticket.fate != "printed":
        return _BY_FATE[ticket.fate]
    if turn.at > ticket.expires_at:
        return "expired"
    if command.amount not in (None, ticket.amount):
        return "other-amount"
    return "paid" if command.pay else "good"
