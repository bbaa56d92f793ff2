"""Draws the table of transitions as a diagram for people, in Mermaid's notation.

`python -m firmware.diagram docs/coup.md` writes it into that paper.
"""

import sys
from pathlib import Path
from typing import Final

from firmware.game import steps as s
from firmware.game.state import Phase
from firmware.game.transitions import TRANSITIONS

FENCE: Final = "```mermaid\n"
# What each step is called on an arrow.
NAMES: Final[dict[type[s.Step], str]] = {
    s.NewShoe: "a new shoe",
    s.ReplaceCards: "replacing cards",
    s.Burn: "a burn",
    s.Cut: "the cutting card",
    s.LeaveOver: "a miscount",
    s.OpenBets: "opening bets",
    s.CloseBets: "closing bets",
    s.CardDrawn: "a card",
    s.CardSeen: "a card that was seen",
    s.CardsTogether: "a draw of several cards",
    s.Unreadable: "an unreadable card",
    s.Enter: "entering a card",
    s.ShoeSays: "the shoe's result",
    s.ShoeEmpty: "an empty shoe",
    s.OrderAltered: "an altered order",
    s.ForeignCard: "a foreign card",
    s.Decide: "a decision",
    s.Confirm: "confirming",
    s.Invalidate: "voiding",
    s.SystemFault: "a malfunction of the system",
}


def draw() -> str:
    """Return the diagram: an arrow from phase to phase, with the steps that can lead there."""
    lines = ["stateDiagram-v2"]
    lines += [f'    state "{phase}" as {_id(phase)}' for phase in Phase]
    for phase, moves in TRANSITIONS.items():
        arrows: dict[Phase, list[str]] = {}
        for step, move in moves.items():
            for target in sorted(move.leads_to):
                arrows.setdefault(target, []).append(NAMES[step])
        lines += [f"    {_id(phase)} --> {_id(target)}: {', '.join(steps)}" for target, steps in arrows.items()]
    return "\n".join(lines) + "\n"


def _id(phase: Phase) -> str:
    return phase.name.lower()


def write_into(paper: Path) -> None:
    """Put the diagram at the end of a paper, in the place of the one that stands there."""
    text, _, _ = paper.read_text(encoding="utf-8").partition(FENCE)
    paper.write_text(f"{text}{FENCE}{draw()}```\n", encoding="utf-8")


if __name__ == "__main__":
    write_into(Path(sys.argv[1]))
