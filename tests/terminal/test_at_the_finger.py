"""What becomes of a touch stands where the finger is, and in the language of whoever reads it."""

import asyncio
from pathlib import Path

from by_touch import Floor, on_a_floor, view

from firmware.game import steps as s
from firmware.kit.box import Box
from firmware.kit.scene import Scene
from firmware.kit.words import words_of
from firmware.table.features.buying_in import BuyIn
from firmware.terminal.scene import laid_out
from hal.cards import Card

BALANCE = "Your balance does not cover this wager."


def scene(floor: Floor) -> Scene:
    seen = floor.table.seats[1].seen
    assert seen is not None
    assert seen.stage is not None
    return seen.stage.scene


def sentence(floor: Floor, text: str) -> Box:
    (found,) = [item.box for item in scene(floor).items for what in item.lettering() if what.text == text]
    return found


def touched(floor: Floor, *action: str) -> Box:
    return next(item.box for item in scene(floor).items if (item.action or (item.stands or ((),))[0]) == action)


def notices(floor: Floor) -> Box:
    return laid_out(view(floor), (1280, 800))[1].notices


async def betting(floor: Floor, amount: int) -> None:
    for command in (s.NewShoe(8), BuyIn(1, amount), s.OpenBets()):
        await floor.table.service.submit(command)
    await asyncio.sleep(0.2)


def test_why_a_chip_cannot_lie_is_said_on_the_area_that_was_touched(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await betting(floor, 10_00)
        for bet in ("player", "tie", "banker", "banker-pair"):
            await floor.player(1, "chip 2500", f"bet {bet}")
            assert touched(floor, "bet", bet).touches(sentence(floor, BALANCE))
            assert not notices(floor).touches(sentence(floor, BALANCE))
            await asyncio.sleep(4)
            assert BALANCE not in {what.text for item in scene(floor).items for what in item.lettering()}

    on_a_floor(tmp_path, story)


def test_what_a_doubling_leaves_out_is_said_beside_its_button(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await betting(floor, 55_00)
        await floor.player(1, "chip 2500", "bet banker", "chip 500", "bet tie", "double")
        said = f"Placed without Tie. {BALANCE}"
        box, button = sentence(floor, said), touched(floor, "double")
        # Right above it, and on no chip or button of the tray.
        assert 0 < button.y - box.bottom < button.h
        assert box.x < button.middle[0] < box.right
        assert not [item for item in scene(floor).items if item.action[:1] == ("chip",) and item.box.touches(box)]

    on_a_floor(tmp_path, story)


def left_out(language: str) -> str:
    words = words_of(language)
    return words("why.left", bets=words("bet.player-pair.long"), reason=words("why.balance"))


def test_a_repeat_that_cannot_be_whole_is_said_there_in_whatever_language_is_chosen_meanwhile(
    tmp_path: Path,
) -> None:
    async def story(floor: Floor) -> None:
        await betting(floor, 90_00)
        await floor.player(1, "chip 2500", "bet player", "bet player-pair")
        for command in (s.CloseBets(), *(s.CardDrawn(Card(code)) for code in ("6S", "9H", "KD", "TC")), s.Confirm()):
            await floor.table.service.submit(command)
        await floor.table.service.submit(s.OpenBets())
        await asyncio.sleep(0.5)
        await floor.player(1, "repeat")  # 40 are left: enough for one of the two
        box = sentence(floor, left_out("en"))
        assert 0 < touched(floor, "repeat").y - box.bottom < touched(floor, "repeat").h
        await floor.player(1, "language")
        assert sentence(floor, left_out("zh-Hans")) == box

    on_a_floor(tmp_path, story)


def test_what_no_touch_brought_about_is_said_where_all_else_is(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await betting(floor, 40_00)
        await floor.player(1, "chip 500", "bet tie", "call")
        said = "An attendant has been called."
        assert notices(floor).touches(sentence(floor, said))
        assert view(floor).toast_at == ()
        # The table's word comes long after the finger: nobody looks there any more.
        await asyncio.sleep(6)
        terminal = floor.table.seats[1].terminal
        assert terminal is not None
        why = terminal.desk.player.why_not("tie", 1_00)
        assert why is not None
        terminal.desk.player.say_left((), why)
        await asyncio.sleep(0.2)
        assert notices(floor).touches(sentence(floor, "The minimum here is $5."))

    on_a_floor(tmp_path, story)
