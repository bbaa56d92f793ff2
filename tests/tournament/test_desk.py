"""The Director's desk: steps as in a scenario, each done once under its number; and the configuration of the role."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cup_at_tables import cup, round_of
from network_under_test import Net, on_a_network

from firmware.cli.main import main
from firmware.config import ConfigError
from firmware.table.core.session_terms import hold_of
from firmware.tournament.events import PlayerEntered, PlayerPaid
from firmware.tournament_board import desk
from firmware.tournament_board.board import TournamentRole
from firmware.tournament_board.desk import StepAnswered
from firmware.tournament_board.journal import TournamentInMemory
from firmware.tournament_board.settings import load_tournament
from hal.clock import LoopClock

DEPLOY = Path(__file__).parents[2] / "deploy"
TABLE = """
[tables.{number}]
server = "tls://127.0.0.1:4222"
device = "{device}"
certificates = "certificates"
"""
ONE = TABLE.format(number=1, device="tournament-1")


def configured(folder: Path, *tables: str, coups: int = 2) -> Path:
    final = round_of("final", "entry", seats=2, coups=coups)
    conditions = cup(folder, final, most=2)
    path = folder / "tournament.toml"
    files = f'[tournament]\nconditions = "{conditions}"\njournal = "{folder}/cup.journal"\n'
    path.write_text('role = "tournament"\n' + files + "".join(tables or (ONE,)))
    return path


class AtDesk:
    def __init__(self, net: Net, folder: Path) -> None:
        self.said: list[str] = []
        self.journal = TournamentInMemory()
        setup = load_tournament(configured(folder))
        self.role = TournamentRole(
            setup.conditions,
            self.journal,
            {1: net.memory.board("tournament-1")},
            LoopClock(asyncio.get_running_loop(), 1_000_000),
            self.said.append,
        )
        for index, part in enumerate(self.role.at_tables()):
            net.tasks[f"tournament-1 {index}"] = asyncio.create_task(part)

    async def do(self, step: str, number: str = "") -> StepAnswered:
        asked = {"step": step, "number": number or step}
        return await self.role.desk.answer(msgspec.json.encode(asked))


BEFORE = (
    "approve A1 2026-11-19 Operator", "appoint Ada", "sign-on Ada", "open-entry", "enter Bo 100", "enter Cy 100",
    "close-entry", "round 1", "seat 7", "brief all", "session at 0", "session start",
)  # fmt: skip


def test_from_approval_to_a_session_by_steps_and_each_is_done_once(tmp_path: Path) -> None:
    async def story(net: Net) -> None:
        one = AtDesk(net, tmp_path)
        await asyncio.sleep(3)
        for step in BEFORE:
            answer = await one.do(step)
            assert not answer.refused + answer.unreadable, step
        assert net.service.state.session == "final 1"
        rows = len(one.journal.kept)
        assert (await one.do("enter Bo 100")).events == ("player_entered",)
        assert len(one.journal.kept) == rows
        assert (await one.do("enter Di 100")).code == "entry_shut"
        assert (await one.do("sign-off Ada")).events
        assert hold_of(net.service.state) == "director-away"
        assert "session_started (by desk)" in one.said

    on_a_network(story)


def test_a_number_is_of_its_step_and_answers_for_no_other(tmp_path: Path) -> None:
    async def story(net: Net) -> None:
        one = AtDesk(net, tmp_path)
        await asyncio.sleep(3)
        for step in BEFORE[:4]:
            await one.do(step)
        for step in ("enter Bo 100", "enter Cy 100", "enter Bo 100"):
            assert (await one.do(step, "n")).events == ("player_entered",)
        entered = [row.event for row in one.journal.kept if isinstance(row.event, PlayerEntered)]
        assert [event.name for event in entered] == ["Bo", "Cy"]
        await one.do("withdraw 1")
        await one.do("withdraw 2")
        # Once the second was answered as the first: said to be paid, and still owed.
        for step in ("pay-out 1 S-1", "pay-out 2 S-2", "pay-out 2 S-2"):
            assert (await one.do(step, "p")).events == ("player_paid",)
        paid = [row.event for row in one.journal.kept if isinstance(row.event, PlayerPaid)]
        assert [(event.player, event.slip) for event in paid] == [(1, "S-1"), (2, "S-2")]

    on_a_network(story)


def test_a_table_that_goes_away_is_said_once_and_that_it_is_back(tmp_path: Path) -> None:
    async def story(net: Net) -> None:
        one = AtDesk(net, tmp_path)
        await asyncio.sleep(3)
        await net.kill("table")
        await asyncio.sleep(10)
        net.tasks["table"] = asyncio.create_task(net.board.run())
        await asyncio.sleep(5)
        about = [line for line in one.said if line.startswith("table 1")][-2:]
        assert "does not answer" in about[0]
        assert about[1] == "table 1: does what is wanted of it"

    on_a_network(story)


@pytest.mark.parametrize("step", ["", "   ", "dance", "session", "enter Bo", "approve A1"])
def test_what_is_no_step_is_said(step: str, tmp_path: Path) -> None:
    async def story(net: Net) -> None:
        one = AtDesk(net, tmp_path)
        assert (await one.do(step, "1")).unreadable
        assert (await one.role.desk.answer(b"\xff{")).unreadable
        assert not one.journal.kept

    on_a_network(story)


@pytest.mark.parametrize(
    ("tables", "says"),
    [
        ((TABLE.format(number=1, device="cage-1"),), "tables.1.device: cage-1 is no tournament"),
        ((TABLE.format(number="first", device="tournament-1"),), "tables.first: is no table's number"),
        (
            (TABLE.format(number=1, device="tournament-1") + 'witness = "w"\n',),
            "tables.1.witness: a tournament has none",
        ),
        (("[tables]\n",), "tables: has 0"),
        (("[tables\n",), "line"),
        (("tables = 5\n",), "tables"),
        (("x = " + "[" * 2000 + "]" * 2000,), "too deep"),
    ],
)
def test_a_configuration_that_is_not_sound_is_refused_by_its_key(
    tables: Any, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = configured(tmp_path, *tables)
    assert main(["run", "--role", "tournament", "--config", str(path)]) == 2
    said = capsys.readouterr().err
    assert says in said
    assert said.count("\n") == 1


def test_conditions_and_files_that_are_not_there_are_said(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"none\.toml"):
        load_tournament(tmp_path / "none.toml")
    path = configured(tmp_path)
    (tmp_path / "cup.toml").write_text("name = 5\n")
    with pytest.raises(ConfigError, match=r"cup\.toml:"):
        load_tournament(path)
    (tmp_path / "cup.toml").unlink()
    with pytest.raises(ConfigError, match=r"cup\.toml"):
        load_tournament(path)


def test_the_example_is_sound_wherever_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    setup = load_tournament(DEPLOY / "tournament.toml")
    assert sorted(setup.tables) == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("answer", "status", "says"),
    [
        (StepAnswered(events=("round_opened",)), 0, "round opened"),
        (StepAnswered(), 0, "nothing changed"),
        (StepAnswered(refused="The Director is away.", code="director_away", rule="12.2.5"), 1, "away. [12.2.5]"),
        (StepAnswered(unreadable="no step"), 2, "STEP: no step"),
    ],
)
def test_a_step_at_the_command_line(
    answer: StepAnswered, status: int, says: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(desk, "_ask", lambda _, __: answer)
    assert main(["tournament", "do", "cup.journal", "session", "start"]) == status
    captured = capsys.readouterr()
    assert says in captured.out + captured.err
    if status < 2:
        assert main(["tournament", "do", "cup.journal", "session", "start", "--json"]) == status
        assert capsys.readouterr().out.startswith("{")


def test_a_step_without_a_role_or_beside_another_word_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(_: Path, __: bytes) -> StepAnswered:
        raise TimeoutError("timed out")

    monkeypatch.setattr(desk, "_ask", away)
    assert main(["tournament", "do", str(tmp_path / "cup.journal"), "seat", "7"]) == 2
    assert "no tournament's role answers there" in capsys.readouterr().err
    assert main(["tournament", "do", "cup.journal"]) == 2
    assert main(["tournament", "show", "cup.journal", "seat"]) == 2
    assert "STEP goes with do" in capsys.readouterr().err
