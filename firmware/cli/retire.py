"""`rapid-table retire`: two people end a journal or a terminal's pocket; it is exported, and the next begins."""

import argparse
import asyncio
import os
from contextlib import closing
from pathlib import Path
from typing import Final

import msgspec
from msgspec import to_builtins

from firmware.cli.arguments import path
from firmware.cli.configurations import loaded
from firmware.cli.errors import BadInput
from firmware.cli.final_paper import NO_PRINTER, print_final
from firmware.cli.owner import need_owner
from firmware.cli.say import say, say_json, warn
from firmware.cli.two_people import PersonNamed, two_people
from firmware.config import Board
from firmware.kit.words import words_of
from firmware.refusal import Refused
from firmware.table.core.journal import JournalError
from firmware.table.core.service import TableService
from firmware.table.core.state import TableState
from firmware.table.features.retiring import RetireTable, following, is_retired
from firmware.table.features.time_back import last_known
from firmware.table.journal.beginning import beginning
from firmware.table.journal.file import forget
from firmware.table.journal.pin_secret import pin_secret
from firmware.table.journal.query import opened as read
from firmware.table.journal.replay import replayed
from firmware.table.journal.retired import PAPER, change, coming, write_out
from firmware.table.journal.signing import Signer, read_key
from firmware.table.journal.sqlite_journal import SqliteJournal
from firmware.table.people.staff_desk import Approval, StaffDesk
from firmware.table.shown.day_book import DayBook, days_of
from firmware.terminal.pocket import PocketError, SqlitePocket
from firmware.terminal.pocket_file import begin
from hal.clock import following_clock

