"""The Director's page at a table's console: what the tournament shows there, what the Director asks, and the answer.

A wish is on the disk before the tournament sees it, and waits until it is answered: a tournament that was switched off
takes it when it is back, unless the wish is too old by then. It is carried out once, under its number.
"""

from enum import auto
from typing import Final

from firmware.game.events import Event
from firmware.refusal import Code, Refused
from firmware.table.core.authority import TOURNAMENT
from firmware.table.core.codes import TableCode
from firmware.table.core.commands import Command
from firmware.table.core.feature import Feature
from firmware.table.core.hall_change import BLANK, changed
from firmware.table.core.hall_page import (
    ASKED_MS,
    HALL,
    Do,
    HallChange,
    HallPage,
    HallSaid,
    HallWish,
    Why,
    hall_page,
    hall_wish,
    written_hall,
)
from firmware.table.core.kept import keep, kept
from firmware.table.core.state import TableState
from firmware.table.core.turn import TableTurn


class HallCode(Code):
    """Why it is refused."""

    HALL_SILENT = auto()
    HALL_WAITS = auto()
    HALL_OTHERWISE = auto()
    HALL_LATE = auto()
    HALL_PLAYER = auto()
    HALL_MANY = auto()
    HALL_POINTS = auto()
    HALL_STALE = auto()
    HALL_UNKNOWN = auto()


class ShowHall(Command, frozen=True):
    """Change the Director's page so; None: the tournament no longer concerns this table."""

    change: HallChange | None


class AskHall(Command, frozen=True):
    """The Director asks something of the tournament. `by`: the name of who is signed on; `about`: whom, in words."""

    do: Do
    step: str
    by: str
    about: tuple[str, ...] = ()


class AnswerHall(Command, frozen=True):
    """The tournament answers a wish; no reason: it was done."""

    number: int
    why: Why | None


class HallShown(Event, frozen=True, tag="hall_shown"):
    """The Director's page shows something else, or nothing."""

    change: HallChange | None


class HallAsked(Event, frozen=True, tag="hall_asked"):
    """The Director asked something of the tournament."""

    wish: HallWish


class HallAnswered(Event, frozen=True, tag="hall_answered"):
    """The tournament answered a wish; no reason: it was done."""

    said: HallSaid


def show_hall(turn: TableTurn, command: ShowHall) -> None:
    """Show it, where it is a change of what is shown; one that was made before changes nothing."""
    shown, change = hall_page(turn.state), command.change
    if change is None:
        if shown is not None:
            turn.say(HallShown(None))
        return
    if shown is not None and shown.mark == change.after:
        return
    _need_sound(change)
    before = _before(shown, change)
    if before is None:
        raise Refused(HallCode.HALL_STALE)
    after = changed(before, change)
    _need_sound(after)
    if after.mark != change.after:
        raise Refused(HallCode.HALL_STALE)
    turn.say(HallShown(change))


def _before(shown: HallPage | None, change: HallChange) -> HallPage | None:
    """Return the page that a change is made to; None: it is another than is shown here."""
    if not change.before:
        return BLANK
    return shown if shown is not None and shown.mark == change.before else None


def ask_hall(turn: TableTurn, command: AskHall) -> None:
    """Record a wish for the tournament: one at a time, and only one that its page offers."""
    page, before = hall_page(turn.state), hall_wish(turn.state)
    if page is None:
        raise Refused(HallCode.HALL_SILENT)
    if not page.offers(command.do, command.step):
        raise Refused(HallCode.HALL_OTHERWISE)
    if before is not None and turn.at - before.at < ASKED_MS:
        raise Refused(HallCode.HALL_WAITS)
    number = int(kept(turn.state, HALL).get("number", 0)) + 1
    wish = HallWish(number, command.do, command.step, command.by, turn.at, command.about)
    _need_sound(wish)
    turn.say(HallAsked(wish))


def answer_hall(turn: TableTurn, command: AnswerHall) -> None:
    """Take the answer to the wish that waits; an answer that came before is none any more."""
    wish = hall_wish(turn.state)
    if wish is None or wish.number != command.number:
        return
    said = HallSaid(wish, command.why)
    _need_sound(said)
    turn.say(HallAnswered(said))


def _need_sound(what: HallPage | HallChange | HallWish | HallSaid) -> None:
    """Refuse what no message could carry and no screen could show."""
    try:
        written_hall(what)
    except ValueError:
        raise Refused(TableCode.BEYOND_BOUNDS, what="hall") from None


def _fold_shown(state: TableState, event: HallShown) -> TableState:
    if event.change is None:
        return keep(state, HALL, "page", None)
    before = _before(hall_page(state), event.change)
    assert before is not None
    return keep(state, HALL, "page", written_hall(changed(before, event.change)))


def _fold_asked(state: TableState, event: HallAsked) -> TableState:
    state = keep(state, HALL, "number", event.wish.number)
    return keep(state, HALL, "wish", written_hall(event.wish))


def _fold_answered(state: TableState, event: HallAnswered) -> TableState:
    return keep(keep(state, HALL, "wish", None), HALL, "said", written_hall(event.said))


FEATURE: Final = Feature(
    decides={ShowHall: show_hall, AskHall: ask_hall, AnswerHall: answer_hall},
    folds={HallShown: _fold_shown, HallAsked: _fold_asked, HallAnswered: _fold_answered},
    beside=dict.fromkeys((ShowHall, AskHall, AnswerHall), TOURNAMENT),
)
