"""When the siege is over: what devices, printers and desks know, held against the table's journal to the cent."""

import re
from collections import Counter
from collections.abc import Iterable
from typing import Final

from firmware.table.core.journal import Entry, JournalError
from firmware.table.core.ledger import total
from firmware.table.core.state import TableState
from firmware.table.features.buying_in import BoughtIn
from firmware.table.features.cash_desks import TicketShown
from firmware.table.features.note_doubts import NoteDoubted
from firmware.table.features.tickets import TicketIssued, TicketReported
from firmware.table.journal.check import verify
from firmware.table.journal.file import checked, connect_to_read
from sim.siege.devices import BesiegedDevices
from sim.siege.floor import Floor
from sim.siege.people import Clerk
from sim.soak.pages import shows

# Who asked, as the journal has it: `ATS 5`, `ats-5`.
_ASKER: Final = re.compile(r"(?:ATS |ats-)(\d+)")
SURE: Final = ("printed", "paid")


class Books:
    """What is on record. `tampered`: terminals whose board was meddled with: doubts about its notes are right there."""

    def __init__(self, floor: Floor, devices: BesiegedDevices, clerk: Clerk) -> None:
        self.tampered: set[int] = set()
        self.rows = 0
        self.notes: Counter[int] = Counter()
        self.doubts = 0
        self.tickets = 0
        # How many tickets became credit at a terminal.
        self.taken_in = 0
        self._floor = floor
        self._devices = devices
        self._clerk = clerk

    def wrong(self) -> list[str]:
        """Return what does not agree; the table is stopped."""
        path = self._floor.journal
        try:
            state = verify(path).state
            db = connect_to_read(path)
            try:
                entries = list(checked(db, path))
            finally:
                db.close()
        except JournalError as error:
            return [f"the journal is not whole: {error}"]
        self.rows = len(entries)
        self.notes = Counter()
        for entry in entries:
            event = entry.event
            if isinstance(event, BoughtIn) and event.by == "note":
                self.notes[event.ats] += event.amount
        return [
            *([f"the ledger's sum is {total(state.ledger)}"] if total(state.ledger) else []),
            *self._notes(entries, state),
            *self._tickets(entries, state),
            *self._desk(entries),
            *self._taken_in(entries),
            *_of_others(entries, self._floor.hostile),
            *self._clerk.wrong,
        ]

    def _notes(self, entries: list[Entry], state: TableState) -> list[str]:
        """Notes in boxes are credits, or in doubt; and in doubt is nothing of which a device knows the whole story."""
        wrong = []
        raised = Counter(event.ats for event in _doubted(entries) if not _is_of_table(event))
        self.doubts = raised.total()
        for ats in self._floor.terminals:
            open_doubts = [one.amount for one in state.note_doubts.values() if one.ats == ats and not one.ticket]
            over = self._devices.in_boxes(ats) - self.notes[ats]
            if over not in _sums(open_doubts, over):
                lies = self._devices.in_boxes(ats)
                wrong.append(f"ats-{ats}: {lies} in its boxes, {self.notes[ats]} credited, in doubt {open_doubts}")
            whole = ats not in self._devices.disturbed | self.tampered
            if whole and raised[ats]:
                why = [doubt.why for doubt in state.note_doubts.values() if doubt.ats == ats]
                wrong.append(f"ats-{ats}: {raised[ats]} notes were in doubt, and its acceptor knew of each: {why}")
            if self._devices.on_the_way(ats):
                wrong.append(f"ats-{ats}: a note is neither in a box nor with its player")
        return wrong

    def _tickets(self, entries: list[Entry], state: TableState) -> list[str]:
        """Each ticket that is printed or paid is on one page with its amount, and no page has another number."""
        issued = {entry.event.number: entry.event for entry in entries if isinstance(entry.event, TicketIssued)}
        fates = {entry.event.number: entry.event.fate for entry in entries if isinstance(entry.event, TicketReported)}
        on_paper = Counter(n for pages in self._devices.pages.values() for page in pages for n in page.numbers)
        self.tickets = len(issued)
        wrong = [f"ticket {n} is on {count} pages" for n, count in on_paper.items() if count > 1]
        wrong += [f"ticket {number} is on paper, and was never issued" for number in on_paper.keys() - issued.keys()]
        for ats, page in ((ats, page) for ats, pages in self._devices.pages.items() for page in pages):
            for ticket in (issued[number] for number in page.numbers if number in issued):
                if ticket.ats != ats or not shows(page.text, ticket.amount, "AUD"):
                    wrong.append(f"{ticket} is on a page of ats-{ats}: {page.text!r}")
        for number, fate in fates.items():
            if fate == "printed" and not on_paper[number]:
                wrong.append(f"ticket {number} is said to be printed, and is on no page")
            if fate == "failed" and on_paper[number]:
                wrong.append(f"ticket {number} is said to have failed, and is on paper")
        for number, held in state.tickets.items():
            if held.fate == "printing" and held.ats in self._floor.terminals:
                wrong.append(f"ticket {number} of ats-{held.ats} is being printed for ever")
        return wrong

    def _desk(self, entries: list[Entry]) -> list[str]:
        """What went over the counter is paid on record with its amount; a journal that pays twice is not whole."""
        shown = [entry.event for entry in entries if isinstance(entry.event, TicketShown)]
        by_number = {event.number: event.amount for event in shown if event.answer == "paid" and not event.again}
        return [
            f"ticket {number}: {amount} was handed over, and {by_number.get(number)} is on record"
            for number, amount in self._clerk.handed.items()
            if by_number.get(number) != amount
        ]

    def _taken_in(self, entries: list[Entry]) -> list[str]:
        """A ticket's money goes once: over the counter, or for one paper in a box; no paper lies there for nothing."""
        shown = [event for event in (entry.event for entry in entries) if isinstance(event, TicketShown)]
        paid = [event for event in shown if event.answer == "paid" and not event.again]
        credited = {event.number: event for event in paid if event.to}
        self.taken_in = len(credited)
        wrong = [f"ticket {number} was paid {count} times" for number, count in _numbers(paid).items() if count > 1]
        wrong += [
            f"ticket {number} is credited to ats-{credited[number].to}, and was handed over at a desk"
            for number in credited.keys() & self._clerk.handed.keys()
        ]
        issued = {entry.event.number: entry.event for entry in entries if isinstance(entry.event, TicketIssued)}
        for number, event in credited.items():
            if number not in issued or issued[number].amount != event.amount:
                wrong.append(f"ticket {number} is credited with {event.amount}: {issued.get(number)}")
            if event.life and number not in self._devices.papers(event.to):
                wrong.append(f"ticket {number} is credited to ats-{event.to}, and lies in none of its boxes")
        for ats in self._floor.terminals:
            wrong += self._papers(ats, [event for event in paid if event.to == ats and event.life], entries)
        return wrong

    def _papers(self, ats: int, credited: list[TicketShown], entries: list[Entry]) -> list[str]:
        """Return the papers of a terminal that are neither credited there nor in doubt."""
        lie = Counter(self._devices.papers(ats))
        if lie and not self._floor.tickets:
            return [f"ats-{ats}: tickets were kept, and this table takes none in: {sorted(lie)}"]
        doubts = [event for event in _doubted(entries) if event.ats == ats]
        if ats in self.tampered or any(not event.amount and not event.ticket for event in doubts):
            return []
        known = _numbers(credited) + Counter(event.ticket for event in doubts)
        return [f"ats-{ats}: ticket {number} is in a box, neither credited nor in doubt" for number in lie - known]


