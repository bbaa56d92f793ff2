"""Every state of the winning number display, from the tables that the dealer's screens are played on."""

import asyncio
from typing import Any, Final

from sgc_states import STATES as TABLES
from sgc_table import Console, Story

from firmware.books import rules_of
from firmware.display.shown import QUIET_MS, RESULT_MS, Watched, wnd_view
from firmware.display.view import WndView
from firmware.game import steps as s
from firmware.kit.words import words_of
from firmware.link.views import public_view
from firmware.pictures.moments import Moments
from firmware.table.core.bet_bounds import BetBounds
from firmware.table.core.session_bounds import RoundBounds
from firmware.table.core.session_standing import Leader, SessionStanding
from firmware.table.core.session_terms import SessionTerms
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.closing import AnnounceClosing
from firmware.table.features.corrections import CorrectOutcome
from firmware.table.features.game_changes import ChangeGame
from firmware.table.features.session_notices import AnnounceBounds
from firmware.table.features.session_standings import PostStandings
from firmware.table.features.sessions import SessionSeat, StartSession
from firmware.table.features.tournament_tables import ReserveTable
from firmware.table.features.wagers import Wagers
from hal.cards import Card
from sim.virtual_time import VirtualTimeLoop


async def _long(t: Console) -> None:
    await TABLES["between"][0](t)
    await t.coups(38)


async def _corrected(t: Console) -> None:
    """Of the last coups one was settled otherwise at first, and so was the very last."""
    await _long(t)
    for coup, player, banker in ((36, "4S 2H", "3D 4C"), (t.service.state.recent[-1].result.coup, "2S 5D", "3H 4S")):
        hands = [tuple(Card(code) for code in codes.split()) for codes in (player, banker)]
        await t.tell(CorrectOutcome(coup, *hands))


async def _void(t: Console) -> None:
    await TABLES["dealing"][0](t)
    await t.tell(s.Invalidate("dispute"))


async def _tie(t: Console) -> None:
    await TABLES["closed"][0](t)
    await t.deal("6S 3H KD 3C")
    await t.tell(s.Confirm())


async def _dummy_over(t: Console) -> None:
    await TABLES["dummy-coup"][0](t)
    await t.deal("9H KD TC")
    await t.tell(s.Confirm())


async def _every_bet(t: Console) -> None:
    await _long(t)
    await t.tell(ChangeGame("crown-traditional", {"pairs": 1, "perfect": 1, "dragon": 2, "super6": 1}))
    await t.tell(AnnounceClosing(), s.OpenBets())


async def _last(t: Console) -> None:
    await TABLES["between"][0](t)
    await t.tell(s.Cut(), s.OpenBets())


async def _three_cards(t: Console) -> None:
    await TABLES["closed"][0](t)
    await t.tell(*(s.CardDrawn(Card(code)) for code in ["TS", "6H", "KD", "TC", "2C"]))


async def _cup(t: Console) -> None:
    leaders = tuple(
        Leader(place, place, "Wilhelmina Featherstoneh", 9000_00 - place * 150_00) for place in range(1, 11)
    )
    standing = SessionStanding("1", "Final 1", 50, 12, hidden=False, over=False, cash=False, leaders=leaders)
    await TABLES["new-shoe"][0](t)
    await t.tell(
        ReserveTable("Cup"), StartSession("Final 1", (1, 2), 0, seats((1, 7), (2, 9))), PostStandings(standing)
    )


async def _cup_open(t: Console) -> None:
    """Wagers are open, on every bet that there is."""
    await TABLES["new-shoe"][0](t)
    terms = SessionTerms(open_wagers=True)
    standing = SessionStanding("1", "Final 1", 50, 12, hidden=False, over=False, cash=False)
    await t.tell(
        ReserveTable("Cup"), StartSession("Final 1", (1, 2), 0, seats((1, 7), (2, 9)), terms), PostStandings(standing)
    )
    await t.tell(s.NewShoe(8), s.OpenBets())
    offer = rules_of(t.service.state.setup.rulebook, t.service.state.setup.side_wagers, 8).offer
    await t.tell(Wagers(1, dict.fromkeys(offer.order, 100_00)), Wagers(2, {"player": 450_00, "tie": 25_00}))


async def _cup_limits(t: Console) -> None:
    """The next round's limits are announced."""
    await TABLES["between"][0](t)
    await t.coups(1)
    for ats in sorted(t.service.state.accounts):
        await t.tell(CashOut(ats))
    standing = SessionStanding("1", "Final", 8, 0, hidden=False, over=False, cash=False)
    bounds = RoundBounds(50_00, (BetBounds("*", 25_00, 1000_00, 25_00), BetBounds("tie", 25_00, 200_00, 25_00)))
    await t.tell(ReserveTable("Cup"), PostStandings(standing), AnnounceBounds(bounds))


def seats(*who: tuple[int, int]) -> tuple[SessionSeat, ...]:
    return tuple(SessionSeat(ats, player, 1000_00) for ats, player in who)


STATES: Final[dict[str, tuple[Story, dict[str, Any]]]] = {
    "new-shoe": TABLES["new-shoe"],
    "betting": TABLES["betting"],
    "dealing": TABLES["dealing"],
    "three-cards": (_three_cards, {}),
    "settled": (_long, {}),
    "every-bet": (_every_bet, {}),
    "roads": (_long, {}),
    "quiet": (_long, {}),
    "corrected": (_corrected, {}),
    "corrected-roads": (_corrected, {}),
    "tie": (_tie, {}),
    "void": (_void, {}),
    "dummy-coup": TABLES["dummy-coup"],
    "dummy-over": (_dummy_over, {}),
    "suspended": TABLES["question"],
    "frozen": TABLES["frozen"],
    "last-coup": (_last, {}),
    "cup": (_cup, {}),
    "cup-open": (_cup_open, {}),
    "cup-limits": (_cup_limits, {}),
    "system-malfunction": TABLES["system-malfunction"],
    "no-table": TABLES["between"],
}


# Since when the last coup has ended, where that is what a state is about.
WATCHED: Final = {
    "roads": lambda now: Watched(Moments(ended=now - RESULT_MS, last_change=now - RESULT_MS), now),
    "corrected-roads": lambda now: Watched(Moments(ended=now - RESULT_MS, last_change=now - RESULT_MS), now),
    "quiet": lambda now: Watched(Moments(ended=now - QUIET_MS, last_change=now - QUIET_MS), now),
}


def wnd_state(name: str, language: str) -> tuple[WndView, int]:
    """Return the view, and the table's time at that moment."""
    story, setup = STATES[name]

    async def whole() -> tuple[WndView, int]:
        console = Console(language, **setup)
        await story(console)
        now = console.service.now_ms()
        public = public_view(console.service.state, 1, now)
        watched = WATCHED[name](now) if name in WATCHED else None
        return wnd_view(public, there=name != "no-table", words=words_of(language), watched=watched), now

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        return runner.run(whole())
