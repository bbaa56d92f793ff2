"""The steps of scenarios: by the word that each begins with, what it reads and what it asks for."""

from collections.abc import Callable
from typing import Any, Final, Literal, get_args

from firmware.amounts import read_amount
from firmware.books import book_ids, read_side_wagers
from firmware.game import steps as s
from firmware.game.dealing import UNKNOWN
from firmware.game.hands import Side, Winner
from firmware.game.questions import ORDER
from firmware.game.wagers import ANY
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.card_checks import CheckCards, Finding
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.claims import RecordClaim
from firmware.table.features.closing import CloseTable
from firmware.table.features.corrections import CorrectOutcome
from firmware.table.features.exclusions import DeclareVoid, ExcludePlayer, Measure, RecordMeasure
from firmware.table.features.freezing import FreezeAccounts, UnfreezeAccounts
from firmware.table.features.limits import SetLimit
from firmware.table.features.malfunctions import ClearMalfunction, ForgetRecords, Malfunction
from firmware.table.features.miscount import Miscount
from firmware.table.features.wagers import Wager
from firmware.table.features.winnings import HoldWinnings, KeepWinnings, ReleaseWinnings
from hal.cards import read_card
from sim.scenario_actions import Action, ChooseBook, SetTable, Wait
from sim.step_words import exactly, need, read_bet, read_cards, read_count, read_keys, read_seconds, read_way

FINDINGS: Final = get_args(Finding)
DECISIONS: Final = ("play-on", "void", "dummy", "carry", "set-aside", "reconstruct", "cannot-reconstruct")


def _none(word: str, action: Action) -> Callable[[list[str]], Action]:
    def read(rest: list[str]) -> Action:
        need(not rest, f"{word} takes nothing more, not {' '.join(rest)!r}")
        return action

    return read


def _rulebook(rest: list[str]) -> Action:
    (book,) = exactly(rest, "rulebook ID")
    need(book in book_ids(), f"no rule book {book!r}; there are {', '.join(book_ids())}")
    return ChooseBook(book)


def _table(rest: list[str]) -> Action:
    keys = read_keys(rest, ("ats", "decks", "period", "side", "aggregate-min"))
    return SetTable(
        ats=read_count(keys.get("ats", "2"), "number of terminals"),
        decks=read_count(keys.get("decks", "8"), "number of decks"),
        period=read_seconds(keys.get("period", "30")),
        side_wagers=read_side_wagers(side.split(",") if (side := keys.get("side", "none")) != "none" else ()),
        aggregate_minimum=read_amount(keys.get("aggregate-min", "0")),
    )


def _limit(rest: list[str]) -> Action:
    need(bool(rest), "this step reads `limit BET min=A max=A step=A`")
    keys = {key: read_amount(value) for key, value in read_keys(rest[1:], ("min", "max", "step")).items()}
    need(bool(keys), "a limit names min=, max= or step=")
    need(all(keys.values()), "min, max and step are above 0")
    need(keys.get("min", 1) <= keys.get("max", keys.get("min", 1)), "a limit's min is at most its max")
    bet = ANY if rest[0] == ANY else read_bet(rest[0])
    return SetLimit(bet, keys.get("min"), keys.get("max"), keys.get("step"), next_coup=False)


def _shoe(rest: list[str]) -> Action:
    unburned = rest[:1] == ["unburned"]
    form = "this step reads `shoe` or `shoe unburned`, with `cut-by=ATS`, `cut-by=dealer` or `cut-by=supervisor`"
    need(all(word.startswith("cut-by=") for word in rest[unburned:]), form)
    who = read_keys(rest[unburned:], ("cut-by",)).get("cut-by", "")
    if who in ("dealer", "supervisor", ""):
        return s.NewShoe(decks=0, burned=not unburned, cut_by=who)  # type: ignore[arg-type]
    return s.NewShoe(
        decks=0, burned=not unburned, cut_by="player", cut_at=read_count(who, "ATS, `dealer` or `supervisor`")
    )


def _check_cards(rest: list[str]) -> Action:
    need(len(rest) == 1 and rest[0] in FINDINGS, f"this step reads `check-cards {'|'.join(FINDINGS)}`")
    return CheckCards(rest[0])  # type: ignore[arg-type]


def _close_table(rest: list[str]) -> Action:
    known = not rest or (len(rest) == 1 and rest[0] in FINDINGS)
    need(known, f"this step reads `close-table [{'|'.join(FINDINGS)}]`")
    return CloseTable(*rest)  # type: ignore[arg-type]


