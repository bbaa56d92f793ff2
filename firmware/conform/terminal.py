"""What any terminal must do: docs/terminal.md, tried."""

import asyncio
from typing import Final

from firmware.conform.check import Check
from firmware.conform.desk import demand
from firmware.conform.terminal_desk import STAKE, TerminalDesk
from firmware.link import messages as m
from firmware.link.remote_table import BEAT_S, LOST_S
from firmware.link.wager_messages import ShownAtClose
from firmware.table_board.attendance import LOST_S as GONE_S

# How long a terminal may take with what it does by itself.
SOON_S: Final = 3.0
# How far from a second a beat may be, on a machine that is busy.
OFF_S: Final = 0.8
BEATS: Final = 4
# Until when a wager may come: no longer than somebody waits for its answer.
LONGEST_UNTIL_MS: Final = 10_000
WAGER: Final = "Wager 25.00 on Player at the terminal."
DO: Final = "wager player 25.00"


async def _joins(desk: TerminalDesk) -> None:
    await desk.do("start", "Start the terminal.")
    await desk.until(lambda: desk.requests(m.GetSnapshot), "it never asked for a snapshot")
    await desk.until(lambda: len(desk.net.beats) > BEATS, "it does not beat", GONE_S + BEATS * BEAT_S)
    gaps = [after - before for before, after in zip(desk.net.beats, desk.net.beats[1:], strict=False)]
    demand(max(gaps) < BEAT_S + OFF_S, f"it beat after {max(gaps):.1f} s, and has to every second")


async def _wagered(desk: TerminalDesk) -> m.Envelope:
    """Have the terminal wager in a coup that is opened for it; return how it asked."""
    await desk.bets()
    await desk.please(DO, WAGER)
    await desk.until(desk.wagers, "no wager came")
    await desk.until(lambda: desk.lies, "the table refused its wager")
    return desk.wagers()[0]


async def _played(desk: TerminalDesk) -> None:
    await desk.close()
    await desk.played()


async def _wagers(desk: TerminalDesk) -> None:
    now = desk.service.now_ms()
    envelope = await _wagered(desk)
    demand(desk.lies.get("player") == STAKE, f"25.00 on Player was wagered, and {desk.lies} lies")
    ahead = envelope.until - now
    demand(0 < ahead < desk.patience * 1000 + LONGEST_UNTIL_MS, f"its `until` is {ahead} ms ahead of the table's time")
    numbers = [one.number for one in desk.net.asked]
    demand(len(numbers) == len(set(numbers)), f"it used a number twice: {numbers}")
    await _played(desk)


async def _again(desk: TerminalDesk) -> None:
    before = desk.on_record
    desk.net.lose(answers=1)
    first = await _wagered(desk)
    await desk.until(lambda: len(desk.wagers()) > 1, "its answer got lost, and it never asked again", SOON_S)
    again = desk.wagers()[1]
    same = (again.number, again.what) == (first.number, first.what)
    demand(same, f"asked again it said {again.what} under {again.number}, and not {first.what} under {first.number}")
    demand(desk.on_record == before + 1, "its wager is on record twice")
    await _played(desk)


async def _shown(desk: TerminalDesk) -> None:
    await _wagered(desk)
    lay = desk.lies
    coup = await desk.close()
    await desk.until(lambda: desk.requests(ShownAtClose), "it never said what it showed at the close (4.6)", SOON_S)
    shown = desk.requests(ShownAtClose)[0].what
    assert isinstance(shown, ShownAtClose)
    demand((shown.coup, shown.wagers) == (coup, lay), f"{lay} lay in coup {coup}; it said {shown.wagers}")
    await desk.played()


async def _newer(desk: TerminalDesk) -> None:
    desk.net.say_more(more=True)
    try:
        await _wagered(desk)
        await asyncio.sleep(SOON_S)
        snapshots = len(desk.requests(m.GetSnapshot))
        demand(
            snapshots <= 1, f"of a table that says more it asked {snapshots} snapshots: it has to pass over the rest"
        )
        demand(desk.net.beats, "it ended when the table said more than it knows")
    finally:
        desk.net.say_more(more=False)
    await _played(desk)


async def _gap(desk: TerminalDesk) -> None:
    desk.net.forget()
    desk.net.lose(views=1)
    await desk.bets()
    await desk.close()
    await desk.until(lambda: desk.requests(m.GetSnapshot), "a view got lost, and it asked for no snapshot", SOON_S)
    desk.net.lose()
    await desk.played()


async def _away(desk: TerminalDesk) -> None:
    desk.net.fall_silent(silent=True)
    await asyncio.sleep(LOST_S + BEAT_S)
    desk.net.fall_silent(silent=False)
    desk.net.forget()
    await desk.until(
        lambda: desk.requests(m.GetSnapshot), "the table was away and is back, and it asked for no snapshot", SOON_S
    )
    await desk.until(lambda: desk.net.beats, "it no longer beats", SOON_S)


CHECKS: Final[tuple[Check[TerminalDesk], ...]] = (
    Check("joins", "It asks for a snapshot, and beats every second.", _joins),
    Check("wagers", "A wager is the whole amount on its bet, each under a number of its own.", _wagers),
    Check("again", "A wager that is not answered is said again under the same number, and counts once.", _again),
    Check("shown-at-close", "When betting has closed it says what it showed as placed (4.6).", _shown),
    Check("newer-table", "It passes over keys that it does not know in what it is told.", _newer),
    Check("gap", "When a view got lost it asks for a snapshot.", _gap),
    Check("away", "When the table was away it asks for a snapshot as soon as that is back.", _away),
)
