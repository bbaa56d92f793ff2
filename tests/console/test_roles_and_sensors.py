"""Questions that sensors bring up, from the wire to the dealer's screen: who may answers, the rest see who has to."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from by_touch import Floor, on_a_floor

from firmware.console.desk import CONSOLE
from firmware.game import events as g
from firmware.game import steps as s
from firmware.kit.items import Button
from firmware.table.core.commands import Role
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.staff import EnrolStaff, SignOn
from firmware.table.features.wagers import Wager
from sim.profiles import PANEL

STAFF = {"1": Role.DEALER, "2": Role.GAME_SUPERVISOR, "3": Role.CASINO_SUPERVISOR}
NAMES = {Role.DEALER: "Dealer", Role.GAME_SUPERVISOR: "Game sup.", Role.CASINO_SUPERVISOR: "Casino sup."}
CROWN, MBS, RWS = "crown-baccarat", "mbs-rapid-no-commission", "rws-non-commission"
# Both hands draw a third card: 2, 2, 10, 10, 3, 4.
SIX = (("2S", "player"), ("2H", "banker"), ("TD", "player"), ("TC", "banker"), ("3S", "player"), ("4H", "banker"))


class Asked(NamedTuple):
    """A question: in which book, what brings it up, how it may be answered, and who may do so at least."""

    book: str
    does: Callable[[Floor], Awaitable[None]]
    kind: str
    options: tuple[str, ...]
    least: Role


async def draw(floor: Floor, card: str, hand: str, position: int, lies: str = "") -> None:
    """A card leaves the shoe, as the shoe counts it, and is put down."""
    floor.table.devices["shoe"].model.do(f"card {card} {hand} {position}")
    await asyncio.sleep(0.5)
    panel = floor.table.devices["panel"].model
    panel.do(f"{lies or hand}_position on")
    await asyncio.sleep(0.2)
    panel.do(f"{lies or hand}_position off")
    await asyncio.sleep(0.8)


async def a_card_on_the_wrong_hand(floor: Floor) -> None:
    await draw(floor, "6S", "player", 1)
    await draw(floor, "5H", "banker", 1, lies="player")


async def a_fourth_card(floor: Floor) -> None:
    for number, (card, hand) in enumerate(SIX):
        await draw(floor, card, hand, number // 2 + 1)
    floor.table.devices["shoe"].model.do("card 9D player 3")
    await asyncio.sleep(0.5)
    panel = floor.table.devices["panel"].model
    panel.do("player_position on")
    await asyncio.sleep(0.2)
    panel.do("player_position off")
    await asyncio.sleep(0.8)


# rulings.md, "Irregularities" and "Who may".
QUESTIONS = (
    Asked(MBS, a_card_on_the_wrong_hand, "wrong_hand", ("reconstruct", "cannot-reconstruct"), Role.DEALER),
    Asked(RWS, a_card_on_the_wrong_hand, "wrong_hand", ("reconstruct", "cannot-reconstruct"), Role.DEALER),
    Asked(CROWN, a_fourth_card, "excess_card", ("dummy", "carry"), Role.GAME_SUPERVISOR),
    Asked(MBS, a_fourth_card, "excess_card", ("carry", "set-aside"), Role.GAME_SUPERVISOR),
    Asked(RWS, a_fourth_card, "excess_card", ("carry", "set-aside"), Role.GAME_SUPERVISOR),
)


def offered(floor: Floor) -> dict[str, Button]:
    """Return what stands on the dealer's screen to be touched, also while it is off."""
    assert floor.table.sgc is not None
    assert floor.table.sgc.stage is not None
    items = floor.table.sgc.stage.scene.items
    return {" ".join(item.does[1:]): item for item in items if isinstance(item, Button)}


async def question(floor: Floor, asked: Asked, staff: str) -> None:
    """Have somebody at the console as the question comes up."""
    for number, role in STAFF.items():
        await floor.table.service.submit(EnrolStaff(number, NAMES[role], role, "no PIN"))
    for command in (SignOn(CONSOLE, staff), s.NewShoe(8), BuyIn(1, 100_00), s.OpenBets(), Wager(1, "player", 10_00)):
        await floor.table.service.submit(command)
    await floor.table.service.submit(s.CloseBets())
    await asked.does(floor)
    (put,) = floor.table.state.game.questions
    assert (put.kind, put.options) == (asked.kind, asked.options)


@pytest.mark.parametrize("asked", QUESTIONS, ids=lambda asked: f"{asked.book}-{asked.kind}")
@pytest.mark.parametrize("staff", STAFF)
def test_whoever_may_answers_and_the_others_see_who_has_to_come(asked: Asked, staff: str, tmp_path: Path) -> None:
    may = list(STAFF.values()).index(STAFF[staff]) >= list(STAFF.values()).index(asked.least)

    async def story(floor: Floor) -> None:
        await question(floor, asked, staff)
        shown = offered(floor)
        for option in asked.options:
            answer = shown[f"decide {option}"]
            assert (answer.on, answer.note) == ((True, "") if may else (False, NAMES[asked.least])), option
        assert ("sign-on" in shown) is not may
        if not may:
            with pytest.raises(LookupError):
                await floor.dealer(f"op decide {asked.options[0]}")
            comes = next(number for number, role in STAFF.items() if role is asked.least)
            await floor.table.service.submit(SignOn(CONSOLE, comes))
            await asyncio.sleep(1)
        await floor.dealer(f"op decide {asked.options[0]}", "yes")
        assert not floor.table.state.game.questions
        ruling = floor.of(g.Ruling)[-1]
        assert (ruling.kind, ruling.role) == (asked.kind, asked.least.value)

    on_a_floor(tmp_path, story, rulebook=asked.book, panel=PANEL)
