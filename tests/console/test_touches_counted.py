"""What a dealer does most takes as many touches as docs/dealer.md says, by fingers on the console's own screen."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from by_touch import Floor, on_a_floor

from firmware.books import book_ids, load_book
from firmware.game import events as g
from firmware.table.core.commands import Role

SCANNER = '[devices.ticket_scanner]\ndriver = "sim.serial_scanner"\nport = "simulated"\n'
PAPER = (Path(__file__).parents[2] / "docs" / "dealer.md").read_text(encoding="utf-8")
PART = PAPER.partition("## How many touches")[2].partition("\n## ")[0]
SAID = {what: int(touches) for what, touches in re.findall(r"^\| (.+) \| (\d+) \|$", PART, re.MULTILINE)}
Counted = Callable[[Floor], Awaitable[list[str]]]


async def touched(floor: Floor, *actions: str) -> list[str]:
    await floor.dealer(*actions)
    return list(actions)


async def a_coup(floor: Floor) -> list[str]:
    done = await touched(floor, "op open")
    await floor.deal("7S 6H KD KC")  # the first card ends betting (8.1(c))
    done += await touched(floor, "op confirm")
    assert [result.winner for result in floor.of(g.CoupResult)] == ["player"]
    return done


async def an_early_close(floor: Floor) -> list[str]:
    done = await touched(floor, "op open", "op close", "yes")
    coup = floor.table.state.game.coup
    assert coup is not None
    assert not coup.betting
    return done


async def a_new_shoe(floor: Floor) -> list[str]:
    shoes = len(floor.of(g.ShoeStarted))
    done = await touched(floor, "op new-shoe", "yes")
    assert len(floor.of(g.ShoeStarted)) == shoes + 1
    return done


async def a_new_shoe_and_who_cut(floor: Floor) -> list[str]:
    shoes = len(floor.of(g.ShoeStarted))
    done = await touched(floor, "op new-shoe", "key dealer", "yes")
    assert [(event.cut_by) for event in floor.of(g.ShoeStarted)[shoes:]] == ["dealer"]
    return done


async def a_buy_in(floor: Floor) -> list[str]:
    done = await touched(floor, "terminal 1", "op buy-in 1", "quick 3", "yes")
    assert floor.table.state.balance(1) == 300_00
    return done


async def an_unread_card(floor: Floor) -> list[str]:
    await floor.enrol_other("202", "ANA", "casino_supervisor", "5093")
    await floor.enrol_other("101", "TOM", "dealer", "8264", "700", "4711")
    await floor.long_known("303", "IDA", Role.GAME_SUPERVISOR, "6184")
    await floor.dealer("op open")
    floor.table.devices["shoe"].model.do("unreadable")
    await asyncio.sleep(1)
    done = await touched(floor, "op enter", "key 9D", "key 303", "key 6", "key 1", "key 8", "key 4", "yes")
    assert [event.card for event in floor.of(g.CardEntered)] == ["9D"]
    return done


async def an_unread_card_by_card(floor: Floor) -> list[str]:
    scanner = floor.table.devices["ticket_scanner"].model
    await floor.long_known("303", "IDA", Role.GAME_SUPERVISOR, "6184")
    for number, pin in (("303", "6184"), ("700", "4711")):
        await floor.dealer("tab staff", "op sign-on")
        await floor.keys(number)
        await floor.keys(pin)
        await floor.dealer("tab staff", "op own-card")
        await floor.keys(pin)
        scanner.do(f"scan STAFF{number}7K2Q93XD41ZB")
        await asyncio.sleep(3)
    await floor.enrol_other("101", "TOM", "dealer", "8264", "303", "6184")
    await floor.dealer("op open")
    floor.table.devices["shoe"].model.do("unreadable")
    await asyncio.sleep(1)
    done = await touched(floor, "op enter", "key 9D")
    scanner.do("scan STAFF3037K2Q93XD41ZB")
    await asyncio.sleep(3)
    done += await touched(floor, "yes")
    assert [event.card for event in floor.of(g.CardEntered)] == ["9D"]
    return done


COUNTED: dict[str, Counted] = {
    "a coup, from *Open betting* to *Confirm*": a_coup,
    "betting opened, and closed before its clock": an_early_close,
    "a new shoe, at a table where one person cuts": a_new_shoe,
    "a new shoe, in a book by which players may cut": a_new_shoe_and_who_cut,
    "a buy-in of 300 in cash, from the coup's page and back": a_buy_in,
    "a card that was not read, approved by a second person with a PIN of four figures": an_unread_card,
    "a card that was not read, approved by a second person with a staff card": an_unread_card_by_card,
}


def test_all_that_the_paper_counts_is_tried() -> None:
    assert SAID.keys() == COUNTED.keys()


# Who cuts the cards is asked where a player may (mbs and rws), and a first card is burned where Crown's rules are.
BURNS = {book: load_book(book).burn_first for book in book_ids()}
NOT_IN = {"a new shoe, at a table where one person cuts": False, "a new shoe, in a book by which players may cut": True}


@pytest.mark.parametrize(
    ("what", "book"), [(what, book) for what in COUNTED for book in BURNS if NOT_IN.get(what) is not BURNS[book]]
)
def test_it_takes_as_many_touches_as_the_paper_says(tmp_path: Path, what: str, book: str) -> None:
    async def story(floor: Floor) -> None:
        await floor.enrol()
        if what not in NOT_IN:
            await floor.new_shoe(burns=BURNS[book])
        done = await COUNTED[what](floor)
        assert len(done) == SAID[what], done

    on_a_floor(tmp_path, story, rulebook=book, panel=SCANNER if "staff card" in what else "")
