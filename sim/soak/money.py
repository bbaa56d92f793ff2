"""Money that lies there, in cash boxes and on paper, held against the ledger; also in the midst of things."""

from collections.abc import Iterator
from itertools import product

from hal.currency import MINOR
from sim.devices.note_path import NotePlace
from sim.whole_table import Seat, WholeTable


def boards_of(seat: Seat) -> tuple[Seat, ...]:
    """Return a terminal's board, and others that were there with the same certificate and acceptors of their own."""
    if not seat.others:  # as nearly always, and this is asked at each turn of a soak
        return (seat,)
    return (seat, *(other for other in seat.others if other.devices["note_acceptor"].model is not None))


def in_boxes(seat: Seat) -> int:
    """Return what lies in a terminal's cash boxes, in minor units, whichever board had it taken."""
    return sum(_in_box(board) for board in boards_of(seat))


def _in_box(board: Seat) -> int:
    path = board.devices["note_acceptor"].model.path
    return sum(value * MINOR * count for value, count in path.cash_box.items())


def at_rest(seat: Seat) -> bool:
    """Whether nothing is under way that may be credited, or told of, by itself."""
    return all(
        board.pocket.in_flight() is None and board.devices["note_acceptor"].model.path.place is NotePlace.NOWHERE
        for board in boards_of(seat)
    )


def credited(table: WholeTable, ats: int) -> int:
    """Return what the ledger says was taken in notes."""
    accounts = table.state.ledger.get(ats, {})
    return -sum(amount for name, amount in accounts.items() if name.startswith(("cash-box/", "drop/")))


def doubted(table: WholeTable, ats: int) -> dict[str, int]:
    """Return the notes in doubt of a terminal, with their amounts; 0 where nobody knows. What is a ticket is none."""
    doubts = table.state.note_doubts
    return {doubt: note.amount for doubt, note in doubts.items() if note.ats == ats and not note.ticket}


def choices(seat: Seat, doubts: dict[str, int]) -> Iterator[dict[str, int]]:
    """Return what may be there of the notes in doubt; of one whose value nobody knows, any that the acceptor knows."""
    for some in product(*((0, amount) if amount else _any(seat) for amount in doubts.values())):
        yield dict(zip(doubts, some, strict=True))


def _any(seat: Seat) -> tuple[int, ...]:
    """Return what a note of which nobody knows the value may be: none, or one that the acceptor knows."""
    return (0, *(value * MINOR for value in seat.devices["note_acceptor"].model.values))


def notes_astray(table: WholeTable, seat: Seat) -> str:
    """Return what is wrong about a terminal's notes: what no note in doubt, and none on its way, accounts for."""
    model, notes = seat.devices["note_acceptor"].model, table.state.setup.notes
    if notes is None or model.currency != notes.currency:
        kept = {"in its cash box": in_boxes(seat), "credited": credited(table, seat.ats)}
        return f"ATS {seat.ats}: notes of {model.currency} are no money here: {kept}" if any(kept.values()) else ""
    over = in_boxes(seat) - credited(table, seat.ats)
    may = {0}
    known = table.state.pocket(seat.ats)
    if known.life != seat.pocket.life or known.of(seat.pocket.life).last > seat.pocket.count:
        # A board that is not let in, or was set back, does not know what its acceptor has, or had, in its hands.
        may = set(_any(seat))
    for amount in doubted(table, seat.ats).values():
        may = {one + more for one in may for more in ((0, amount) if amount else _any(seat))}
    for board in boards_of(seat):
        path, flight = board.devices["note_acceptor"].model.path, board.pocket.in_flight()
        moving = path.value * MINOR if path.place is not NotePlace.NOWHERE else 0
        for ways in ((0, flight.amount if flight is not None else 0), (0, moving, -moving)):
            may = {one + more for one in may for more in ways}
    if over in may:
        return ""
    return f"ATS {seat.ats}: {over} more in cash boxes than in the ledger; on its way or in doubt are {sorted(may)}"


def tickets_astray(table: WholeTable, ats: int) -> str:
    """Return what is wrong about the tickets of a terminal: what is outstanding, and what the ledger has of it."""
    tickets = sum(t.amount for t in table.state.tickets.values() if t.ats == ats and t.fate != "paid")
    owes = table.state.ledger.get(ats, {}).get("tickets", 0)
    settled = {number for number, ticket in table.state.tickets.items() if ticket.fate in ("printed", "paid")}
    if settled ^ table.state.tickets.keys() != set(table.state.unsettled):
        return f"tickets {table.state.unsettled} are said to be unsettled, and of all {settled} are settled"
    return "" if tickets == owes else f"ATS {ats}: tickets of {tickets} are outstanding, and {owes} in the ledger"
