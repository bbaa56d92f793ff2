"""A whole table's board that waits for a supervisor's word goes on waiting, whatever else runs on it."""

import asyncio
from pathlib import Path

import pytest
from witnessed_table import Room, in_a_room

from firmware.config import read_board
from firmware.game import steps as s
from firmware.link.bus import MemoryNetwork
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


async def beats(network: MemoryNetwork) -> None:
    terminal = network.board("ats-1")
    while True:
        await terminal.publish("beat.ats-1", BEAT)
        await asyncio.sleep(1)


def test_a_table_that_waits_is_not_ended_by_what_it_does_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []

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
