"""Operations about one player, or about the last settled coup."""

from typing import Final, get_args

from firmware.console.known import Known
from firmware.console.operations import (
    Answers,
    Ask,
    Operation,
    amount,
    at_once,
    ats,
    cards,
    of_terminal,
    one_by_one,
    options,
)
from firmware.table.features.claims import DecideClaim, RecordClaim
from firmware.table.features.exclusions import AskToVacate, DeclareVoid, ExcludePlayer, Measure, RecordMeasure
from firmware.table.features.malfunctions import ForgetRecords
from firmware.table.features.miscount import Miscount
from firmware.table.features.winnings import HoldWinnings, KeepWinnings, ReleaseWinnings

REASONS: Final = Ask("reason", "pick", options("disruption", "device", "hindering", "own-wish", of="reason"))
CLAIM: Final = Ask("claim", "pick", options("outcome", "malfunction", "payout", "other", of="claim"))
MEASURE: Final = Ask("measure", "pick", options(*get_args(Measure), of="measure"))
DECIDED: Final = Ask("decided", "pick", options("upheld", "dismissed", "referred", of="decided"))
HANDS: Final = (Ask("player", "cards", least=2, most=3), Ask("banker", "cards", least=2, most=3))


def _leave(known: Known, a: Answers) -> ExcludePlayer:
    return ExcludePlayer(ats(a), known.words(f"reason.{a['reason']}"), "dealer")


def _exclude(known: Known, a: Answers) -> ExcludePlayer:
    return ExcludePlayer(ats(a), known.words(f"reason.{a['reason']}"))


def _claim(known: Known, a: Answers) -> RecordClaim:
    return RecordClaim(ats(a), known.words(f"claim.{a['claim']}"))


def _decided(known: Known, a: Answers) -> DecideClaim:
    return DecideClaim(int(a["number"]), known.words(f"decided.{a['decided']}"))


OPERATIONS: Final = {
    "leave": Operation(ExcludePlayer(1, by="dealer"), _leave, one_by_one(REASONS), ("ats",)),
    "exclude": Operation(ExcludePlayer(1), _exclude, one_by_one(REASONS), ("ats",)),
    "vacate": of_terminal(AskToVacate),
    "declare-void": of_terminal(DeclareVoid),
    "declare-void-coup": Operation(
        DeclareVoid(1, 1),
        lambda _, a: DeclareVoid(ats(a), int(a["coup"])),
        one_by_one(Ask("ats", "keypad", most=2)),
        ("coup",),
    ),
    "hold": Operation(
        HoldWinnings(1, 1),
        lambda _, a: HoldWinnings(ats(a), amount(a)),
        one_by_one(Ask("amount", "keypad", money=True)),
        ("ats",),
    ),
    "release": of_terminal(ReleaseWinnings),
    "keep": of_terminal(KeepWinnings),
    "measure": Operation(
        RecordMeasure(1, "detained"),
        lambda _, a: RecordMeasure(ats(a), a["measure"]),  # type: ignore[arg-type]
        one_by_one(MEASURE),
        ("ats",),
    ),
    "claim": Operation(RecordClaim(1, ""), _claim, one_by_one(CLAIM), ("ats",)),
    "claim-decided": Operation(DecideClaim(1, ""), _decided, one_by_one(DECIDED), ("number",)),
    "void-unconfirmed": of_terminal(ForgetRecords),
    "miscount": Operation(
        Miscount(), lambda _, a: Miscount(cards(a, "player"), cards(a, "banker")), one_by_one(*HANDS)
    ),
    "miscount-void": at_once(Miscount()),
}
