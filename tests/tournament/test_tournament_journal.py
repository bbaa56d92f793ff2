"""A tournament's journal: killed at every event it goes on as it was, a repeat is answered, damage is found."""

import json
import sqlite3
from pathlib import Path
from random import Random
from shutil import copy

import pytest
from any_tournament import Evening, any_conditions
from held_tournament import DIRECTOR, Held, conditions, entering

from firmware.cli.main import main
from firmware.refusal import Refused
from firmware.table.core.journal import JournalError
from firmware.tournament import commands as c
from firmware.tournament import events as e
from firmware.tournament.conditions import Conditions
from firmware.tournament.evolve import fold
from firmware.tournament.report import report
from firmware.tournament.state import Tournament
from firmware.tournament_board.journal import TournamentInMemory, TournamentJournal, TournamentRow, read_tournament
from firmware.tournament_board.service import TournamentService

TABLES = Path(__file__).parents[1] / "journals"


class Killed(Held):
    """A tournament whose role loses its power after each thing that it is told, and comes back from its journal."""

    def __init__(self, of: Conditions, path: Path) -> None:
        self.path = path
        self.journal = TournamentJournal(path)
        super().__init__(of)

    def tell(self, command: c.TournamentCommand) -> list[e.TournamentEvent]:
        service = TournamentService(self.journal, lambda: self.now)
        assert service.state == self.state
        followed = service.tell(command)
        self.state = service.state
        self.events += followed
        if followed:
            # What a process that is killed leaves: its file, and nothing that it knew.
            self.journal.close()
            self.journal = TournamentJournal(self.path)
        return followed


@pytest.mark.rule("crown 12.1.1, 12.3")
def test_a_tournament_that_is_killed_at_every_event_ends_as_one_that_is_not(tmp_path: Path) -> None:
    seed = 5
    whole = Evening(seed)
    whole.play()
    cut = Evening(seed)
    cut.held = killed = Killed(any_conditions(Random(seed)), tmp_path / "cup.journal")
    cut.play()
    killed.journal.close()
    assert len(cut.held.events) > 100
    assert cut.held.events == whole.held.events
    assert report(cut.held.state).digest() == report(whole.held.state).digest()
    assert cut.held.state.money == whole.held.state.money


def test_what_could_not_be_kept_has_not_happened() -> None:
    class Full(TournamentInMemory):
        full = False

        def append(self, rows: list[TournamentRow]) -> None:  # type: ignore[override]
            if self.full:
                raise JournalError("the disk is full")
            super().append(rows)

    journal = Full()
    service = TournamentService(journal, lambda: 0)
    service.tell(c.ApproveConditions(conditions(), "Commissioner", "T-17", "2026-11-01"))
    before, journal.full = service.state, True
    with pytest.raises(JournalError):
        service.tell(c.AppointDirector(DIRECTOR, "Operator"))
    assert service.state is before
    assert len(journal.kept) == 1


def test_a_repeat_is_answered_and_not_done_again_also_after_a_restart() -> None:
    journal = TournamentInMemory()
    service = TournamentService(journal, lambda: 0)
    for command in (
        c.ApproveConditions(conditions(), "Commissioner", "T-17", "2026-11-01"),
        c.AppointDirector(DIRECTOR, "Operator"),
        c.OpenEntry(),
    ):
        service.tell(command)
    first = service.tell(entering(1, 100_00), by="desk", number="a1")
    again = TournamentService(journal, lambda: 0)
    assert again.tell(entering(1, 100_00), by="desk", number="a1") == first
    assert [row.by for row in journal.kept][-1] == "desk"
    assert list(again.state.players) == [1]
    assert str(again.refuses(entering(1, 100_00)).code) == "person_plays"  # type: ignore[union-attr]
    assert again.refuses(entering(2, 100_00)) is None


def test_time_goes_on_from_the_last_event_where_a_clock_woke_up_in_the_past() -> None:
    journal = TournamentInMemory()
    TournamentService(journal, lambda: 5000).tell(
        c.ApproveConditions(conditions(), "Commissioner", "T-17", "2026-11-01")
    )
    assert TournamentService(journal, lambda: 7).now() == 5000
    assert TournamentService(journal, lambda: 5001).now() == 5001


def test_whoever_follows_is_told_after_it_is_kept() -> None:
    journal, seen = TournamentInMemory(), []
    service = TournamentService(
        journal, lambda: 0, lambda rows, state: seen.append((len(rows), len(journal.kept), state.digest))
    )
    service.tell(c.ApproveConditions(conditions(), "Commissioner", "T-17", "2026-11-01"))
    assert seen == [(1, 1, conditions().digest())]
    with pytest.raises(Refused):
        service.tell(c.OpenEntry())
    assert service.tell(c.CheckTime()) == []
    assert len(seen) == 1


