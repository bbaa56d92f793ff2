"""The row about credit that was left behind at a terminal, or is in custody."""

from firmware.console.known import Known
from firmware.console.pages.buttons import ask_for
from firmware.console.view import Row
from firmware.table.features.left_behind import in_custody, left_since


def left_row(known: Known, ats: int) -> Row:
    """Return it."""
    words, state = known.words, known.state
    since, custody = left_since(state, ats), in_custody(state, ats)
    take = ask_for(known, "custody", str(ats), on=since is not None)
    pay = ask_for(known, "custody-pay", str(ats), on=bool(custody))
    said = words("custody.none") if since is None else words("custody.since", time=words.moment(since))
    look = "notice" if since is not None or custody else "deep"
    return Row(words("custody"), said, words.money(custody) if custody else "", look, (take, pay))
