"""A whole table's board that waits for a supervisor's word goes on waiting, whatever else runs on it."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from witnessed_table import Room, in_a_room

from firmware.boards.proving import Proving
from firmware.config import read_board
from firmware.game import steps as s
from firmware.link.bus import MemoryNetwork
from firmware.refusal import Refused
from firmware.software.proof import Proven
from firmware.table.core.codes import TableCode
from firmware.table.core.commands import OfStaff, Role
from firmware.table.core.group import Asked
from firmware.table.features.opening import word_for
from firmware.table.features.staff import EnrolStaff, SignOn
from firmware.table.journal.signing import table_signer
from firmware.table_board import board as table_board

TABLE = """
role = "table"
[table]
rulebook = "crown-baccarat"
ats = 2
tickets = false
[journal]
path = "{folder}/table.journal"
pin_secret = "{folder}/pin"
witness_wait = 2
[devices.shoe]
driver = "drivers.angel_eye"
port = "{folder}/shoe"
[network]
server = "tls://127.0.0.1:1"
device = "table"
certificates = "{folder}"
"""
BEAT = b'{"at":1,"version":2}'
# Whatever the board looks at now and then, it has looked at by then.
LONG_S = 120
MANY = 100


async def beats(network: MemoryNetwork) -> None:
    terminal = network.board("ats-1")
    while True:
        await terminal.publish("beat.ats-1", BEAT)
        await asyncio.sleep(1)


def test_a_table_that_waits_is_not_ended_by_what_it_does_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    proven: list[int] = []
    prove = Proving.prove

    async def proves(self: Proving, seed: str = "", *, gently: bool = False) -> Proven:
        proven.append(len(said))
        return await prove(self, seed, gently=gently)

    monkeypatch.setattr(Proving, "prove", proves)

    async def story(room: Room) -> None:
        await room.on()
        await room.table.tell(s.NewShoe(8))
        await room.off()
        monkeypatch.setattr(table_board, "ComingBus", lambda *_: room.memory.board("table"))
        there = asyncio.create_task(beats(room.memory))
        board = asyncio.create_task(table_board.run(read_board(TABLE.format(folder=tmp_path)), said.append))
        await asyncio.sleep(LONG_S)
        assert not board.done(), board.exception()
        for task in (board, there):
            task.cancel()
        await asyncio.gather(board, there, return_exceptions=True)

    in_a_room(tmp_path, table_signer(tmp_path / "journal.key"), story)
    assert "a supervisor signs on and gives the word" in said[-1]
    # `healthy` does not wait for people: what a board is can be known before.
    assert proven
    assert proven[0] < len(said)


def test_betting_that_was_open_is_not_closed_again_and_again_while_the_table_waits(tmp_path: Path) -> None:
    # Seen: from a supervisor's sign-on until the word it asked itself to close without end, with all of a core.
    async def story(room: Room) -> None:
        await room.on()
        await room.table.tell(s.NewShoe(8), EnrolStaff("202", "Ana", Role.GAME_SUPERVISOR, "kept"), s.OpenBets())
        await room.off()
        await room.on()
        service, asked = room.table.service, list[object]()
        ask = service.ask

        def counted(command: Asked, **others: Any) -> Any:
            asked.append(command)
            assert len(asked) < MANY, "it goes on for ever"
            return ask(command, **others)

        service.ask = counted  # type: ignore[method-assign]
        await room.table.tell(SignOn("sgc", "202"))
        await asyncio.sleep(LONG_S)
        assert asked == [SignOn("sgc", "202")]
        opening = service.opening
        assert opening is not None
        await room.table.tell(word_for(opening))
        await asyncio.sleep(0.1)
        assert room.table.is_open
        assert service.state.game.coup is None  # void: 11.15(a)

    in_a_room(tmp_path, table_signer(tmp_path / "journal.key"), story)


def test_the_word_is_somebodys_who_has_signed_on_since_the_table_came_back(tmp_path: Path) -> None:
    # Seen: whoever switched a restored table on gave the word as the supervisor who had been signed on long ago.
    async def story(room: Room) -> None:
        await room.on()
        await room.table.tell(
            EnrolStaff("101", "Tom", Role.DEALER, "kept"), EnrolStaff("202", "Ana", Role.GAME_SUPERVISOR, "kept"),
            SignOn("sgc", "202"), SignOn("sgc-2", "101"),
        )  # fmt: skip
        await room.off()
        await room.on()
        service = room.table.service
        await room.table.tell(SignOn("sgc-2", "202"))  # who signs on meanwhile stays so
        await asyncio.sleep(LONG_S)
        opening = service.opening
        assert opening is not None
        assert service.state.consoles == {"sgc-2": "202"}
        with pytest.raises(Refused) as refused:
            await service.submit(OfStaff("sgc", "202", word_for(opening)), by="202")
        assert refused.value.code == TableCode.SIGN_ON_FIRST
        await service.submit(OfStaff("sgc-2", "202", word_for(opening)), by="202")
        await asyncio.sleep(0.1)
        assert room.table.is_open

    in_a_room(tmp_path, table_signer(tmp_path / "journal.key"), story)
