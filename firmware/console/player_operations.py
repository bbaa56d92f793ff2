"""Operations about one player, or about the coup that was settled last."""

from typing import Final, get_args

from firmware.console.known import Known
from firmware.console.operations import Answers, Ask, Operation, amount, cards, nothing, one_by_one, options
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


def _ats(answers: Answers) -> int:
    return int(answers["ats"])


def _leave(known: Known, a: Answers) -> ExcludePlayer:
    return ExcludePlayer(_ats(a), known.words(f"reason.{a['reason']}"), "dealer")


def _exclude(known: Known, a: Answers) -> ExcludePlayer:
    return ExcludePlayer(_ats(a), known.words(f"reason.{a['reason']}"))


def _claim(known: Known, a: Answers) -> RecordClaim:
    return RecordClaim(_ats(a), known.words(f"claim.{a['claim']}"))


def _decided(known: Known, a: Answers) -> DecideClaim:
    return DecideClaim(int(a["number"]), known.words(f"decided.{a['decided']}"))


OPERATIONS: Final = {
    "leave": Operation(_leave, one_by_one(REASONS), ("ats",)),
    "exclude": Operation(_exclude, one_by_one(REASONS), ("ats",)),
    "vacate": Operation(lambda _, a: AskToVacate(_ats(a)), nothing, ("ats",)),
    "declare-void": Operation(lambda _, a: DeclareVoid(_ats(a)), nothing, ("ats",)),
    "declare-void-coup": Operation(
        lambda _, a: DeclareVoid(_ats(a), int(a["coup"])), one_by_one(Ask("ats", "keypad", most=2)), ("coup",)
    ),
    "hold": Operation(
        lambda _, a: HoldWinnings(_ats(a), amount(a)), one_by_one(Ask("amount", "keypad", money=True)), ("ats",)
    ),
    "release": Operation(lambda _, a: ReleaseWinnings(_ats(a)), nothing, ("ats",)),
    "keep": Operation(lambda _, a: KeepWinnings(_ats(a)), nothing, ("ats",)),
    "measure": Operation(
        lambda _, a: RecordMeasure(_ats(a), a["measure"]),  # type: ignore[arg-type]
        one_by_one(MEASURE),
        ("ats",),
    ),
    "claim": Operation(_claim, one_by_one(CLAIM), ("ats",)),
    "claim-decided": Operation(_decided, one_by_one(DECIDED), ("number",)),
    "void-unconfirmed": Operation(lambda _, a: ForgetRecords(_ats(a)), nothing, ("ats",)),
    "miscount": Operation(lambda _, a: Miscount(cards(a, "player"), cards(a, "banker")), one_by_one(*HANDS)),
    "miscount-void": Operation(lambda _, __: Miscount(), nothing),
}
