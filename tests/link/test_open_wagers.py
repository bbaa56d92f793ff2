"""Wagers of others in a session: secret, nothing of them is on the wire; open, they are told once a second."""

import asyncio
from typing import Any

import msgspec
from network_under_test import Net, on_a_network

from firmware.game import steps as s
from firmware.kit.words import words_of
from firmware.link.bus import ACCOUNT, PUBLIC
from firmware.pictures.cup_words import cup_lines, wagered_notice
from firmware.table.core.session_standing import SessionStanding
from firmware.table.core.session_terms import SessionTerms
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.session_standings import PostStandings
from firmware.table.features.sessions import SessionSeat, StartSession
from firmware.table.features.tournament_tables import ReserveTable
from firmware.table.features.wagers import Wager

WORDS = words_of("en")
SEATS = (SessionSeat(1, 7, 1000_00), SessionSeat(2, 9, 1000_00))
STANDING = SessionStanding("1", "final 1", 2, 3, hidden=False, over=False, cash=False)
OTHERS = (Wager(2, "banker", 325_00), Wager(2, "tie", 15_00), Wager(2, "tie", 0), Wager(2, "tie", 35_00))


async def begun(net: Net, *, open_wagers: bool) -> None:
    terms = SessionTerms(open_wagers=open_wagers)
    await net.tell(ReserveTable("Cup"), StartSession("final 1", (1, 2), 0, SEATS, terms), PostStandings(STANDING))
    await net.tell(s.OpenBets(), Wager(1, "player", 50_00))


def told(*others: Wager, open_wagers: bool) -> list[tuple[str, Any]]:
    """Return all that is on the wire for others than terminal 2, from the first wager on to the close."""
    found: list[tuple[str, Any]] = []

    async def story(net: Net) -> None:
        remote = await net.terminal("ats-1")
        await begun(net, open_wagers=open_wagers)
        await asyncio.sleep(2)
        plain = net.memory.tell

        def heard(subject: str, data: bytes) -> None:
            if subject != f"{ACCOUNT}.ats-2":
                said = msgspec.json.decode(data)
                # How many things happened at the table is counted there: of whom, and what, it does not say.
                found.append((subject, {key: value for key, value in said.items() if key != "number"}))
            plain(subject, data)

        net.memory.tell = heard  # type: ignore[method-assign]
        for wager in others:
            await net.tell(wager)
        await asyncio.sleep(3 - 0.1 * len(others))
        await net.tell(Wager(1, "player", 100_00))
        await asyncio.sleep(3)
        cups.append(remote.public.cup if remote.public is not None else None)

    cups: list[Any] = []
    on_a_network(story)
    return [*found, ("cup", cups[0])]


def test_where_wagers_are_secret_nothing_on_the_wire_depends_on_them() -> None:
    # crown 12.1.1: nobody knows more than another
    nobody, others = told(open_wagers=False), told(*OTHERS, open_wagers=False)
    assert {subject for subject, _ in nobody} >= {f"{ACCOUNT}.ats-1"}
    assert others == nobody
    assert others[-1][1].wagers == {}


def test_where_wagers_are_open_everybody_is_told_them_once_a_second() -> None:
    nobody, others = told(open_wagers=True), told(*OTHERS, open_wagers=True)
    assert nobody[-1][1].wagers == {"player": (100_00, 0)}
    assert others[-1][1].wagers == {"player": (100_00, 0), "banker": (0, 325_00), "tie": (0, 35_00)}
    # However often they wager: with the beat of each second.
    assert sum(subject == PUBLIC for subject, _ in others) <= 3
    assert wagered_notice(others[-1][1], WORDS)[-1] == "Wagered: Player 100 · Banker 325 · Tie 35"
    assert list(cup_lines(others[-1][1], None, WORDS))[-2:] == [
        ("Terminal 1", "Player 100"), ("Terminal 2", "Banker 325 · Tie 35"),
    ]  # fmt: skip


def test_wagers_for_money_are_shown_to_nobody() -> None:
    async def story(net: Net) -> None:
        remote = await net.terminal("ats-1")
        await net.tell(BuyIn(1, 100_00), BuyIn(2, 100_00), s.OpenBets(), Wager(2, "banker", 50_00))
        await asyncio.sleep(2)
        assert remote.public is not None
        assert remote.public.cup is None

    on_a_network(story)
