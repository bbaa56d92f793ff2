"""Events as lines of the console: in forms before they happen, and on its pages afterwards."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, Never, cast

from msgspec import to_builtins

from firmware.game import events as g
from firmware.kit.words import Words
from firmware.pictures.table_items import card_text
from firmware.table.core.codec import kind_of
from firmware.table.core.events import Notice, OfferNumbered, OutcomeCorrected, WagersReturned, WagersSettled
from firmware.table.core.pockets import short
from firmware.table.features.approvals import DoneAlone
from firmware.table.features.boards import PocketBegan, PocketWaits
from firmware.table.features.card_checks import CardsChecked
from firmware.table.features.cash_desks import TicketShown
from firmware.table.features.exclusions import MeasureRecorded
from firmware.table.features.hall_pages import HallAnswered, HallAsked
from firmware.table.features.limits import LimitSet
from firmware.table.features.note_doubts import NoteDoubted, NoteQuestioned, PocketDisputed
from firmware.table.features.recalculating import Adjusted
from firmware.table.features.tickets import TicketIssued
from hal.cards import DECK

MONEY: Final = frozenset({"amount", "accepted", "asked", "credit", "total", "least", "most", "step"})
TIMES: Final = frozenset({"effective_at", "closes_at"})
# What words one kind of event takes that kind; each event finds it by its kind.
Takes = Callable[[Never, Words], Iterator[str]]
Told = Mapping[type[g.Event], Callable[[g.Event, Words], Iterator[str]]]


def event_line(event: g.Event, words: Words) -> str:
    """Return one event in words; its name, if there are no words for it."""
    told = cast("Told", _OF_ITS_OWN).get(type(event))
    if told is not None:
        return " · ".join(told(event, words))
    key = f"event.{kind_of(event)}"
    if isinstance(event, g.CardLaid) and event.hand == "none":
        key = "event.card.none"
    if key not in words.said:
        return kind_of(event).replace("_", " ")
    return words(key, **_values(event, words))


def by_rule(rule: str | None, words: Words) -> str:
    """Return the rule that something follows from, in words."""
    return words("sgc.rule", rule=rule) if rule else words("sgc.no_rule")


def _values(event: g.Event, words: Words) -> dict[str, object]:
    values: dict[str, object] = {}
    for name, value in to_builtins(event).items():
        if name in MONEY and isinstance(value, int):
            values[name] = words.money(value)
        elif name in TIMES and value is not None:
            values[name] = words.time(value)
        elif name == "kind" and f"kind.{value}" in words.said:
            values[name] = words(f"kind.{value}")
        elif name == "rule":
            values[name] = by_rule(value, words)
        elif name == "action":
            values[name] = words(f"action.{value}")
        elif name == "card" and value in DECK:
            values[name] = card_text(value)
        elif name == "hand" and f"hand.{value}" in words.said:
            values[name] = words(f"bet.{value}")
        elif name == "bet":
            values[name] = words(f"bet.{value}.long")
        else:
            values[name] = "–" if value in (None, "") else value
    return values


def preview(events: Iterable[g.Event], words: Words) -> tuple[str, ...]:
    """Return what would follow, as lines for the person who decides."""
    lines: list[str] = []
    for event in events:
        more = cast("Told", _MANY).get(type(event))
        lines += more(event, words) if more is not None else [event_line(event, words)]
    return tuple(lines)


def _ticket_shown(event: TicketShown, words: Words) -> Iterator[str]:
    """Say what a ticket becomes that is taken in: whoever says yes to it has seen its amount."""
    if event.to:
        yield words("event.ticket_taken_in", ats=event.to, number=event.number, amount=words.money(event.amount))
    else:
        yield words("event.ticket_shown", number=event.number, desk=event.desk, answer=event.answer)


def _settled(event: WagersSettled, words: Words) -> Iterator[str]:
    """Say what a settlement comes to, for each terminal."""
    by_terminal: dict[int, int] = {}
    for line in event.lines:
        by_terminal[line.ats] = by_terminal.get(line.ats, 0) + line.returned
    if not event.corrected:
        for ats, returned in sorted(by_terminal.items()):
            yield words("event.settled", ats=ats, amount=words.money(returned))


def _returned(event: WagersReturned, words: Words) -> Iterator[str]:
    by_terminal: dict[int, int] = {}
    for line in event.lines:
        by_terminal[line.ats] = by_terminal.get(line.ats, 0) + line.amount
    for ats, amount in sorted(by_terminal.items()):
        yield words("event.returned", ats=ats, amount=words.money(amount))


def _adjusted(event: Adjusted, words: Words) -> Iterator[str]:
    """Say where money went: to the balance, to held winnings, or to the house."""
    if event.amount or not (event.held or event.kept):
        yield words("event.adjusted", ats=event.ats, amount=words.money(event.amount))
    if event.held:
        yield words("event.adjusted.held", ats=event.ats, amount=words.money(event.held))
    if event.kept:
        yield words("event.adjusted.kept", ats=event.ats, amount=words.money(event.kept))


def _limit(event: LimitSet, words: Words) -> Iterator[str]:
    limit = event.limit
    bet = words("notice.limit.all") if limit.bet == "*" else words(f"bet.{limit.bet}.long")
    figures = {name: words.money(getattr(limit, name)) for name in ("minimum", "maximum", "step")}
    yield words("event.limit_set", bet=bet, **figures)
    if limit.effective_at:
        yield words("event.holds_from", time=words.time(limit.effective_at))


def _outcome(event: OutcomeCorrected | g.CoupResult, words: Words) -> Iterator[str]:
    result = words(f"result.{event.winner.value}", player=event.player.total, banker=event.banker.total)
    yield words("event.outcome", coup=event.coup, result=result)


def _board(event: PocketBegan | PocketWaits, words: Words) -> Iterator[str]:
    yield words(f"event.{kind_of(event)}", ats=event.ats, board=short(event.life))


def _disputed(event: PocketDisputed | NoteQuestioned, words: Words) -> Iterator[str]:
    yield words(f"event.{kind_of(event)}", ats=event.ats, why=words.named("doubt", event.why))


def _doubted(event: NoteDoubted, words: Words) -> Iterator[str]:
    key = "event.note_doubted" if event.amount else "event.notes_doubted"
    yield words(key, ats=event.ats, amount=words.money(event.amount))


def cut_line(cut_by: str, cut_at: int, words: Words) -> str:
    """Return who cut the cards of a shoe."""
    if cut_by == "player" and cut_at:
        return words("event.cut.terminal", ats=cut_at)
    return words("event.cut", who=words(f"cut.{cut_by}"))


def _shoe_started(event: g.ShoeStarted, words: Words) -> Iterator[str]:
    yield words("event.shoe_started", shoe=event.shoe)
    if event.cut_by:
        yield cut_line(event.cut_by, event.cut_at, words)


def _checked(event: CardsChecked, words: Words) -> Iterator[str]:
    yield words("event.cards_checked", finding=words(f"finding.{event.finding}"), rule=by_rule(event.rule, words))


def _measure(event: MeasureRecorded, words: Words) -> Iterator[str]:
    what = words(f"measure.{event.measure}")
    yield words("event.measure_recorded", ats=event.ats, what=what, rule=by_rule(event.rule, words))


def _hall_asked(event: HallAsked, words: Words) -> Iterator[str]:
    yield words("event.hall_asked", what=words(f"hall.do.{event.wish.do}"))
    yield from filter(None, event.wish.about)


def _hall_answered(event: HallAnswered, words: Words) -> Iterator[str]:
    what, why = words(f"hall.do.{event.said.wish.do}"), event.said.why
    yield words("hall.wish.done", what=what) if why is None else words("hall.wish.refused", what=what)


def _quiet(_: g.Event, __: Words) -> Iterator[str]:
    """Return nothing: other lines already say it."""
    yield from ()


# Events whose fields alone do not say enough.
_OF_ITS_OWN: Final[dict[type[g.Event], Takes]] = {
    Adjusted: _adjusted,
    LimitSet: _limit,
    OutcomeCorrected: _outcome,
    g.CoupResult: _outcome,
    PocketBegan: _board,
    PocketWaits: _board,
    PocketDisputed: _disputed,
    NoteQuestioned: _disputed,
    NoteDoubted: _doubted,
    g.ShoeStarted: _shoe_started,
    CardsChecked: _checked,
    TicketShown: _ticket_shown,
    MeasureRecorded: _measure,
    HallAsked: _hall_asked,
    HallAnswered: _hall_answered,
}
# Events that are described at more length before somebody decides.
_MANY: Final[dict[type[g.Event], Takes]] = {
    **_OF_ITS_OWN,
    WagersSettled: _settled,
    WagersReturned: _returned,
    Notice: _quiet,
    TicketIssued: _quiet,
    DoneAlone: _quiet,
    OfferNumbered: _quiet,
    g.Answered: _quiet,
}