def played(path: Path) -> Held:
    """A tournament of six, played to the signed report, on a file."""
    held = Killed(conditions(), path)
    held.enter(6)
    held.seat(3, 5)
    held.start()
    for table, *won in ((3, 50_00, 20_00, -10_00), (3, 0, 0, 0), (5, 60_00, 30_00, -10_00), (5, 0, 0, 0)):
        held.play(table, *won)
    held.progress()
    held.seat(3)
    held.start()
    held.play(3, 5_00, 100_00, -10_00)
    held.progress()
    held.tell(c.AwardPrizes(DIRECTOR, 1))
    held.tell(c.SignReport(DIRECTOR))
    held.journal.close()
    return held


def test_the_report_of_a_journal_is_the_one_that_was_signed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "cup.journal"
    held = played(path)
    assert fold(Tournament(), (row.event for row in read_tournament(path))) == held.state
    assert main(["tournament", "report", str(path), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["digest"], said["signed"], said["holds"]) == (held.of(e.ReportSigned)[0].digest, True, True)
    assert len(said["report"]["coups"]) == 5
    assert main(["tournament", "report", str(path), "--print"]) == 0
    out = capsys.readouterr().out
    # Six fees of 100, of which 90 percent are the pool: 540; 60 percent are 324, 40 percent 216.
    assert "324" in out
    assert "216" in out
    assert "Spring Cup: Director Ada Lovelace, 5 coups" in out
    assert "heats 1, table 3, coup 1: played" in out
    assert said["digest"] in out
    assert main(["tournament", "report", str(path)]) == 0
    assert "coup 1" not in capsys.readouterr().out
    # A correction after the signature: the report of the journal is another.
    journal = TournamentJournal(path)
    TournamentService(journal, lambda: held.now).tell(c.ReportCorrection(3, 1, "void", ()))
    journal.close()
    assert main(["tournament", "report", str(path)]) == 1
    assert "not the one that was signed" in capsys.readouterr().err


def test_standings_of_a_journal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "cup.journal"
    held = Killed(conditions(), path)
    assert main(["tournament", "show", str(path)]) == 0
    assert "Spring Cup: entry not open, 0 players" in capsys.readouterr().out
    held.enter(2)
    held.seat(3, 5)
    held.start()
    one, two = held.at(3)[0], held.at(5)[0]
    held.play(3, 50_00)
    assert main(["tournament", "show", str(path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Spring Cup: heats, session 1"
    assert lines[1:3] == ["  table 3: 1 coups, 1 to come", "  table 5: 0 coups, 2 to come"]
    assert [line.split() for line in lines[3:]] == [
        ["1", "Player", str(one), "3/1", "1050"],
        ["2", "Player", str(two), "5/1", "1000"],
    ]
    assert main(["tournament", "show", str(path), "--json"]) == 0
    places = json.loads(capsys.readouterr().out)["standings"]["places"]
    assert [(place["place"], place["player"], place["points"]) for place in places] == [
        (1, one, 1050_00),
        (2, two, 1000_00),
    ]
    held.journal.close()


def test_what_is_no_tournaments_journal_is_said_in_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tournament", "show", str(tmp_path / "nothing")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    path = tmp_path / "session.journal"
    copy(TABLES / path.name, path)
    assert main(["tournament", "report", str(path)]) == 1
    assert "is no event of a tournament: table_opened" in capsys.readouterr().err
    empty = tmp_path / "empty.journal"
    TournamentJournal(empty).close()
    assert main(["tournament", "show", str(empty)]) == 1
    assert "nothing was approved yet" in capsys.readouterr().err


def test_a_row_that_was_changed_or_lost_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "cup.journal"
    played(path)
    db = sqlite3.connect(path)
    was = db.execute("SELECT event FROM entries WHERE sequence=3").fetchone()[0]
    db.execute("UPDATE entries SET event=? WHERE sequence=3", (was.replace(b"Ada", b"Bob"),))
    db.commit()
    assert main(["tournament", "report", str(path)]) == 1
    assert "row 3 is not what was written there" in capsys.readouterr().err
    db.execute("DELETE FROM entries WHERE sequence>=3")
    db.commit()
    db.close()
    with pytest.raises(JournalError, match="acknowledged events"):
        TournamentJournal(path)


def test_a_file_that_is_none_lets_go_of_its_lock(tmp_path: Path) -> None:
    path = tmp_path / "cup.journal"
    path.write_bytes(b"no journal at all, " * 50)
    for _ in range(2):
        with pytest.raises(JournalError, match="stands still"):
            TournamentJournal(path)
    beside, other = TournamentJournal(tmp_path / "other.journal"), sqlite3.connect(tmp_path / "other.journal")
    other.execute("DROP TABLE entries")
    other.close()
    with pytest.raises(JournalError, match="stands still"):
        beside.append([TournamentRow(0, "", None, e.EntryOpened())])
    beside.close()
