"""A tournament of a siege: a process of its own, killed amid its session; a siege finds one that counts wrongly."""

import asyncio
import sys
from pathlib import Path

import pytest
from tools_needed import need

from firmware.conditions_file import read_conditions
from firmware.tournament_board.journal import TournamentJournal
from sim.siege import floor
from sim.siege.cup import conditions
from sim.siege.siege import Siege, SiegeFound, SiegeWanted, besiege

# The machine hears of each coup that its players won five points more than the table says.
COUNTS_WRONG = """
import sys
from firmware.tournament import facts
from firmware.tournament_board import told_by_tables
from sim.siege.attended import run
told_by_tables.Line = lambda player, wagered, won: facts.Line(player, wagered, won + 500 * (wagered > 0))
sys.exit(run(sys.argv[1:]))
"""

# A payment's number is when it was ordered: a machine that was set back orders another one.
PAYS_BY_THE_CLOCK = """
import sys
from firmware.tournament import payments
from sim.siege.attended import run
from sim.siege.breaks import by_the_time
payments._number = by_the_time
sys.exit(run(sys.argv[1:]))
"""


def besieged(folder: Path, *acts: str) -> SiegeFound:
    need("nats-server")
    return asyncio.run(besiege(folder, SiegeWanted(5, 0, 0, 2, acts, cup=True)))


async def not_begun(folder: Path) -> Siege:
    need("nats-server")
    siege = Siege(folder, SiegeWanted(5, 0, 0, 2, (), cup=True))
    siege.devices.close()
    return siege


def test_conditions_are_the_shipped_ones_cut_to_the_players_and_without_limits_of_their_own() -> None:
    cut = read_conditions(conditions(3))
    assert (cut.name, cut.entry.least, cut.entry.most, cut.buy_back.times) == ("Spring Cup", 2, 3, 0)
    assert [(one.name, one.seats, one.limits) for one in cut.rounds] == [("final", 3, ())]


@pytest.mark.outside
def test_a_tournament_killed_amid_its_session_beside_a_besieged_table_comes_to_what_it_should(tmp_path: Path) -> None:
    found = besieged(tmp_path, "kill-terminal", "replays")
    assert found.wrong == ()
    # Killed once amid its session, and twice for each player who is paid.
    set_back = found.counts["payments by a tournament that was set back"]
    assert set_back >= 1
    assert found.starts["tournament"] == 2 + 2 * set_back
    assert found.counts["tournament killed amid a session"] == 1
    assert found.counts["coups for points"] >= 3
    assert found.counts["points won or lost"] > 0


@pytest.mark.outside
def test_a_tournament_that_counts_points_wrongly_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(floor, "DIRECTED", (sys.executable, "-c", COUNTS_WRONG, "run", "--role"))
    found = besieged(tmp_path, "replays")
    assert any("came to" in wrong and "in the tournament" in wrong for wrong in found.wrong), found.wrong
    assert any("stands at" in wrong and "was credited and won" in wrong for wrong in found.wrong), found.wrong


@pytest.mark.outside
def test_a_tournament_that_pays_by_the_clock_pays_twice_and_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(floor, "DIRECTED", (sys.executable, "-c", PAYS_BY_THE_CLOCK, "run", "--role"))
    found = besieged(tmp_path, "replays")
    assert any("is due" in wrong and "the table paid" in wrong for wrong in found.wrong), found.wrong


@pytest.mark.outside
def test_a_tournament_that_nobody_could_begin_is_told_of(tmp_path: Path) -> None:
    siege = asyncio.run(not_begun(tmp_path))
    assert siege.cup is not None
    TournamentJournal(tmp_path / "cup.journal").close()
    (wrong,) = siege.cup.astray()
    assert "nothing was approved yet" in wrong


@pytest.mark.outside
def test_while_a_tournament_is_on_players_put_no_money_in_and_take_none_out(tmp_path: Path) -> None:
    siege = asyncio.run(not_begun(tmp_path))
    view = {"dialogue": "", "betting": False, "open": True, "may": ["cash-out"]}
    for player in siege.players.values():
        assert not player.insert("20")
        assert not any(player._choose(view) for _ in range(200))  # noqa: SLF001
        player.play(for_points=False)
        assert any(player._choose(view) for _ in range(200))  # noqa: SLF001
