"""Nobody reads a ticket's number off a journal that is shown, unless they ask for it whole."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from firmware.cli.main import main
from firmware.config import read_board
from firmware.table.core.numbering import Numbering
from firmware.table.core.service import TableService
from firmware.table.core.setup import Setup
from firmware.table.features.boards import ShowPocket
from firmware.table.features.notes_credited import CreditNote, PayByTicket
from firmware.table.journal.sqlite_journal import SqliteJournal
from hal.clock import board_clock
from sim.notes import ALL
from sim.ticket_numbers import MACHINE, SECRET

pytestmark = pytest.mark.lab(16)

LIFE = "00112233445566aa"


def a_journal(path: Path) -> str:
    """A journal with a ticket that nobody has paid; return its number."""

    async def story() -> str:
        file = SqliteJournal(path)
        clock, setup = board_clock(asyncio.get_running_loop()), Setup("crown-baccarat", machine=MACHINE, notes=ALL)
        numbering = Numbering(SECRET, file.issued)
        service = TableService.recovered(file.recover(), setup, file, clock, lambda _: None, numbering)
        await service.start()
        for command in (ShowPocket(1, LIFE, 0), CreditNote(1, LIFE, 1, 20_00, "USD"), PayByTicket(1, LIFE, 2)):
            await service.submit(command, by="ats-1")
        (number,) = service.state.tickets
        file.close()
        return number

    return asyncio.run(story())


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_a_number_is_shown_by_its_last_figures(form: list[str], tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "table.journal"
    number = a_journal(path)
    assert len(number) == 18
    main(["journal", "show", str(path), *form])
    shown = capsys.readouterr().out
    assert number not in shown
    assert f"{'*' * 14}{number[-4:]}" in shown
    main(["journal", "show", str(path), "--numbers", *form])
    assert number in capsys.readouterr().out


@pytest.mark.lab(39)
def test_the_profile_that_is_shipped_credits_a_note_that_is_stored() -> None:
    text = (Path(__file__).parents[2] / "deploy/ats.toml").read_text()
    assert read_board(text).config.devices["note_acceptor"]["stack"] == 2
