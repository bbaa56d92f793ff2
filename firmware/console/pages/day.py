"""The gaming day: its figures so far, what must be counted, and its close."""

from collections.abc import Iterator
from typing import Final

from firmware.console.known import Known
from firmware.console.pages import papers
from firmware.console.pages.buttons import ask_for
from firmware.console.tab import Tab
from firmware.console.view import Choice, Page, Row
from firmware.table.core.day_figures import DayFigures
from firmware.table.features.box_counts import to_count
from firmware.table.features.days import began_at, figures_now, is_over, number_of
from firmware.table.features.readings import last_name


def page(known: Known) -> Page:
    """Return the page."""
    return Page(known.words("tab.day"), tuple(_rows(known)))


TAB: Final = Tab(page, place=45)


def _rows(known: Known) -> Iterator[Row]:
    words, state = known.words, known.state
    over, found = is_over(state, known.now), figures_now(state)
    began = began_at(state)
    since = words("day.since", time=words.moment(began)) if began else words("day.since.first")
    paper = papers.choices(known, "day")
    yield Row(
        words("day.number", number=number_of(state)), words("day.over") if over else since, words.money(found.win),
        "alarm" if over else "deep", (ask_for(known, "close-day", look="main" if over else "plain"), *paper),
    )  # fmt: skip
    yield from _money(known, found)
    yield from _tray(known, found)
    for ats in range(1, state.setup.ats + 1):
        expected = to_count(state, ats)
        if expected is not None:
            count = ask_for(known, "count-box", str(ats), look="main")
            yield Row(words("day.box", number=ats), words("day.box.note"), words.money(expected), "notice", (count,))
    reading = words("day.reading.last", name=last_name(state)) if last_name(state) else words("day.reading.none")
    meters = Choice(("tab", "meters"), words("op.meters"))
    yield Row(words("day.reading"), reading, choices=(ask_for(known, "read-meters"), meters))


def _money(known: Known, found: DayFigures) -> Iterator[Row]:
    words = known.words
    came = words("day.came", came=words.money(sum(found.received.values())), went=words.money(sum(found.paid.values())))
    hold = words("day.hold", percent=f"{found.hold / 100:.2f}".replace("-", "\u2212")) if found.hold is not None else ""
    yield Row(words("day.money"), came, hold)
    yield Row(words("day.liable"), words("day.liable.note"), words.money(sum(found.liable.values())))


def _tray(known: Known, found: DayFigures) -> Iterator[Row]:
    words, tray = known.words, found.tray
    said = (
        words("day.tray.open") if tray.counted is None else words("day.tray.counted", amount=words.money(tray.counted))
    )
    yield Row(
        words("day.tray"), said, words.money(tray.expected),
        choices=(
            ask_for(known, "fill-tray"),
            ask_for(known, "credit-tray"),
            ask_for(known, "count-tray"),
        ),
    )  # fmt: skip
    drop = words("day.tray.open") if tray.drop is None else words("day.tray.counted", amount=words.money(tray.drop))
    count = ask_for(known, "count-drop")
    yield Row(words("day.drop"), drop, words.money(tray.tendered), choices=(count,))
