"""All terminals at a glance: account, wagers, health."""

from typing import Final

from firmware.console.known import Known
from firmware.console.tab import Tab
from firmware.console.view import Page, Tile
from firmware.table.core.doors import standing
from firmware.table.core.faults import fault_name
from firmware.table.core.reported import CALLED
from firmware.table.core.state import TableState
from firmware.table.features.devices import of_terminal
from firmware.table.features.left_behind import left_since
from firmware.table.features.tickets import UNDER_WAY


def tile(known: Known, ats: int) -> Tile:
    """Return one terminal."""
    state, words = known.state, known.words
    account = state.accounts.get(ats)
    troubles = of_terminal(state.troubles, ats)
    label = str(ats)
    if fault_name("ats", ats) in state.faults:
        return Tile(label, words("tile.out"), "alarm", ("terminal", label))
    if standing(state, ats) or state.pocket(ats).waiting:
        why = "tile.door" if standing(state, ats) else "tile.board"
        return Tile(label, words(why), "alarm", ("terminal", label))
    if CALLED in troubles.get("attendant", ()):
        return Tile(label, words("tile.call"), "notice", ("terminal", label))
    if troubles or _is_open(state, ats):
        return Tile(label, words("tile.see"), "notice", ("terminal", label))
    if account is None:
        return Tile(label, "", "quiet", ("terminal", label))
    look = "notice" if account.excluded else "good" if account.total else "plain"
    return Tile(label, words.money(account.total or state.balance(ats)), look, ("terminal", label))


def _is_open(state: TableState, ats: int) -> bool:
    """Whether something is open between a terminal and the house: money in doubt, owed or held, a claim."""
    # crown 11.12, 11.16, 13.2.3
    tickets = any(ticket.fate not in UNDER_WAY for ticket in state.unsettled_of(ats).values())
    notes, lost, claims = state.note_doubts.values(), state.lost_tickets.values(), state.claims.values()
    of_some = {*(note.ats for note in notes), *(ticket.ats for ticket in lost), *(claim.ats for claim in claims)}
    standing = state.owed.get(ats) or ats in state.holds or ats in state.lost or left_since(state, ats) is not None
    return tickets or bool(standing) or ats in of_some


def page(known: Known) -> Page:
    """Return the page."""
    terminals = range(1, known.state.setup.ats + 1)
    return Page(known.words("tab.terminals"), tiles=tuple(tile(known, ats) for ats in terminals))


TAB: Final = Tab(page, place=10)
