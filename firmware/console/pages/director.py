"""The Tournament Director's page: the tournament at a glance, what waits for the Director, and its tables side by side.

It shows what the tournament's own machine says, at each table of the round; between rounds at every table.
"""

from collections.abc import Iterator
from typing import Final

from firmware.console.director_operations import FILLED_IN, NO_TABLE, named_table
from firmware.console.known import Known
from firmware.console.pages.buttons import ask_for
from firmware.console.tab import Tab
from firmware.console.view import Choice, Page, Row
from firmware.refusal import Refused
from firmware.table.core.hall_page import HallAsk, HallChoice, HallPage, HallTable, Why, hall_page, hall_said, hall_wish


def page(known: Known) -> Page:
    """Return the page."""
    return Page(known.words("hall.title"), tuple(_rows(known)))


TAB: Final = Tab(page)


def way_there(known: Known) -> tuple[Choice, ...]:
    """Return the button that leads here, if a tournament is heard; it calls when more waits than a sign-off."""
    found = hall_page(known.state)
    if found is None:
        return ()
    return (Choice(("tab", "director"), known.words("hall.open"), "alarm" if waits(found) else "plain"),)


def waits(found: HallPage) -> bool:
    """Whether anything waits that the Director can do."""
    return any(ask.choices for ask in found.asks if ask.what != "director" or not found.present)


def _rows(known: Known) -> Iterator[Row]:
    words, found = known.words, hall_page(known.state)
    if found is None:
        yield Row(words("hall.none"), words("hall.none.note"))
        return
    values = {"round": found.round, "session": found.session, "next": found.session + 1, "sessions": found.sessions}
    yield Row(found.name, words(f"hall.stage.{found.stage}", **values), _clock(known, found))
    yield from _last(known)
    for ask in found.asks:
        yield _asked(known, ask)
    for table in found.tables:
        yield _table(known, found, table)
    yield from _others(known, found)


def _clock(known: Known, found: HallPage) -> str:
    words = known.words
    if not found.since:
        return words("hall.players", count=found.players)
    if found.until:
        return words("hall.until", time=words.time(found.until))
    return words("hall.since" if found.stage == "session" else "hall.starts", time=words.time(found.since))


def _last(known: Known) -> Iterator[Row]:
    """Say what became of the last request made here."""
    words, wish, said = known.words, hall_wish(known.state), hall_said(known.state)
    if wish is not None:
        yield Row(words("hall.wish.waits", what=words(f"hall.do.{wish.do}")), look="notice")
    elif said is not None and said.why is not None:
        why = said.why
        rule = words("sgc.rule", rule=why.rule) if why.rule else ""
        label = words("hall.wish.refused", what=words(f"hall.do.{said.wish.do}"))
        yield Row(label, _told_why(known, hall_page(known.state), why), rule, "alarm")
    elif said is not None:
        time = words.time(said.wish.at)
        yield Row(words("hall.wish.done", what=words(f"hall.do.{said.wish.do}")), value=time, look="good")


def _asked(known: Known, ask: HallAsk) -> Row:
    words = known.words
    found = hall_page(known.state)
    free = words("hall.seat", table=named_table(known, found, ask.to), ats=ask.to_ats) if ask.to else "–"
    text = words(
        f"hall.ask.{ask.what}", who=ask.who or "–", other=ask.other or "–", table=named_table(known, found, ask.table),
        ats=ask.ats, count=ask.count or "–", time=words.time(ask.at) if ask.at else "–", free=free,
    )  # fmt: skip
    look = "deep" if ask.what == "director" and _leaves(ask) else "notice"
    return Row(text, look=look, choices=tuple(_choice(known, one) for one in ask.choices))


def _leaves(ask: HallAsk) -> bool:
    return any(one.do == "sign-off" for one in ask.choices)


def _choice(known: Known, one: HallChoice) -> Choice:
    """Return the button of a step, with its own words instead of the operation's."""
    filled = FILLED_IN.get(one.do)
    choice = ask_for(known, filled) if filled is not None else ask_for(known, "hall", one.do, one.step)
    return Choice(choice.action, known.words(f"hall.do.{one.do}"), choice.look, choice.note, choice.on)


def _table(known: Known, found: HallPage, table: HallTable) -> Row:
    words = known.words
    key = "hall.table.minutes" if table.left < 0 else "hall.table.coups"
    detail = words(key, players=table.players, coups=table.coups, left=table.left)
    if table.why is not None:
        detail = _told_why(known, found, table.why)
    value = words("hall.table.finished") if table.finished else ""
    look = "alarm" if table.why is not None else "deep"
    seats = any(seat.table == table.table for seat in found.seats)
    choices = (Choice(("seats", str(table.table)), words("hall.seats")),) if seats else ()
    return Row(named_table(known, found, table.table), detail, value, look, choices)


def _told_why(known: Known, found: HallPage | None, why: Why) -> str:
    """Return a refusal in words, in which a table has its name."""
    refused = why.refused()
    at = refused.values.get("table")
    name = found.named_table(at) if found is not None and isinstance(at, int) else ""
    return known.words.refused(
        Refused(refused.code, refused.rule, **{**refused.values, "table": name}) if name else refused
    )


def _others(known: Known, found: HallPage) -> Iterator[Row]:
    """Lead to those who have no seat now, if there are any."""
    count = sum(seat.table == NO_TABLE for seat in found.seats)
    if count:
        lead = Choice(("seats", str(NO_TABLE)), known.words("hall.others.show"))
        yield Row(known.words("hall.others"), known.words("hall.players", count=count), look="deep", choices=(lead,))
