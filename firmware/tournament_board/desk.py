"""The Director's desk: steps come in by a socket beside the journal, each under a number, and what came of it goes out.

The socket is the owner's alone: whoever may write the journal may order. One connection carries one step.
"""

import asyncio
import hashlib
import logging
import os
import secrets
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from firmware.config import ConfigError
from firmware.kit.words import words_of
from firmware.refusal import Refused
from firmware.tournament import commands as c
from firmware.tournament.conditions import Conditions
from firmware.tournament_board.hall import Hall
from firmware.tournament_board.journal import kind_of
from firmware.tournament_board.step_forms import read_form
from firmware.tournament_board.steps import STEP_FORMS, read_wish

LONGEST: Final = 8192
MOST_STEP: Final = 1000
# Tables that are away are asked in vain first; then it answers.
ANSWER_S: Final = 30.0
APPROVE: Final = "approve REFERENCE DATE NAME"
_log: Final = logging.getLogger(__name__)


class StepAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """A step, as it is written in a scenario, and its number: under the same one it is done once."""

    step: Annotated[str, Meta(max_length=MOST_STEP, min_length=1)]
    number: Annotated[str, Meta(max_length=48)]


class StepAnswered(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What came of it: the events that followed; or why it is refused; or what about it cannot be read."""

    events: tuple[str, ...] = ()
    refused: str = ""
    code: str = ""
    rule: str = ""
    unreadable: str = ""


def socket_of(journal: Path) -> Path:
    """Return where the desk of a tournament's journal is."""
    return journal.with_name(journal.name + ".desk")


class DirectorDesk:
    """Takes steps for one tournament, one after the other."""

    def __init__(self, hall: Hall, conditions: Conditions, alone: asyncio.Lock) -> None:
        """`alone`: held while the hall is at work; it looks at its tables in between."""
        self._hall: Final = hall
        self._conditions: Final = conditions
        self._alone: Final = alone

    async def serve(self, path: Path) -> None:
        """Take steps until cancelled."""
        with _bound(path) as own:
            server = await asyncio.start_unix_server(self._come, sock=own, limit=LONGEST)
            await server.serve_forever()

    async def _come(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            answer = await self.answer(await reader.readline())
            writer.write(msgspec.json.encode(answer) + b"\n")
            await writer.drain()
        except (ValueError, OSError) as error:
            _log.warning("the desk: %s", error)
        finally:
            writer.close()

    async def answer(self, line: bytes) -> StepAnswered:
        """Take a step as it came in, and return what came of it."""
        try:
            asked = msgspec.json.decode(line, type=StepAsked)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            return StepAnswered(unreadable=str(error))
        async with self._alone:
            try:
                return StepAnswered(events=await self._done(asked))
            except Refused as why:
                return StepAnswered(refused=words_of("en").refused(why), code=str(why.code), rule=why.rule or "")
            except ValueError as error:
                return StepAnswered(unreadable=str(error))

    async def _done(self, asked: StepAsked) -> tuple[str, ...]:
        """Do a step; of several commands that it comes to, those before one that is refused are done."""
        events = []
        # A number that comes again with another step is another number: it is not answered as what it was before.
        number = f"{asked.number}/{hashlib.sha256(asked.step.encode()).hexdigest()[:16]}"
        for index, command in enumerate(self._commands(asked.step)):
            events += await self._hall.ask(command, by="desk", number=f"{number}/{index}")
        return tuple(map(kind_of, events))

    def _commands(self, step: str) -> list[c.TournamentCommand]:
        words = step.split()
        if not words:
            raise ValueError("a step is missing")
        if words[0] == "approve":
            said = read_form(APPROVE, words)
            return [c.ApproveConditions(self._conditions, said["NAME"], said["REFERENCE"], said["DATE"])]
        wish = read_wish(step)
        if wish is None:
            known = ", ".join(sorted({"approve", *(" ".join(key) for key in STEP_FORMS)}))
            raise ValueError(f"no step {words[0]!r}; there are {known}")
        return wish.commands(self._hall.state, self._hall.service.now())


@contextmanager
def _bound(path: Path) -> Iterator[socket.socket]:
    """Return the desk's socket, its owner's alone, and take it away again."""
    path.unlink(missing_ok=True)  # of a process that was killed; the journal's lock says that there is no other
    own = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    before = os.umask(0o177)
    try:
        own.bind(str(path))
    except OSError as error:
        raise ConfigError(f"tournament.journal: no socket can be made beside it: {error.strerror or error}") from None
    finally:
        os.umask(before)
    try:
        yield own
    finally:
        path.unlink(missing_ok=True)


def ask_desk(journal: Path, step: str) -> StepAnswered:
    """Have the role that runs take a step, and return its answer. Raises OSError when it does not answer.

    Nobody knows then whether it was done; the same step under the same number is done once, so it is asked again.
    """
    said = msgspec.json.encode(StepAsked(step[:MOST_STEP], secrets.token_hex(8))) + b"\n"
    try:
        return _ask(socket_of(journal), said)
    except TimeoutError:
        return _ask(socket_of(journal), said)


def _ask(path: Path, said: bytes) -> StepAnswered:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as desk:
        desk.settimeout(ANSWER_S)
        desk.connect(str(path))
        desk.sendall(said)
        with desk.makefile("rb") as answers:
            line = answers.readline()
    if not line:
        raise TimeoutError("it ended before it answered")
    return msgspec.json.decode(line, type=StepAnswered)
