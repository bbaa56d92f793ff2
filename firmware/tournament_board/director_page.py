"""What the Director's page shows: tables side by side, the clock, and what waits, with what can be done about it."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from firmware.refusal import Refused
from firmware.table.core.hall_change import marked
from firmware.table.core.hall_page import (
    ASKS,
    MOST_NAMED,
    SAID,
    TABLES,
    Do,
    HallAsk,
    HallChoice,
    HallPage,
    HallTable,
    Stage,
    What,
    Why,
)
from firmware.tournament.entering import MINUTE
from firmware.tournament.finishing import left_in, players_at
from firmware.tournament.proof import proven
from firmware.tournament.shown import coups_left
from firmware.tournament.standings import eligible
from firmware.tournament.state import RoundState, Session, Tournament, seat_key
from firmware.tournament_board.seats_shown import named, seats_shown, told_apart

# Stands in a step for the seed of a draw, which is drawn when the step is taken: nobody foresees it.
SEED: Final = "SEED"
# Stands in a step for the Director's name, which may be longer than a step is.
DIRECTOR: Final = "DIRECTOR"
MINUTES_RUN: Final = -1
IN_TEN: Final = 600
NO_NAMES: Final[Mapping[int, str]] = {}


def director_page(
    state: Tournament,
    terminals: Mapping[int, int],
    waiting: Mapping[int, Refused],
    now: int,
    names: Mapping[int, str] = NO_NAMES,
) -> HallPage | None:
    """Return the page; None without approved conditions, and once the report is signed.

    `terminals`: how many each table has, by its number. `waiting`: why a table does not do what is wanted of it.
    `names`: of the tables, as they say them.
    """
    if state.conditions is None or state.over in ("signed", "called off"):
        return None
    there = state.round
    tables = sorted(terminals if there is None or there.announced else there.tables)
    called = told_apart(names)
    shown = HallPage(
        mark="", name=named(state.rules.name), stage=_stage(state), director=named(state.director),
        present=state.present, players=state.playing(),
        tables=tuple(_table(state, number, waiting.get(number), called.get(number, "")) for number in tables[:TABLES]),
        asks=tuple(_asks(state, terminals, now))[:ASKS],
        **seats_shown(state, tables[:TABLES]),
    )  # fmt: skip
    if there is not None:
        shown = replace(shown, **_clock(state, there))
    return marked(shown)


def is_director(state: Tournament, name: str) -> bool:
    """Whether somebody who is signed on at a table is the Director, by name."""
    return bool(state.director) and name.casefold() == named(state.director).casefold()


def _stage(state: Tournament) -> Stage:
    there = state.round
    if state.over:
        return "over"
    if there is None or there.announced:
        return "between" if state.entry == "closed" else "entry"
    if there.session is not None:
        return "session"
    if not left_in(state, there):
        return "ended"  # a round that nobody is left in is over, whatever it should have had
    if not there.seats:
        return "seating"
    return "ready" if there.played < state.terms.sessions else "ended"


def _clock(state: Tournament, there: RoundState) -> dict[str, object]:
    terms, session = state.terms, there.session
    clock: dict[str, object] = {"round": named(there.name), "sessions": terms.sessions, "session": there.played}
    if session is not None:
        ends = session.started + terms.minutes * MINUTE if terms.minutes else 0
        clock |= {"session": session.number, "since": session.started, "until": ends}
    elif there.start is not None and there.played < terms.sessions:
        clock["since"] = there.start
    return clock


def _table(state: Tournament, number: int, waits: Refused | None, name: str) -> HallTable:
    there = state.round
    why = None if waits is None else why_of(waits)
    if there is None or there.announced:
        return HallTable(number, why=why, name=name)
    players = len(players_at(state, there, number))
    session = there.session
    if session is None or number not in session.coups:
        return HallTable(number, players=players, finished=session is not None, why=why, name=name)
    left = coups_left(state, session, number)
    return HallTable(
        number, session.coups[number], MINUTES_RUN if left is None else left, players,
        finished=number in session.finished, why=why, name=name,
    )  # fmt: skip


def why_of(refused: Refused) -> Why:
    """Return a refusal as it is handed on."""
    values = {name: named(value, SAID) if isinstance(value, str) else value for name, value in refused.values.items()}
    return Why(str(refused.code), refused.rule or "", values)


def _asks(state: Tournament, terminals: Mapping[int, int], now: int) -> Iterator[HallAsk]:
    """Return what waits, the most pressing first."""
    if state.director:
        do: Do = "sign-off" if state.present else "sign-on"
        yield _ask("director", (do, f"{do} {DIRECTOR}"), who=named(state.director))
    for asked in state.asked[:1]:
        yield _ask(
            "correction", ("keep", "answer keep"), ("change", "answer change"), other=named(asked.round),
            table=asked.table, count=asked.coup,
        )  # fmt: skip
    for player in state.players.values():
        if player.nominated and player.status == "in":
            choices = ((do, f"substitute {player.number} {do}") for do in ("approve", "reject"))
            yield _ask("substitute", *choices, who=named(player.name), other=named(player.nominated))
    yield from _STAGES[_stage(state)](state, terminals, now)


def _between(state: Tournament, terminals: Mapping[int, int], _: int) -> Iterator[HallAsk]:
    """Return what waits between rounds: the next one, or the prizes."""
    opened = [one.name for one in state.rules.rounds].index(state.current) + 1 if state.current else 0
    terms = next((one for one in state.rules.rounds[opened:] if eligible(state, one)), None)
    if terms is None:
        yield _ask("prizes", ("award", f"prizes {SEED}"))
        return
    tables = sorted(terminals)[: terms.tables]
    enough = len(tables) == terms.tables
    choices = (("open", f"round {','.join(map(str, tables))}"),) if enough else ()
    yield _ask("round", *choices, other=named(terms.name), count=terms.tables)


def _seating(state: Tournament, _: Mapping[int, int], __: int) -> Iterator[HallAsk]:
    assert state.round is not None
    yield _ask("seats", ("draw", f"seat {SEED}"), other=named(state.round.name))


def _ready(state: Tournament, _: Mapping[int, int], __: int) -> Iterator[HallAsk]:
    """Return what waits before a session: what its players still lack, and its start."""
    there = state.round
    assert there is not None
    players = left_in(state, there)
    lacks: tuple[tuple[What, bool, Callable[[int], bool]], ...] = (
        ("unsigned", state.rules.entry.signatures, lambda number: state.players[number].signed),
        ("unpaid", state.terms.buy_in > 0, lambda number: there.name in state.players[number].bought_in),
        ("brief", True, lambda number: number in there.briefed),
    )
    for what, wanted, has in lacks:
        count = sum(not has(number) for number in players)
        if wanted and count:
            yield _ask(what, *((("briefed", "brief all"),) if what == "brief" else ()), count=count)
    if there.start is None:
        yield _ask("schedule", ("now", "session at 0"), ("in-ten", f"session at {IN_TEN}"), count=there.played + 1)
    else:
        choices = (("start", "session start"), ("start-without", "session start late=PLAYERS"))
        yield _ask("start", *choices, count=there.played + 1, at=there.start)


def _session(state: Tournament, terminals: Mapping[int, int], now: int) -> Iterator[HallAsk]:
    there = state.round
    assert there is not None
    session = there.session
    assert session is not None
    yield from _failed(state, there, session, terminals)
    grace = session.started + state.rules.attendance.grace_minutes * MINUTE
    for number in sorted(session.late):
        if state.players[number].status != "in":
            continue
        over = (("absent", f"absent {number}"),) if now >= grace else ()
        seat = there.seats[number]
        who = named(state.players[number].name)
        yield _ask("late", ("arrived", f"arrive {number}"), *over, who=who, table=seat.table, ats=seat.ats, at=grace)
    for table in session.coups:
        if table in session.finished or table in session.open:
            continue
        if proven(state, there, table):
            yield _ask("determined", ("end", f"session end {table} determined"), table=table)
        if state.terms.balances == "cash" and session.agreed >= set(players_at(state, there, table)):
            yield _ask("agreed", ("end", f"session end {table} agreed"), table=table)


def _failed(state: Tournament, there: RoundState, session: Session, terminals: Mapping[int, int]) -> Iterator[HallAsk]:
    """Return whose terminals are out of order, each with a free one: at the same table, or at one that is as far."""
    for table in session.coups:
        for player in sorted(players_at(state, there, table), key=lambda number: there.seats[number].ats):
            ats = there.seats[player].ats
            if seat_key(table, ats) not in session.failed:
                continue
            free = next(_free(state, there, session, terminals, table), None)
            move = () if free is None else (("move", f"move {player} {free[0]} {free[1]}"),)
            to, to_ats = free or (0, 0)
            who = named(state.players[player].name)
            yield _ask("failed", *move, who=who, table=table, ats=ats, to=to, to_ats=to_ats)


def _free(
    state: Tournament, there: RoundState, session: Session, terminals: Mapping[int, int], at: int
) -> Iterator[tuple[int, int]]:
    """Return the free seats for somebody of a table, its own first: with no coup open, and after as many coups."""
    for table in sorted(session.coups, key=lambda table: (table != at, table)):
        is_open = table in session.open or table in session.finished or at in session.open
        if is_open or session.coups[table] != session.coups[at]:
            continue
        taken = {there.seats[player].ats for player in players_at(state, there, table)}
        for ats in range(1, terminals.get(table, 0) + 1):
            if ats not in taken and seat_key(table, ats) not in session.failed:
                yield table, ats


def _ended(state: Tournament, _: Mapping[int, int], __: int) -> Iterator[HallAsk]:
    there = state.round
    assert there is not None
    if there.tie:
        few = len(there.tie) <= MOST_NAMED
        choices = (("play-off", "play-off POINTS"),) if few else ()
        players = there.tie if few else ()
        yield _ask("tie", *choices, other=named(there.name), count=len(there.tie), players=players)
    else:
        yield _ask("progress", ("go-on", f"progress {SEED}"), other=named(there.name))


def _over(_: Tournament, __: Mapping[int, int], ___: int) -> Iterator[HallAsk]:
    yield _ask("report", ("sign", "sign-report"))


def _nothing(_: Tournament, __: Mapping[int, int], ___: int) -> Iterator[HallAsk]:
    """Entry is the operator's."""
    yield from ()


_STAGES: Final[dict[Stage, Callable[[Tournament, Mapping[int, int], int], Iterator[HallAsk]]]] = {
    "entry": _nothing,
    "between": _between,
    "seating": _seating,
    "ready": _ready,
    "session": _session,
    "ended": _ended,
    "over": _over,
}


def _ask(what: What, *choices: tuple[str, str], **about: object) -> HallAsk:
    return HallAsk(what, tuple(HallChoice(do, step) for do, step in choices), **about)  # type: ignore[arg-type]
