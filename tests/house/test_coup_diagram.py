"""docs/coup.md is drawn from the table of transitions."""

from pathlib import Path

from firmware.diagram import draw, write_into
from firmware.game.transitions import TRANSITIONS

PAPER = Path(__file__).parents[2] / "docs" / "coup.md"


def test_the_diagram_is_that_of_the_code(tmp_path: Path) -> None:
    copy = tmp_path / "coup.md"
    copy.write_text(PAPER.read_text())
    write_into(copy)
    assert copy.read_text() == PAPER.read_text(), "run: make diagram"


def test_every_phase_is_drawn() -> None:
    drawn = draw()
    assert all(f'state "{phase}" as' in drawn for phase in TRANSITIONS)
    assert "betting --> complete" in drawn
