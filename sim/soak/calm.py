"""When nothing breaks any more: the table plays on by itself, what is open can be resolved, and everything agrees."""

import asyncio
from collections.abc import Coroutine
from typing import Any, Final, NamedTuple

from firmware.refusal import Refused
from firmware.table.core.journal import JournalError
from firmware.table.core.stopped import TableStopped
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.tickets import UNDER_WAY
from sim.soak.cash_desk import ClerkDesk
from sim.soak.dealer import Dealer
from sim.soak.journal import SoakJournal
from sim.soak.money import credited, in_boxes
from sim.soak.people import Attendant, SeatedPlayer
from sim.soak.steps import Held
from sim.soak.ticket_guest import TicketGuest
from sim.whole_table import WholeTable

# How long the table may take to come back to play by itself once nothing breaks any more, and for how many coups.
CALM_S: Final = 1200.0
COUPS_AFTER: Final = 3
# How often it is tried to close all accounts; each but in the midst of a coup.
ROUNDS: Final = 200


class People(NamedTuple):
    """Who is there."""

    dealer: Dealer
    attendant: Attendant
    desks: list[ClerkDesk]
    players: list[SeatedPlayer]
    guest: TicketGuest

    def running(self) -> list[Coroutine[Any, Any, None]]:
        """Return what each of them does, until cancelled."""
        return [
            self.dealer.run(),
            self.attendant.run(),
            *(desk.run() for desk in self.desks),
            *(player.run() for player in self.players),
            self.guest.run(),
        ]


async def calm(table: WholeTable, people: People, held: Held, journal: SoakJournal) -> list[str]:
    """Bring the night to its end, and return what did not hold."""
    people.dealer.err_no_more()
    last = held.watch.coups + COUPS_AFTER
    until = asyncio.get_running_loop().time() + CALM_S
    while held.watch.coups < last:
        await asyncio.sleep(10)
        if asyncio.get_running_loop().time() > until:
            return [f"no play {CALM_S:.0f} s after the last fault: {table.state.game.phase}"]
    for player in people.players:
        player.stop()
    await people.guest.last()
    wrong = await _pay_all_out(table, people.attendant)
    for desk in people.desks:
        await desk.last()
    held.watch.lies(table.state)
    return [
        *wrong,
        *_cards(people.dealer),
        *_notes(table),
        *_tickets(table),
        *_shown(table),
        *_replayed(table, journal),
    ]


async def _pay_all_out(table: WholeTable, attendant: Attendant) -> list[str]:
    """Resolve all doubts, and close each account between two coups."""
    for _ in range(ROUNDS):
        await asyncio.sleep(3)
        try:
            await attendant.round()
            for ats, account in list(table.state.accounts.items()):
                if not account.wagers:
                    await table.service.submit(CashOut(ats), by="dealer")
        except (Refused, TableStopped):
            continue
        printing = any(ticket.fate in UNDER_WAY for ticket in table.state.tickets.values())
        if not table.state.accounts and not table.state.note_doubts and not printing:
            return []
    return [f"accounts that cannot be closed: {table.state.accounts}, {table.state.note_doubts}"]


def _cards(dealer: Dealer) -> list[str]:
    return [dealer.cards.suspect] if dealer.cards.suspect else []


def _notes(table: WholeTable) -> list[str]:
    """Each note in a cash box is in the ledger, and no other."""
    lie = {ats: (in_boxes(seat), credited(table, ats)) for ats, seat in table.seats.items()}
    return [
        f"ATS {ats}: {lies} in cash boxes, {says} in the ledger" for ats, (lies, says) in lie.items() if lies != says
    ]


def _tickets(table: WholeTable) -> list[str]:
    """Each ticket was shown at a desk, and was paid unless it came too late."""
    now = table.service.now_ms()
    unpaid = {number: ticket for number, ticket in table.state.tickets.items() if ticket.fate != "paid"}
    left = {n: ticket for n, ticket in unpaid.items() if ticket.fate != "printed" or now <= ticket.expires_at}
    return [f"tickets that nobody could be paid for: {left}"] if left else []


def _shown(table: WholeTable) -> list[str]:
    """The display shows the last coup, and nothing is out of order that could not be put right."""
    wrong = [f"faults that nobody can clear: {sorted(table.state.faults)}"] if table.state.faults else []
    display = table.display.remote
    public = display.public
    shown = public.recent[-1].coup if display.there and public is not None and public.recent else 0
    last = table.state.recent[-1].result.coup
    return [*wrong, f"the display shows coup {shown}, and coup {last} was the last"] if shown != last else wrong


def _replayed(table: WholeTable, journal: SoakJournal) -> list[str]:
    """The journal is whole, and gives what lives."""
    try:
        agrees = journal.checked() == table.state
    except JournalError as error:
        return [f"the journal is not whole: {error}"]
    return [] if agrees else ["the journal does not give the table's state"]
