"""Long work in a process of its own, beside play: no wager waits for it, and whoever gives up waiting ends it."""

import asyncio
from collections.abc import Sequence
from typing import NamedTuple


class Ended(NamedTuple):
    """How it ended, what it said, and its last line of trouble; empty where there was none."""

    status: int
    out: bytes
    trouble: str


async def carried_out(words: Sequence[str]) -> Ended:
    """Run a command to its end."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*words, stdin=asyncio.subprocess.DEVNULL, stdout=pipe, stderr=pipe)
    try:
        out, error = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    lines = error.decode(errors="replace").strip().splitlines()
    assert process.returncode is not None
    return Ended(process.returncode, out, lines[-1] if lines else "")
