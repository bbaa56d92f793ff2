"""Staff cards at the console: registered, held before the reader, and what a card does when nobody asked for one."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from by_touch import Floor, on_a_floor

from firmware.game import events as g
from firmware.table.core.commands import Role
from firmware.table.features.staff import PinRefused
from firmware.table.features.staff_cards import CardGiven, CardTaken

SCANNER = '[devices.ticket_scanner]\ndriver = "sim.{make}"\nport = "simulated"\n'
MEI, IDA, TOM = "STAFF7K2Q93XD41ZB", "STAFF5M8W20HC77RP", "STAFF1V6T84NJ39GE"
PINS = {"700": "4711", "303": "6184", "101": "8264"}
Story = Callable[[Floor], Awaitable[None]]

pytestmark = pytest.mark.lab(76)


async def hold(floor: Floor, card: str) -> None:
    floor.table.devices["ticket_scanner"].model.do(f"scan {card}")
    await asyncio.sleep(3)


async def sign_on(floor: Floor, who: str) -> None:
    await floor.dealer("tab staff", "op sign-on")
    await floor.keys(who)
    await floor.keys(PINS[who])


async def register(floor: Floor, who: str, card: str) -> None:
    await floor.dealer("tab staff", "op own-card")
    await floor.keys(PINS[who])
    await hold(floor, card)


def with_cards(folder: Path, story: Story, make: str = "serial_scanner") -> None:
    """MEI and IDA, who supervise the casino and the game, and TOM, a dealer, who is signed on: each with a card."""

    async def whole(floor: Floor) -> None:
        await floor.enrol()
        await floor.new_shoe()
        await register(floor, "700", MEI)
        await floor.long_known("303", "IDA", Role.GAME_SUPERVISOR, PINS["303"])
        await sign_on(floor, "303")
        await register(floor, "303", IDA)
        await floor.long_known("101", "TOM", Role.DEALER, PINS["101"])
        await sign_on(floor, "101")
        await register(floor, "101", TOM)
        await floor.dealer("tab coup")
        assert [event.staff for event in floor.of(CardGiven)] == ["700", "303", "101"]
        await story(floor)

    on_a_floor(folder, whole, panel=SCANNER.format(make=make))


def signed_on(floor: Floor) -> str:
    return floor.table.state.consoles.get("sgc", "")


@pytest.mark.parametrize("make", ["serial_scanner", "keyboard_scanner"])
def test_a_card_signs_its_holder_on_in_place_of_whoever_was(tmp_path: Path, make: str) -> None:
    async def story(floor: Floor) -> None:
        await hold(floor, MEI)
        assert signed_on(floor) == "700"
        await floor.dealer("tab staff", "op sign-on")
        await hold(floor, TOM)
        assert signed_on(floor) == "101"
        await floor.dealer("op open")  # nothing is asked any more
        assert floor.of(g.CoupOpened)

    with_cards(tmp_path, story, make)


async def an_unread_card(floor: Floor) -> None:
    await floor.dealer("op open")
    floor.table.devices["shoe"].model.do("unreadable")
    await asyncio.sleep(1)
    await floor.dealer("op enter", "key 9D")


def entered(floor: Floor) -> list[str]:
    return [event.card for event in floor.of(g.CardEntered)]


@pytest.mark.parametrize("typed", [(), ("key 303",), ("key 303", "key 6", "key 1")])
def test_whoever_approves_shows_a_card_sees_what_it_is_about_and_says_yes(
    tmp_path: Path, typed: tuple[str, ...]
) -> None:
    async def story(floor: Floor) -> None:
        await an_unread_card(floor)
        await floor.dealer(*typed)
        await hold(floor, IDA)
        assert entered(floor) == [], "a card alone decides nothing"
        await floor.dealer("yes")
        assert entered(floor) == ["9D"]
        assert signed_on(floor) == "101"

    with_cards(tmp_path, story)


def test_nobody_approves_with_their_own_card_and_a_strange_one_is_a_guess(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await an_unread_card(floor)
        await hold(floor, "STAFF9999")
        assert len(floor.of(PinRefused)) == 1
        await hold(floor, TOM)
        await floor.dealer("yes")
        assert entered(floor) == []
        assert signed_on(floor) == "101"

    with_cards(tmp_path, story)


@pytest.mark.parametrize("card", ["STAFF", "STAFF101", "STAFF000000000101", "STAFF12345678901"])
def test_a_card_that_can_be_guessed_is_registered_by_nobody(tmp_path: Path, card: str) -> None:
    async def story(floor: Floor) -> None:
        await register(floor, "101", card)
        assert [event.staff for event in floor.of(CardGiven)] == ["700", "303", "101"]

    with_cards(tmp_path, story)


def test_a_card_that_nobody_asked_for_leaves_what_is_being_asked(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await floor.dealer("terminal 1", "op buy-in 1")
        await hold(floor, MEI)
        assert signed_on(floor) == "101"
        await floor.dealer("quick 3", "yes")
        assert floor.table.state.balance(1) == 300_00

    with_cards(tmp_path, story)


def test_a_supervisor_takes_a_lost_card_away(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await hold(floor, MEI)
        await floor.dealer("tab staff", "op take-card 101", "yes")
        assert [event.staff for event in floor.of(CardTaken)] == ["101"]
        await asyncio.sleep(1)
        await hold(floor, TOM)
        assert signed_on(floor) == "700"

    with_cards(tmp_path, story)


def test_where_nothing_reads_cards_none_is_offered(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await floor.enrol()
        await floor.dealer("tab staff")
        assert floor.table.sgc is not None
        assert ("op", "own-card") not in floor.table.sgc.actions()
        assert ("op", "change-pin") in floor.table.sgc.actions()

    on_a_floor(tmp_path, story)