def _measure(rest: list[str]) -> Action:
    measures = get_args(Measure)
    need(len(rest) == 2 and rest[1] in measures, f"this step reads `measure ATS {'|'.join(measures)}`")
    return RecordMeasure(read_count(rest[0], "ATS"), rest[1])  # type: ignore[arg-type]


def _burn(rest: list[str]) -> Action:
    need(bool(rest) and rest[1:] in ([], ["face-up"]), "this step reads `burn CARD` or `burn CARD face-up`")
    return s.Burn(read_card(rest[0]), face_up=len(rest) > 1)


def _buyin(rest: list[str]) -> Action:
    need(len(rest) >= 2, "this step reads `buyin ATS AMOUNT [by=dealer|note]`")
    by = read_way(rest[2:], "note", "a buy-in")
    return BuyIn(read_count(rest[0], "ATS"), read_amount(rest[1]), by)  # type: ignore[arg-type]


def _cashout(rest: list[str]) -> Action:
    need(bool(rest), "this step reads `cashout ATS [by=dealer|ticket]`")
    by = read_way(rest[1:], "ticket", "a cash-out")
    return CashOut(read_count(rest[0], "ATS"), by)  # type: ignore[arg-type]


def _wager(rest: list[str]) -> Action:
    ats, bet, stake = exactly(rest, "wager ATS BET AMOUNT")
    return Wager(read_count(ats, "ATS"), read_bet(bet), read_amount(stake))


def _wait(rest: list[str]) -> Action:
    (seconds,) = exactly(rest, "wait SECONDS")
    return Wait(read_seconds(seconds))


def _marks(marks: list[str], *more: str) -> tuple[Side | None, set[str]]:
    """Read what is said of a card: where it was put, and whether it was face up, or shown, or `more`; each once."""
    words = ("face-up", "shown", *more)
    to = [Side(word.removeprefix("to=")) for word in marks if word in ("to=player", "to=banker")]
    others = [word for word in marks if word in words]
    known = len(to) <= 1 and len(set(others)) == len(others) == len(marks) - len(to)
    need(known, f"{' '.join(marks)!r}: a card is to=player or to=banker, {', '.join(words)}")
    return (to[0] if to else None), set(others)


def _card(rest: list[str]) -> Action:
    need(bool(rest), "this step reads `card CARD [to=player|banker] [face-up] [shown] [overdrawn]`")
    to, others = _marks(rest[1:], "overdrawn")
    face_up, shown, overdrawn = (word in others for word in ("face-up", "shown", "overdrawn"))
    return s.CardDrawn(read_card(rest[0]), to, face_up=face_up, shown=shown, overdrawn=overdrawn)


def _seen(rest: list[str]) -> Action:
    *marks, last = rest or [""]
    back = last.removeprefix("back=") if last.startswith("back=") else None
    to, others = _marks(rest if back is None else marks)
    need(to is not None or bool(others), "this step reads `seen [to=player|banker] [face-up] [shown] [back=N]`")
    return s.CardSeen(to, "face-up" in others, "shown" in others, 0 if back is None else read_count(back, "count"))


def _together(rest: list[str]) -> Action:
    need(len(rest) > 2 and rest[-1] == "together", "this step reads `cards CARD CARD … together`")
    return s.CardsTogether(tuple(read_card(word) for word in rest[:-1]))


def _enter(rest: list[str]) -> Action:
    (card,) = exactly(rest, "enter CARD")
    return s.Enter(read_card(card))


def _shoe_says(rest: list[str]) -> Action:
    (winner,) = exactly(rest, "shoe-says player|banker|tie")
    need(winner in ("player", "banker", "tie"), f"{winner!r} is no result; a shoe says player, banker or tie")
    return s.ShoeSays(Winner(winner))


def _foreign(rest: list[str]) -> Action:
    need(len(rest) <= 1, "this step reads `foreign [CODE]`")
    return s.ForeignCard(rest[0] if rest else None)


def _decide(rest: list[str]) -> Action:
    (option,) = exactly(rest, "decide OPTION")
    if option.startswith(ORDER) and option != UNKNOWN:
        option = ORDER + ",".join(read_cards(option.removeprefix(ORDER)))
    else:
        known = (*DECISIONS, ORDER + "CARD,CARD…", UNKNOWN)
        need(option in known, f"no decision {option!r}; there are {', '.join(known)}")
    return s.Decide(option)


def _by(rest: list[str]) -> tuple[Literal["dealer", "supervisor"], str]:
    """Read `[by=dealer|supervisor] [TEXT]`; a supervisor, where nobody is named."""
    named = rest[:1] if rest and rest[0].startswith("by=") else []
    by = read_keys(named, ("by",)).get("by", "supervisor")
    need(by in ("dealer", "supervisor"), f"by={by} is not known; this is done by=dealer or by=supervisor")
    return ("dealer" if by == "dealer" else "supervisor"), " ".join(rest[len(named) :])