EXAMPLES: Final = """\
  rapid-table retire table /var/lib/rapid-table/board/table.toml --out /media/stick/table-7
  rapid-table retire ats /var/lib/rapid-table/board/ats.toml --out /media/stick/table-7-ats-3

Stop the board's own program first, and run this as the user that it runs as: runuser -u rapid-table -- rapid-table
retire … For a table, two people give their staff numbers and PINs, a line each. A terminal knows nobody's PIN: two
people end its board at the table's console first. docs/retiring.md has the steps. The old file stays beside the new
one, as FILE.retired-1.
"""
CONSOLE: Final = "retire"
NOT_ENDED: Final = (
    "nobody has ended this board at the table. While it runs and the table is there, a casino supervisor and a second "
    "person touch 'Retire board' on the terminal's page; if the table is gone for ever, give --without-table"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    parser.add_argument("what", choices=["table", "ats"], help="a table's journal, or a terminal's pocket")
    parser.add_argument("config", type=path, metavar="CONFIG", help="the board's configuration, in TOML")
    parser.add_argument("--out", type=path, required=True, metavar="DIR", help="a new folder for what is exported")
    parser.add_argument(
        "--without-table", action="store_true", help="ats: the table is gone for ever; two people are only named"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Retire it; exit status 1 when that is refused."""
    board = loaded(arguments.config)
    if board.config.role != arguments.what:
        raise BadInput(f"{arguments.config}: is of a board with role {board.config.role}, not {arguments.what}")
    _need_new(arguments.out)
    try:
        if arguments.what == "table":
            found = _table(board, arguments.out)
        else:
            found = _terminal(board, arguments.out, without_table=arguments.without_table)
    except Refused as refusal:
        warn(words_of("en").refused(refusal))
        return 1
    except OSError as error:
        raise BadInput(f"{error.filename}: cannot be used: {error.strerror}") from None
    except (JournalError, PocketError) as error:
        warn(str(error))
        return 1
    if arguments.json:
        say_json(found)
    else:
        for name, value in found.items():
            say(f"{name.replace('_', ' ')}: {value}")
    return 0


def _need_new(out: Path) -> None:
    try:
        if os.path.lexists(out) and (not out.is_dir() or any(out.iterdir())):
            raise BadInput(f"--out: {out} is not empty; give a new folder")
    except OSError as error:
        raise BadInput(f"--out: {out}: cannot be used: {error.strerror}") from None


def _table(board: Board, out: Path) -> dict[str, object]:
    assert board.config.journal is not None
    settings = board.config.journal
    journal = Path(settings.path)
    if not journal.exists() and not coming(journal).exists():
        raise BadInput(f"{journal}: there is no journal to retire")
    need_owner(journal)
    signer = read_key(settings.signing_key)
    if journal.exists():
        people = two_people()
        state = asyncio.run(_ended(board, journal, signer, Path(settings.pin_secret), people))
        write_out(out, journal, state, _last_day(journal), signer)
        forget(coming(journal))
        asyncio.run(_begun(board, journal, signer, state))
    kept = change(journal)
    paper = out / PAPER
    lines = paper.read_text(encoding="utf-8").splitlines() if paper.exists() else []
    assert board.config.table is not None
    said = print_final(board, board.config.table.name, lines) if lines else NO_PRINTER
    return {"exported_to": str(out), "kept_as": str(kept or ""), "paper": said}


async def _ended(
    board: Board, journal: Path, signer: Signer, secret: Path, people: tuple[PersonNamed, PersonNamed]
) -> TableState:
    """Have two people end the journal, and sign its last row; one that was ended already is left as it is."""
    with closing(SqliteJournal(journal, signer)) as file:
        service = _service(board, file)
        desk = StaffDesk(service, pin_secret(secret, new=False))
        first, second = people
        await desk.sign_on(CONSOLE, first.staff, first.pin)
        try:
            if not is_retired(service.state):
                await desk.ask(CONSOLE, RetireTable(), Approval(*second))
        finally:
            await desk.sign_off(CONSOLE)
            await file.cover(service.now_ms())
        return service.state


async def _begun(board: Board, journal: Path, signer: Signer, before: TableState) -> None:
    """Put the next journal together, with what must not come twice."""
    with read(journal) as db:
        (head,) = db.execute("SELECT hash FROM entries ORDER BY sequence DESC LIMIT 1").fetchone()
    with closing(SqliteJournal(coming(journal), signer)) as file:
        service = _service(board, file)
        await service.submit(following(before, head.hex()), by=CONSOLE)
        await file.cover(service.now_ms())


def _service(board: Board, file: SqliteJournal) -> TableService:
    assert board.setup is not None
    state = file.recover()
    clock = following_clock(asyncio.get_running_loop(), last_known(state, file.last_at))
    return TableService.recovered(state, board.setup, file, clock, lambda _: None)


def _last_day(journal: Path) -> DayBook:
    with read(journal) as db:
        begins = beginning(db, journal)
        *_, last, _ = days_of(replayed(db, journal, *begins), begins.state)
    return last


def _terminal(board: Board, out: Path, *, without_table: bool) -> dict[str, object]:
    """Export what a terminal's pocket holds, keep the old file, and begin one with a new life."""
    assert board.config.terminal is not None
    file = Path(board.config.terminal.pocket)
    if not file.exists():
        raise BadInput(f"{file}: there is no pocket to retire")
    need_owner(file)
    with closing(SqlitePocket(file)) as pocket:
        if not pocket.is_retired and not without_table:
            raise BadInput(f"{file}: {NOT_ENDED}")
        found: dict[str, object] = {
            "terminal": board.config.terminal.number, "life": pocket.life, "last_number": pocket.count,
            "acknowledged": pocket.acknowledged(), "note_in_flight": pocket.in_flight(), "ticket": pocket.ticket(),
            "printed": pocket.printed(), **_ended_by(at_table=pocket.is_retired),
        }  # fmt: skip
    out.mkdir(parents=True, exist_ok=True)
    (out / "final.json").write_bytes(msgspec.json.encode(found) + b"\n")
    number = 1
    while Path(f"{file}.retired-{number}").exists():
        number += 1
    for end in ("-wal", "-shm", ""):
        if os.path.lexists(f"{file}{end}"):
            Path(f"{file}{end}").rename(f"{file}.retired-{number}{end}")
    begin(file)
    settings = board.config.terminal
    lines = [f"{name.replace('_', ' ')}: {to_builtins(value)}" for name, value in found.items()]
    said = print_final(board, f"{settings.location}, terminal {settings.number}", lines)
    return {"exported_to": str(out), "kept_as": f"{file}.retired-{number}", "life": found["life"], "paper": said}


def _ended_by(*, at_table: bool) -> dict[str, object]:
    """Return who ended a pocket, and whether anybody has checked their PINs."""
    if at_table:
        return {"ended_at_table": True}
    first, second = two_people()
    return {"ended_at_table": False, "named": first.staff, "second_named": second.staff}
