"""What a display of one line of text says."""

from firmware.game.state import Phase
from firmware.link.messages import PublicView


def text_of(view: PublicView | None) -> str:
    """Return what stands on the display; without a table to show, that one is to wait."""
    if view is None:
        return "PLEASE WAIT"
    if view.coup:
        what = "DUMMY COUP" if view.dummy else "PLACE YOUR BETS" if view.phase is Phase.BETTING else "NO MORE BETS"
        return f"COUP {view.coup}  {what}"
    if not view.recent:
        return "WELCOME"
    last = view.recent[-1]
    if last.winner == "void":
        return f"COUP {last.coup}  VOID" + ("  CORRECTED" if last.corrected else "")
    dummy = "DUMMY " if last.dummy else ""
    corrected = "  CORRECTED" if last.corrected else ""
    return f"COUP {last.coup}  {dummy}{last.winner.upper()}  {last.player.total}-{last.banker.total}{corrected}"
