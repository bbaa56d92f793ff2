"""An evening at two boards is worked out on the host: what each step leads to stays on the screen."""

from itertools import pairwise
from pathlib import Path

from image.trial.together import COUPS, NOTES, WAGERED, ten_coups

CARDS = 4


def test_ten_coups_are_touched_and_dealt_at_two_boards(tmp_path: Path) -> None:
    acts = ten_coups(tmp_path)
    told = [act.step.shoe for act in acts if act.step.shoe]
    assert told[0] == "burn 5H"
    assert [line for line in told if line.startswith("insert")] == [f"insert {note}" for note in NOTES]
    assert len([line for line in told if line.startswith("card")]) == COUPS * CARDS
    player = [act for act in acts if act.board == "ats" and act.step.touch]
    assert len(player) == WAGERED * 2 + 2  # a chip and a bet each; cash out, and yes
    for board in ("table", "ats"):
        steps = [act.step for act in acts if act.board == board]
        assert all(step.picture.size == steps[0].picture.size for step in steps)
    # What a step changes is still to be seen when the next one at that board begins, but for what others did meanwhile.
    pairs = [(one, other) for one, other in pairwise(acts) if one.board == other.board]
    assert all(one.step.picture == other.step.before for one, other in pairs)
