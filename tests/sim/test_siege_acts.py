"""Everything that is done in a siege, each once and in short, to a table of real processes: it holds out."""

import asyncio
from pathlib import Path

import pytest
from tools_needed import need

from sim.siege import attackers, changed, forgery, kills, siege, troubles
from sim.siege.acts import ACTS
from sim.siege.siege import SiegeWanted, besiege

pytestmark = pytest.mark.outside


def shorten(patch: pytest.MonkeyPatch) -> None:
    """Do everything for a shorter time than in a siege of ten minutes."""
    patch.setattr(siege, "ACTS", {name: act._replace(pause_s=0.2) for name, act in ACTS.items()})
    patch.setattr(attackers, "FLOOD_S", 1.0)
    patch.setattr(attackers, "MUTATED", 300)
    patch.setattr(kills, "FROZEN_S", (0.2,))
    patch.setattr(forgery, "SPEAK_S", 2.0)
    patch.setattr(forgery, "SIGNS_S", 15.0)
    patch.setattr(changed, "TWO_LIVES_S", 2.5)
    patch.setattr(troubles, "FOREIGN_S", 2.5)


def test_a_table_of_real_processes_holds_out_against_each_act(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    need("nats-server")
    shorten(monkeypatch)
    found = asyncio.run(besiege(tmp_path, SiegeWanted(5, 0, 0, 2, tuple(ACTS))))
    assert found.wrong == ()
    assert found.acts == dict.fromkeys(sorted(ACTS), 1)
    assert found.coups >= 1
    assert found.kills >= len(kills.KILLS)
    assert found.starts["table"] > 4
    assert sum(found.notes.values()) > 0
    assert sum(count for name, count in found.counts.items() if name.startswith("forged: ")) >= 2
