"""The fold of what pockets told: which is in use, what each number is, and the notes that are in doubt."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from firmware.game.events import Event
from firmware.table import events as e
from firmware.table import lives, pockets
from firmware.table import pocket_events as p
from firmware.table.state import LostTicket, NoteDoubt, TableState

OfMoney = e.BoughtIn | e.CashedOut | e.TicketIssued | p.NoteDoubted | p.LeftNoteTold


def told(state: TableState, event: OfMoney, number: int, what: pockets.Told) -> TableState:
    """Remember what was told under a number of a pocket; 0 is none: the dealer, or a supervisor."""
    if not number:
        return state
    unknown = lives.unknown_from(state, event.life)
    return _with(state, event.ats, pockets.tell(state.pocket(event.ats), event.life, number, what, unknown))


def _with(state: TableState, ats: int, pocket: pockets.Pocket) -> TableState:
    return replace(state, pockets={**state.pockets, ats: pocket})


def _began(state: TableState, event: p.PocketBegan) -> TableState:
    unknown = lives.unknown_from(state, event.life)
    return _with(state, event.ats, pockets.begun(state.pocket(event.ats), event.life, unknown))


def _waits(state: TableState, event: p.PocketWaits) -> TableState:
    return _with(state, event.ats, replace(state.pocket(event.ats), waiting=event.life))


def _compared(state: TableState, event: p.PocketCompared) -> TableState:
    # What is lost is in doubt, and told once more it is not credited besides.
    pocket = state.pocket(event.ats)
    for number in range(max(event.known, event.shown - pockets.KEPT) + 1, event.shown + 1):
        pocket = pockets.tell(pocket, event.life, number, pockets.Told("note", 0, "", "doubted"))
    lost = {ticket.number: LostTicket(event.ats, ticket.amount) for ticket in event.tickets}
    state = replace(state, compared=state.compared | {event.ats}, lost_tickets={**state.lost_tickets, **lost})
    return _with(state, event.ats, pocket)


def _lost_settled(state: TableState, event: p.LostTicketSettled) -> TableState:
    lost = {number: ticket for number, ticket in state.lost_tickets.items() if number != event.number}
    # Older journals do not say when: what they settled was forgotten, and is so when they are read again.
    seen_to = {event.number: LostTicket(event.ats, event.amount)} if event.at is not None else {}
    return replace(state, lost_tickets=lost, seen_to={**state.seen_to, **seen_to})


def _disputed(state: TableState, event: p.PocketDisputed | p.NoteQuestioned) -> TableState:
    return _with(state, event.ats, pockets.dispute(state.pocket(event.ats), event.name))


def _doubted(state: TableState, event: p.NoteDoubted) -> TableState:
    doubt = _together(state.note_doubts.get(event.doubt), event)
    state = told(state, event, event.note, pockets.Told("note", event.amount, event.currency, "doubted"))
    return replace(state, note_doubts={**state.note_doubts, event.doubt: doubt})


def _together(before: NoteDoubt | None, event: p.NoteDoubted) -> NoteDoubt:
    """Return a doubt with one more in it: of several notes no one amount is known."""
    if before is None:
        return NoteDoubt(event.ats, event.amount, event.why, event.currency, event.notes, event.left_by)
    if event.note and before.left_by == event.life != "":
        # The board that was taken out says itself what it left: that is no further note.
        amount = event.amount if before.notes == 1 else 0
        return NoteDoubt(event.ats, amount, before.why, event.currency, before.notes)
    why = before.why if before.left_by else event.why
    return NoteDoubt(event.ats, 0, why, event.currency, before.notes + event.notes, before.left_by)


def _resolved(state: TableState, event: p.NoteDoubtResolved) -> TableState:
    if event.left_by:
        pocket = state.pocket(event.ats)
        state = _with(state, event.ats, replace(pocket, found=(*pocket.found, event.left_by)))
    return replace(state, note_doubts={doubt: n for doubt, n in state.note_doubts.items() if doubt != event.doubt})


def _left_told(state: TableState, event: p.LeftNoteTold) -> TableState:
    state = told(state, event, event.note, pockets.Told("note", event.amount, event.currency, "doubted"))
    pocket = state.pocket(event.ats)
    return _with(state, event.ats, replace(pocket, found=tuple(one for one in pocket.found if one != event.life)))


FOLDS: Final[dict[type[Event], Callable[[TableState, Any], TableState]]] = {
    p.PocketBegan: _began,
    p.PocketWaits: _waits,
    p.PocketCompared: _compared,
    p.LostTicketSettled: _lost_settled,
    p.PocketDisputed: _disputed,
    p.NoteQuestioned: _disputed,
    p.NoteDoubted: _doubted,
    p.NoteDoubtResolved: _resolved,
    p.LeftNoteTold: _left_told,
    p.LifeKept: lives.kept,
    p.LifeForgotten: lives.forgotten,
}
