"""A gaming day as a paper: its figures, what went wrong, what was corrected, and who worked."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct, field

from firmware.amounts import write_amount
from firmware.game import events as g
from firmware.table.core.day_figures import DayFigures
from firmware.table.core.events import CoupInvalidated, OutcomeCorrected, WagersDeclaredVoid
from firmware.table.core.journal import Entry
from firmware.table.core.state import TableState
from firmware.table.features.cash_desks import TicketShown
from firmware.table.features.clock import ClockStepped
from firmware.table.features.days import DayBegan, DayClosed, figures_now
from firmware.table.features.devices import DeviceReported
from firmware.table.features.doors import DoorOpened
from firmware.table.features.staff import StaffSignedOn
from firmware.table.features.tickets import TicketIssued
from firmware.table.shown.paid_tickets import PaidTicket, lines_by_cashier, paid_ticket

_WIDTH: Final = 72


class DayBook(Struct):
    """What is known of a day. `row`: of its close; 0 while it is open. `agrees`: its row says what the ledger does."""

    number: int = 1
    row: int = 0
    hash: str = ""
    by: str = ""
    date: str = ""
    began_at: int = 0
    ended_at: int = 0
    figures: DayFigures | None = None
    agrees: bool = True
    coups: int = 0
    voids: int = 0
    dummies: int = 0
    tickets_issued: int = 0
    tickets_paid: int = 0
    paid_at_desks: list[PaidTicket] = field(default_factory=list)
    irregularities: Counter[str] = field(default_factory=Counter)
    corrections: list[str] = field(default_factory=list)
    doors: Counter[str] = field(default_factory=Counter)
    reports: Counter[str] = field(default_factory=Counter)
    worked: dict[str, str] = field(default_factory=dict)

    def take(self, entry: Entry, state: TableState) -> None:
        """Take a row of the day. `state`: after it."""
        _count(self, entry.event)
        match entry.event:
            case TicketShown(answer="paid", again=False, to=0):
                self.paid_at_desks.append(paid_ticket(entry.sequence, entry.event))
            case StaffSignedOn(staff=staff):
                self.worked[staff] = _person(state, staff)
            case OutcomeCorrected() | CoupInvalidated() | WagersDeclaredVoid():
                self.corrections.append(f"coup {entry.event.coup}: {_WHAT[type(entry.event)]}, by {entry.by}")

    def close(self, entry: Entry, event: DayClosed, before: TableState) -> None:
        """Take the day's close. `before`: the state before it, from which its figures are calculated again."""
        self.number, self.row, self.hash, self.by = event.number, entry.sequence, entry.hash.hex(), entry.by
        self.date, self.began_at, self.ended_at = event.date, event.began_at, event.ended_at
        self.figures = event.figures
        self.agrees = event.figures == figures_now(before) and event.figures.agrees


def _person(state: TableState, staff: str) -> str:
    return f"{state.staff[staff].name}, {state.staff[staff].role}"


def _next(number: int, state: TableState) -> DayBook:
    """Return the day that begins; people who are signed on work in it."""
    return DayBook(number, worked={staff: _person(state, staff) for staff in state.consoles.values()})


_WHAT: Final = {
    OutcomeCorrected: "outcome corrected",
    CoupInvalidated: "made void",
    WagersDeclaredVoid: "wagers declared void",
}


def _count(day: DayBook, event: g.Event) -> None:
    match event:
        case g.CoupResult():
            day.coups += 1
            day.voids += event.winner.value == "void"
            day.dummies += event.dummy
        case g.Irregularity():
            day.irregularities[event.kind] += 1
        case TicketIssued():
            day.tickets_issued += 1
        case TicketShown(answer="paid", again=False, to=0):
            day.tickets_paid += 1
        case DoorOpened():
            day.doors[f"terminal {event.ats}: {event.door}"] += 1
        case ClockStepped():
            day.reports["clock: the time of day was another"] += 1
        case DeviceReported(device=device, what=what) if what.startswith("fault "):
            day.reports[f"{device}: {what.removeprefix('fault ')}"] += 1


