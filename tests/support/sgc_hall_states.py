"""The Tournament Director's page on the console, as a tournament has it shown."""

from typing import Any, Final

from msgspec.structs import replace
from sgc_table import HALF_PAST_NINE, Console, Story

from firmware.console.desk import CONSOLE
from firmware.table.core.commands import Role
from firmware.table.core.hall_change import change_to
from firmware.table.core.hall_page import HallAsk, HallChoice, HallPage, HallSeat, HallTable, Why, hall_wish
from firmware.table.features.hall_pages import AnswerHall, AskHall, ShowHall
from firmware.table.features.staff import EnrolStaff, SignOff, SignOn

LEAVES: Final = HallAsk("director", (HallChoice("sign-off", "sign-off DIRECTOR"),), who="Ada Reyes")
START: Final = HallAsk(
    "start", (HallChoice("start", "session start"), HallChoice("start-without", "session start late=PLAYERS")), count=1,
    at=HALF_PAST_NINE,
)  # fmt: skip
NAMES: Final = (
    "Bo Larsen", "Cy Twombly", "Grace Hopper", "Wilhelmina Feath", "Ned Kelly", "Ana Sousa", "Li Wei", "Kofi Annan",
)  # fmt: skip
SEATS: Final = (
    HallSeat(0, 0, 25, "Rosa Parks", "waiting"), HallSeat(0, 0, 26, "Sam Cooke"),
    HallSeat(0, 0, 27, "Tu Youyou", "absent"),
    *(HallSeat(1, ats, ats + 4, name) for ats, name in enumerate(NAMES, 1)),
)  # fmt: skip
GROUNDS: Final = ("Abuse of staff or players.", "A prohibited device.", "Play for another player's advantage.")
SEATED: Final[dict[str, Any]] = {
    "seats": SEATS, "acts": (HallChoice("disqualify", "disqualify PLAYER GROUND"),), "grounds": GROUNDS,
}  # fmt: skip
BEFORE: Final = HallPage(
    "0a", "Spring Cup", "ready", "Ada Reyes", present=True, round="heats", sessions=2, since=HALF_PAST_NINE, players=24,
    tables=(
        HallTable(1, players=8, name="Salon Privé"), HallTable(2, players=8, name="Window"), HallTable(3, players=8),
    ),
    asks=(LEAVES, HallAsk("brief", (HallChoice("briefed", "brief all"),), count=3), START), **SEATED,
)  # fmt: skip
IN_SESSION: Final = HallPage(
    "0b", "Spring Cup", "session", "Ada Reyes", present=True, round="heats", session=1, sessions=2,
    since=HALF_PAST_NINE - 900_000, players=24,
    tables=(
        HallTable(1, 12, 8, 8, name="Salon Privé"), HallTable(2, 20, 0, 8, finished=True),
        HallTable(3, 9, 11, 7, why=Why("table_away", values={"table": 3}), name="Window"),
    ),
    asks=(
        LEAVES,
        HallAsk(
            "failed", (HallChoice("move", "move 8 3 7"),), who="Wilhelmina Featherstone", table=1, ats=4, to=3, to_ats=7
        ),
        HallAsk(
            "late", (HallChoice("arrived", "arrive 9"), HallChoice("absent", "absent 9")), who="Grace Hopper", table=1,
            ats=2, at=HALF_PAST_NINE,
        ),
    ),
    **SEATED,
)  # fmt: skip


async def _director(t: Console, page: HallPage) -> None:
    await t.open(Role.CASINO_SUPERVISOR)
    await t.tell(
        EnrolStaff("404", "Ada Reyes", Role.TOURNAMENT_DIRECTOR, "kept", "", "303", "202"), SignOff(CONSOLE),
        SignOn(CONSOLE, "404"), ShowHall(change_to(page)),
    )  # fmt: skip
    t.touch("tab director")


async def _before(t: Console) -> None:
    await _director(t, BEFORE)
    await t.tell(AskHall("start", "session start", "Ada Reyes"))
    wish = hall_wish(t.service.state)
    assert wish is not None
    await t.tell(AnswerHall(wish.number, Why("not_briefed", "12.2.3", {"player": 7})))


async def _session(t: Console) -> None:
    await _director(t, IN_SESSION)


async def _seats(t: Console) -> None:
    await _session(t)
    t.touch("seats 1")


async def _others(t: Console) -> None:
    await _session(t)
    t.touch("seats 0")


async def _ground(t: Console) -> None:
    await _seats(t)
    t.touch("op hall-disqualify 6")


async def _late(t: Console) -> None:
    await _director(t, BEFORE)
    t.touch("op hall-late")


async def _play_off(t: Console) -> None:
    tie = HallAsk("tie", (HallChoice("play-off", "play-off POINTS"),), other="heats", count=2, players=(5, 7))
    await _director(t, replace(IN_SESSION, stage="ended", asks=(LEAVES, tie)))
    t.touch("op hall-points")


HALL_STATES: Final[dict[str, tuple[Story, dict[str, Any]]]] = {
    "director": (_session, {}),
    "director-refused": (_before, {}),
    "director-seats": (_seats, {}),
    "director-others": (_others, {}),
    "director-ground": (_ground, {}),
    "director-late": (_late, {}),
    "director-play-off": (_play_off, {}),
}