def _void(rest: list[str]) -> Action:
    by, text = _by(rest)
    return s.Invalidate(text, by=by)


def _exclude(rest: list[str]) -> Action:
    need(bool(rest), "this step reads `exclude ATS [by=dealer|supervisor] [TEXT]`")
    by, text = _by(rest[1:])
    return ExcludePlayer(read_count(rest[0], "ATS"), text, by)


def _declare_void(rest: list[str]) -> Action:
    need(len(rest) in (1, 2), "this step reads `declare-void ATS [COUP]`")
    return DeclareVoid(read_count(rest[0], "ATS"), read_count(rest[1], "coup") if len(rest) > 1 else None)


def _hold(rest: list[str]) -> Action:
    ats, sum_ = exactly(rest, "hold ATS AMOUNT")
    return HoldWinnings(read_count(ats, "ATS"), read_amount(sum_))


def _of_ats(make: Callable[[int], Action], word: str) -> Callable[[list[str]], Action]:
    def read(rest: list[str]) -> Action:
        (ats,) = exactly(rest, f"{word} ATS")
        return make(read_count(ats, "ATS"))

    return read


def _claim(rest: list[str]) -> Action:
    need(len(rest) > 1, "this step reads `claim ATS TEXT`")
    return RecordClaim(read_count(rest[0], "ATS"), " ".join(rest[1:]))


def _miscount(rest: list[str]) -> Action:
    if rest == ["void"]:
        return Miscount()
    form = "this step reads `miscount player=CARD,… banker=CARD,…` or `miscount void`"
    need(len(rest) == 2, form)
    hands = read_keys(rest, ("player", "banker"))
    need(len(hands) == 2, form)
    return Miscount(read_cards(hands["player"]), read_cards(hands["banker"]))


def _correct(rest: list[str]) -> Action:
    form = "this step reads `correct COUP player=CARD,… banker=CARD,…`"
    need(len(rest) == 3, form)
    hands = read_keys(rest[1:], ("player", "banker"))
    need(len(hands) == 2, form)
    return CorrectOutcome(read_count(rest[0], "coup"), read_cards(hands["player"]), read_cards(hands["banker"]))


def _faulty(make: Callable[..., Any], word: str) -> Callable[[list[str]], Action]:
    def read(rest: list[str]) -> Action:
        if rest in (["system"], ["wnd"]):
            return make(rest[0])  # type: ignore[no-any-return]
        need(len(rest) == 2 and rest[0] == "ats", f"this step reads `{word} ats N`, `{word} system` or `{word} wnd`")
        return make("ats", read_count(rest[1], "ATS"))  # type: ignore[no-any-return]

    return read


def _forget(rest: list[str]) -> Action:
    need(len(rest) == 2 and rest[0] == "ats", "this step reads `forget ats N`")
    return ForgetRecords(read_count(rest[1], "ATS"), found=True)


READERS: Final[dict[str, Callable[[list[str]], Action]]] = {
    "rulebook": _rulebook,
    "table": _table,
    "limit": _limit,
    "shoe": _shoe,
    "burn": _burn,
    "cut": _none("cut", s.Cut()),
    "buyin": _buyin,
    "bets": _none("bets", s.OpenBets()),
    "wager": _wager,
    "wait": _wait,
    "close": _none("close", s.CloseBets()),
    "card": _card,
    "seen": _seen,
    "cards": _together,
    "unreadable": _none("unreadable", s.Unreadable()),
    "enter": _enter,
    "shoe-says": _shoe_says,
    "empty": _none("empty", s.ShoeEmpty()),
    "altered": _none("altered", s.OrderAltered()),
    "foreign": _foreign,
    "decide": _decide,
    "confirm": _none("confirm", s.Confirm()),
    "void": _void,
    "correct": _correct,
    "fault": _faulty(Malfunction, "fault"),
    "clear": _faulty(ClearMalfunction, "clear"),
    "forget": _forget,
    "exclude": _exclude,
    "declare-void": _declare_void,
    "hold": _hold,
    "release": _of_ats(ReleaseWinnings, "release"),
    "keep": _of_ats(KeepWinnings, "keep"),
    "freeze": _none("freeze", FreezeAccounts()),
    "unfreeze": _none("unfreeze", UnfreezeAccounts()),
    "miscount": _miscount,
    "claim": _claim,
    "measure": _measure,
    "check-cards": _check_cards,
    "close-table": _close_table,
    "cashout": _cashout,
}