def days_of(rows: Iterable[tuple[Entry, TableState]], before: TableState) -> Iterator[DayBook]:
    """Return the days of a journal, as each is closed, the open one last. `before`: the first row."""
    day = DayBook()
    for entry, state in rows:
        if isinstance(entry.event, DayBegan):
            day = _next(entry.event.number, state)  # earlier rows belong to no day
        elif isinstance(entry.event, DayClosed):
            day.close(entry, entry.event, before)
            yield day
            day = _next(entry.event.number + 1, state)
        else:
            day.take(entry, state)
        before = state
    day.figures = figures_now(before)
    yield day


def lines_of_day(day: DayBook) -> Iterator[str]:
    """Return the lines of the paper."""
    found = day.figures
    assert found is not None
    yield f"GAMING DAY {day.number}  {day.date or '(open)'}"
    yield "=" * _WIDTH
    yield from _figure_lines(found)
    yield from _group("Cash boxes", _box_lines(found))
    yield from _group("Tray and box under the table", _tray_lines(found))
    yield from _group("Tickets", _counts({"issued": day.tickets_issued, "paid at a desk": day.tickets_paid}))
    yield from _group("Paid at a desk, by cashier", lines_by_cashier(day.paid_at_desks))
    yield from _group("Coups", _counts({"played": day.coups, "void": day.voids, "Dummy Coups": day.dummies}))
    yield from _group("Irregularities", _counts(day.irregularities))
    yield from _group("Corrections", day.corrections)
    yield from _group("Doors opened", _counts(day.doors))
    yield from _group("Devices and clock", _counts(day.reports))
    yield from _group("Signed on", (f"{number}  {who}" for number, who in sorted(day.worked.items())))
    yield ""
    yield "The figures agree with the ledger." if day.agrees else "THE FIGURES DO NOT AGREE WITH THE LEDGER."
    if day.row:
        yield f"Closed by {day.by or 'the table'}. Journal row {day.row}, hash {day.hash}."


def _figure_lines(found: DayFigures) -> Iterator[str]:
    yield from _group("Received", _money(found.received))
    yield from _group("Paid out", _money(found.paid))
    hold = "none" if found.hold is None else f"{found.hold / 100:.2f} %"
    yield from _group("Win", (
        *_money({"wagered": found.wagered, "returned on wagers": -found.won}),
        *_money({"corrections and kept": found.by_bets - found.wagered + found.won}),
        *_money({"win by the ledger": found.by_bets, "tray and box over or short": found.tray.over, "win": found.win}),
        _line("hold", hold),
    ))  # fmt: skip
    yield from _group("Owed and outstanding at the close", _money(found.liable))
    moved = sum(found.received.values()) - sum(found.paid.values())
    yield from _group("Proof", _money({
        "received less paid out": moved,
        "change of what is outstanding": found.change,
        "win by the ledger": found.by_bets,
        "credit that was no money": found.other,
        "difference": moved - found.change - found.by_bets - found.other,
    }))  # fmt: skip


def _box_lines(found: DayFigures) -> Iterator[str]:
    for box in found.boxes:
        counted = "not counted" if box.counted is None else f"counted {write_amount(box.counted)}"
        over = f", over {write_amount(box.over)}" if box.over else ""
        yield _line(f"terminal {box.ats}: taken out", write_amount(box.taken))
        yield f"    should hold {write_amount(box.expected)}: {counted}{over}"


def _tray_lines(found: DayFigures) -> Iterator[str]:
    tray = found.tray
    yield from _money({"tray before": tray.opening, "fills": tray.fills, "credits": -tray.credits})
    yield from _money({"chips in": tray.chips_in, "chips out": -tray.chips_out, "tray should hold": tray.expected})
    yield _line("tray counted", "not counted" if tray.counted is None else write_amount(tray.counted))
    yield _line("tendered to the dealer", write_amount(tray.tendered))
    yield _line("box under the table counted", "not counted" if tray.drop is None else write_amount(tray.drop))


def _group(title: str, lines: Iterable[str]) -> Iterator[str]:
    inside = list(lines)
    yield ""
    yield f"{title}:" if inside else f"{title}: none"
    yield from (f"  {line}" for line in inside)


def _money(amounts: dict[str, int]) -> Iterator[str]:
    for name, amount in amounts.items():
        yield _line(name, write_amount(amount))


def _counts(counts: dict[str, int]) -> Iterator[str]:
    for name, count in sorted(counts.items()):
        if count:
            yield _line(name, str(count))


def _line(name: str, value: str) -> str:
    return f"{name:44}{value:>20}"