def _numbers(shown: Iterable[TicketShown]) -> Counter[str]:
    return Counter(event.number for event in shown)


def _doubted(entries: Iterable[Entry]) -> list[NoteDoubted]:
    return [entry.event for entry in entries if isinstance(entry.event, NoteDoubted)]


def _is_of_table(event: NoteDoubted) -> bool:
    """Whether the table itself says of a ticket why it is in doubt, by a word: it was paid meanwhile, say."""
    return bool(event.ticket) and " " not in event.why


def _sums(doubts: list[int], over: int) -> set[int]:
    """Return what may lie there beyond what was credited: any of the doubts; of one whose value nobody knows, any."""
    may = {0}
    for amount in doubts:
        may |= {one + amount for one in may}
    return may | {over} if 0 in doubts and over >= 0 else may


def _of_others(entries: Iterable[Entry], hostile: tuple[str, ...]) -> list[str]:
    """Nothing that an attacker's board asked for concerns another terminal's account."""
    theirs = {int(name.removeprefix("ats-")) for name in hostile}
    wrong = []
    for entry in entries:
        asker = _ASKER.match(entry.by)
        concerns = getattr(entry.event, "ats", None)
        if asker is not None and int(asker[1]) in theirs and concerns not in (None, *theirs):
            wrong.append(f"row {entry.sequence}: {entry.by} moved ats-{concerns}: {entry.event}")
    return wrong
