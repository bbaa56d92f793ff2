"""All terminals at a glance: account, wagers, health."""

from firmware.console.known import Known
from firmware.screens.sgc.view import Page, Tile
from firmware.table.ticketing import UNDER_WAY
from firmware.table.troubles import CALLED, of_terminal


def tile(known: Known, ats: int) -> Tile:
    """Return one terminal."""
    state, words = known.state, known.words
    account = state.accounts.get(ats)
    troubles = of_terminal(state.troubles, ats)
    label = str(ats)
    if f"ats {ats}" in state.faults:
        return Tile(label, words("tile.out"), "alarm", ("terminal", label))
    if state.pocket(ats).waiting:
        return Tile(label, words("tile.board"), "alarm", ("terminal", label))
    if CALLED in troubles.get("attendant", ()):
        return Tile(label, words("tile.call"), "notice", ("terminal", label))
    tickets = any(ticket.fate not in UNDER_WAY for ticket in state.unsettled_of(ats).values())
    if troubles or state.owed.get(ats) or tickets or any(doubt.ats == ats for doubt in state.note_doubts.values()):
        return Tile(label, words("tile.see"), "notice", ("terminal", label))
    if account is None:
        return Tile(label, "", "quiet", ("terminal", label))
    look = "notice" if account.excluded else "good" if account.total else "plain"
    return Tile(label, words.money(account.total or state.balance(ats)), look, ("terminal", label))


def page(known: Known) -> Page:
    """Return the page."""
    terminals = range(1, known.state.setup.ats + 1)
    return Page(known.words("tab.terminals"), tiles=tuple(tile(known, ats) for ats in terminals))
