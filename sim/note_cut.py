"""Puts something into an acceptor of a world, and cuts something on its way."""

import asyncio
from typing import Any, Final

from firmware.terminal.note_desk import NoteDesk
from sim.cut_world import World
from sim.note_makes import CutAcceptor

# By then the terminal has asked the table, and its acceptor is open.
OPEN_S: Final = 4


async def insert_and_cut(world: World, make: CutAcceptor, insert: str, what: str, byte: int) -> int:
    """Start the terminal, insert, and return how many bytes had crossed before; the cut comes at its byte."""

    def start() -> list[asyncio.Task[Any]]:
        desk = NoteDesk(world.link(), world.pocket, lambda _: None, lambda _: None)
        acceptor = make.driver("acceptor", world.wire, desk.heard, make.options, way=desk.way, book=desk)
        desk.serve(acceptor)
        world.follow_with(desk.follow)
        return [asyncio.create_task(acceptor.run())]

    world.boot(start)
    await asyncio.sleep(OPEN_S)
    before = world.wire.crossed
    world.cut_or_watch(byte, what)
    world.model.do(insert)
    return before
