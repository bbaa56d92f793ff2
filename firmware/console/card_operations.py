"""Operations about the cards themselves: a new shoe with who cut it, and the check at the end of gaming."""

from typing import Final, get_args

from firmware.books import load_book
from firmware.console.known import Known
from firmware.console.operations import Answers, Ask, Operation, Option, at_once, one_by_one, options
from firmware.game import steps as s
from firmware.game.rulebook import Cutter
from firmware.table.features.card_checks import CheckCards, Finding, unchecked
from firmware.table.features.closing import AnnounceClosing, CloseTable

FINDINGS: Final = options(*get_args(Finding), of="finding")
# The table may be closed before the cards have been counted; until they are, the check is asked for.
LATER: Final = Option("later", "finding.later")
REASON: Final = Ask("reason", "pick", options("shuffle", "abnormal", "unfit", "changed", of="shoe.reason"))


def _cutters(known: Known) -> tuple[Cutter, ...]:
    return load_book(known.state.setup.rulebook).cutting.by


def _new_shoe_asks(known: Known, answers: Answers) -> Ask | None:
    """Ask why the shoe in play is replaced, and who cut the next; if only one person may cut, do not ask."""
    # crown 3.7
    cutters = _cutters(known)
    asks = [] if known.state.game.shoe is None else [REASON]
    if len(cutters) > 1:
        asks.append(Ask("cut", "pick", options(*cutters, of="cut")))
    if answers.get("cut") == "player" and known.state.setup.ats:
        asks.append(Ask("cut-at", "keypad", most=2))
    return one_by_one(*asks)(known, answers)


def _new_shoe(known: Known, a: Answers) -> s.NewShoe:
    cutter: Cutter = a["cut"] if "cut" in a else _cutters(known)[0]  # type: ignore[assignment]
    at = int(a.get("cut-at", "0"))
    reason = a.get("reason", "shuffle")  # does not matter if none is in play
    return s.NewShoe(known.state.setup.decks, burned=False, reason=reason, cut_by=cutter, cut_at=at)


def _close_asks(known: Known, answers: Answers) -> Ask | None:
    """Ask for the check of the cards, if it is not on record."""
    # crown 3.4
    if "finding" in answers or not unchecked(known.state):
        return None
    return Ask("finding", "pick", (*FINDINGS, LATER))


def _close_table(_: Known, a: Answers) -> CloseTable:
    found = a.get("finding", LATER.value)
    return CloseTable() if found == LATER.value else CloseTable(found)  # type: ignore[arg-type]


OPERATIONS: Final = {
    "new-shoe": Operation(s.NewShoe(8), _new_shoe, _new_shoe_asks),
    "check-cards": Operation(
        CheckCards("complete"),
        lambda _, a: CheckCards(a["finding"]),  # type: ignore[arg-type]
        one_by_one(Ask("finding", "pick", FINDINGS)),
    ),
    "closing": at_once(AnnounceClosing()),
    "close-table": Operation(CloseTable(), _close_table, _close_asks),
}
