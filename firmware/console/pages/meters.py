"""The meters: of the table and of each terminal, from its first row on, and since the last reading."""

from collections.abc import Iterator
from typing import Final

from firmware.console.known import Known
from firmware.console.pages import papers
from firmware.console.tab import Tab
from firmware.console.view import Page, Row
from firmware.table.features.readings import last_name, ledger_then
from firmware.table.shown.meters import Meters, meters_of, since


def page(known: Known) -> Page:
    """Return the page: lifetime, and below each line what came since the last reading."""
    return Page(known.words("tab.meters"), tuple(_rows(known)))


TAB: Final = Tab(page)


def _rows(known: Known) -> Iterator[Row]:
    state, words = known.state, known.words
    whole, lately = meters_of(state), meters_of(since(state, ledger_then(state)))
    voids = words("meters.voids", voids=whole.voids, dummies=whole.dummies)
    yield Row(words("meters.coups"), voids, str(whole.coups), choices=papers.choices(known, "meters"))
    yield from _of(known, words("meters.table"), whole.table, lately.table)
    for ats, meters in whole.terminals.items():
        yield from _of(known, words("terminal", number=ats), meters, lately.terminals[ats])
    yield papers.row(known)


def _of(known: Known, name: str, whole: Meters, lately: Meters) -> Iterator[Row]:
    words = known.words
    yield Row(name, _line(known, whole), words.money(whole.win))
    if last_name(known.state):
        label = words("meters.since", name=last_name(known.state))
        yield Row(label, _line(known, lately), words.money(lately.win), "quiet")


def _line(known: Known, meters: Meters) -> str:
    money = known.words.money
    line = known.words(
        "meters.line",
        came=money(sum(meters.received.values())),
        went=money(meters.went),
        wagered=money(sum(meters.wagered.values())),
        won=money(sum(meters.won.values())),
    )
    more = {
        "meters.tickets": meters.tickets_outstanding,
        "meters.corrected": meters.adjusted,
        "meters.kept": meters.kept,
    }
    return ", ".join((line, *(known.words(key, amount=money(it)) for key, it in more.items() if it)))
