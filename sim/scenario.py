"""Scenarios: a step per line, read strictly before anything is run."""

import re
from collections.abc import Callable, Iterable
from typing import Any, Final, Literal, get_args

from msgspec import Struct

from firmware.amounts import read_amount
from firmware.books import book_ids, every_bet_name, read_side_wagers
from firmware.game import steps as s
from firmware.game.dealing import UNKNOWN
from firmware.game.hands import Side, Winner
from firmware.game.questions import ORDER
from firmware.game.wagers import ANY
from firmware.table import commands as c
from firmware.table import player_commands as pc
from firmware.table.card_commands import CheckCards
from hal.cards import Card, read_card

DECISIONS: Final = ("play-on", "void", "dummy", "carry", "set-aside", "reconstruct", "cannot-reconstruct")


class ScenarioError(ValueError):
    """A step that cannot be read: says where, what is wrong, and what would be right."""

    def __init__(self, where: str, line: int, problem: str) -> None:
        super().__init__(f"{where}:{line}: {problem}")


class Wait(Struct, frozen=True):
    """Virtual time passes."""

    seconds: float


class ChooseBook(Struct, frozen=True):
    """The rule book that the scenario is played by."""

    rulebook: str


class SetTable(Struct, frozen=True):
    """The table that the scenario is played on."""

    ats: int = 2
    decks: int = 8
    period: float = 30
    side_wagers: dict[str, int] = {}
    aggregate_minimum: int = 0


Action = c.Command | s.Step | Wait | ChooseBook | SetTable


class Line(Struct, frozen=True):
    """A step of a scenario, where it stands, and what it says."""

    number: int
    text: str
    action: Action


def read_scenario(text: str, where: str) -> list[Line]:
    """Read a whole scenario; the first step that cannot be read is a ScenarioError."""
    lines: list[Line] = []
    for number, raw in enumerate(text.split("\n"), 1):
        step = raw.partition("#")[0].strip()
        if not step:
            continue
        try:
            lines.append(Line(number, step, read_step(step)))
            _check_place(lines)
        except ValueError as error:
            raise ScenarioError(where, number, str(error)) from None
    return lines


def _check_place(lines: list[Line]) -> None:
    """`rulebook` is the first step, if given; `table` comes before anything else."""
    action = lines[-1].action
    if isinstance(action, ChooseBook) and len(lines) > 1:
        raise ValueError("`rulebook` stands in the first step or nowhere")
    if isinstance(action, SetTable) and not all(isinstance(line.action, ChooseBook) for line in lines[:-1]):
        raise ValueError("`table` comes before any other step, and once")


def steps() -> tuple[str, ...]:
    """Return the words that steps begin with."""
    return tuple(_READERS)


def read_step(step: str) -> Action:
    """Read one step."""
    word, *rest = step.split()
    reader = _READERS.get(word)
    if reader is None:
        raise ValueError(f"no step {word!r}; the steps are {', '.join(_READERS)}")
    return reader(rest)


def _none(word: str, action: Action) -> Callable[[list[str]], Action]:
    def read(rest: list[str]) -> Action:
        _need(not rest, f"{word} takes nothing more, not {' '.join(rest)!r}")
        return action

    return read


def _need(holds: bool, problem: str) -> None:  # noqa: FBT001
    if not holds:
        raise ValueError(problem)


def _exactly(rest: list[str], form: str) -> list[str]:
    """Return the words of a step that takes just these."""
    _need(len(rest) == len(form.split()) - 1, f"this step reads `{form}`")
    return rest


def _count(text: str, what: str) -> int:
    _need(re.fullmatch(r"[0-9]{1,9}", text) is not None, f"{text!r} is no {what}; it is a whole number")
    return int(text)


def _seconds(text: str) -> float:
    _need(re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,3})?", text) is not None, f"{text!r} is no time; it reads 30 or 0.5")
    return float(text)


def _keys(rest: Iterable[str], known: tuple[str, ...]) -> dict[str, str]:
    """Read `key=value` words, each key once."""
    found: dict[str, str] = {}
    for word in rest:
        key, equals, value = word.partition("=")
        _need(
            bool(equals) and key in known, f"{word!r} is not known here; there are {', '.join(k + '=' for k in known)}"
        )
        _need(key not in found, f"{key}= stands twice")
        found[key] = value
    return found


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(read_card(word) for word in text.split(","))


def _bet(text: str) -> str:
    _need(text in every_bet_name(), f"no bet {text!r}; the bets are {', '.join(every_bet_name())}")
    return text


def _rulebook(rest: list[str]) -> Action:
    (book,) = _exactly(rest, "rulebook ID")
    _need(book in book_ids(), f"no rule book {book!r}; there are {', '.join(book_ids())}")
    return ChooseBook(book)


def _table(rest: list[str]) -> Action:
    keys = _keys(rest, ("ats", "decks", "period", "side", "aggregate-min"))
    return SetTable(
        ats=_count(keys.get("ats", "2"), "number of terminals"),
        decks=_count(keys.get("decks", "8"), "number of decks"),
        period=_seconds(keys.get("period", "30")),
        side_wagers=read_side_wagers(side.split(",") if (side := keys.get("side", "none")) != "none" else ()),
        aggregate_minimum=read_amount(keys.get("aggregate-min", "0")),
    )


def _limit(rest: list[str]) -> Action:
    _need(bool(rest), "this step reads `limit BET min=A max=A step=A`")
    keys = {key: read_amount(value) for key, value in _keys(rest[1:], ("min", "max", "step")).items()}
    _need(bool(keys), "a limit names min=, max= or step=")
    _need(all(keys.values()), "min, max and step are above 0")
    _need(keys.get("min", 1) <= keys.get("max", keys.get("min", 1)), "a limit's min is at most its max")
    bet = ANY if rest[0] == ANY else _bet(rest[0])
    return c.SetLimit(bet, keys.get("min"), keys.get("max"), keys.get("step"), next_coup=False)


def _shoe(rest: list[str]) -> Action:
    unburned = rest[:1] == ["unburned"]
    form = "this step reads `shoe` or `shoe unburned`, with `cut-by=ATS`, `cut-by=dealer` or `cut-by=supervisor`"
    _need(all(word.startswith("cut-by=") for word in rest[unburned:]), form)
    who = _keys(rest[unburned:], ("cut-by",)).get("cut-by", "")
    if who in ("dealer", "supervisor", ""):
        return s.NewShoe(decks=0, burned=not unburned, cut_by=who)  # type: ignore[arg-type]
    return s.NewShoe(decks=0, burned=not unburned, cut_by="player", cut_at=_count(who, "ATS, `dealer` or `supervisor`"))


def _check_cards(rest: list[str]) -> Action:
    findings = get_args(c.Finding)
    _need(len(rest) == 1 and rest[0] in findings, f"this step reads `check-cards {'|'.join(findings)}`")
    return CheckCards(rest[0])  # type: ignore[arg-type]


def _measure(rest: list[str]) -> Action:
    measures = get_args(pc.Measure)
    _need(len(rest) == 2 and rest[1] in measures, f"this step reads `measure ATS {'|'.join(measures)}`")
    return pc.RecordMeasure(_count(rest[0], "ATS"), rest[1])  # type: ignore[arg-type]


def _burn(rest: list[str]) -> Action:
    _need(bool(rest) and rest[1:] in ([], ["face-up"]), "this step reads `burn CARD` or `burn CARD face-up`")
    return s.Burn(read_card(rest[0]), face_up=len(rest) > 1)


def _buyin(rest: list[str]) -> Action:
    _need(len(rest) >= 2, "this step reads `buyin ATS AMOUNT [by=dealer|note]`")
    by = _keys(rest[2:], ("by",)).get("by", "dealer")
    _need(by in ("dealer", "note"), f"by={by} is not known; a buy-in is by=dealer or by=note")
    return c.BuyIn(_count(rest[0], "ATS"), read_amount(rest[1]), by)  # type: ignore[arg-type]


def _cashout(rest: list[str]) -> Action:
    _need(bool(rest), "this step reads `cashout ATS [by=dealer|ticket]`")
    by = _keys(rest[1:], ("by",)).get("by", "dealer")
    _need(by in ("dealer", "ticket"), f"by={by} is not known; a cash-out is by=dealer or by=ticket")
    return c.CashOut(_count(rest[0], "ATS"), by)  # type: ignore[arg-type]


def _wager(rest: list[str]) -> Action:
    ats, bet, stake = _exactly(rest, "wager ATS BET AMOUNT")
    return c.Wager(_count(ats, "ATS"), _bet(bet), read_amount(stake))


def _wait(rest: list[str]) -> Action:
    (seconds,) = _exactly(rest, "wait SECONDS")
    return Wait(_seconds(seconds))


def _card(rest: list[str]) -> Action:
    _need(bool(rest), "this step reads `card CARD [to=player|banker] [face-up] [shown]`")
    card, marks = read_card(rest[0]), rest[1:]
    to = [Side(word.removeprefix("to=")) for word in marks if word in ("to=player", "to=banker")]
    others = [word for word in marks if not word.startswith("to=")]
    known = len(to) == len(marks) - len(others) <= 1 and set(others) <= {"face-up", "shown"}
    _need(
        known and len(set(others)) == len(others),
        f"{' '.join(marks)!r}: a card is to=player or to=banker, face-up, shown",
    )
    return s.CardDrawn(card, to[0] if to else None, face_up="face-up" in others, shown="shown" in others)


def _together(rest: list[str]) -> Action:
    _need(len(rest) > 2 and rest[-1] == "together", "this step reads `cards CARD CARD … together`")
    return s.CardsTogether(tuple(read_card(word) for word in rest[:-1]))


def _enter(rest: list[str]) -> Action:
    (card,) = _exactly(rest, "enter CARD")
    return s.Enter(read_card(card))


def _shoe_says(rest: list[str]) -> Action:
    (winner,) = _exactly(rest, "shoe-says player|banker|tie")
    _need(winner in ("player", "banker", "tie"), f"{winner!r} is no result; a shoe says player, banker or tie")
    return s.ShoeSays(Winner(winner))


def _foreign(rest: list[str]) -> Action:
    _need(len(rest) <= 1, "this step reads `foreign [CODE]`")
    return s.ForeignCard(rest[0] if rest else None)


def _decide(rest: list[str]) -> Action:
    (option,) = _exactly(rest, "decide OPTION")
    if option.startswith(ORDER) and option != UNKNOWN:
        option = ORDER + ",".join(_cards(option.removeprefix(ORDER)))
    else:
        known = (*DECISIONS, ORDER + "CARD,CARD…", UNKNOWN)
        _need(option in known, f"no decision {option!r}; there are {', '.join(known)}")
    return s.Decide(option)


def _by(rest: list[str]) -> tuple[Literal["dealer", "supervisor"], str]:
    """Read `[by=dealer|supervisor] [TEXT]`; a supervisor, where nobody is named."""
    named = rest[:1] if rest and rest[0].startswith("by=") else []
    by = _keys(named, ("by",)).get("by", "supervisor")
    _need(by in ("dealer", "supervisor"), f"by={by} is not known; this is done by=dealer or by=supervisor")
    return ("dealer" if by == "dealer" else "supervisor"), " ".join(rest[len(named) :])


def _void(rest: list[str]) -> Action:
    by, text = _by(rest)
    return s.Invalidate(text, by=by)


def _exclude(rest: list[str]) -> Action:
    _need(bool(rest), "this step reads `exclude ATS [by=dealer|supervisor] [TEXT]`")
    by, text = _by(rest[1:])
    return c.ExcludePlayer(_count(rest[0], "ATS"), text, by)


def _declare_void(rest: list[str]) -> Action:
    _need(len(rest) in (1, 2), "this step reads `declare-void ATS [COUP]`")
    return pc.DeclareVoid(_count(rest[0], "ATS"), _count(rest[1], "coup") if len(rest) > 1 else None)


def _hold(rest: list[str]) -> Action:
    ats, sum_ = _exactly(rest, "hold ATS AMOUNT")
    return pc.HoldWinnings(_count(ats, "ATS"), read_amount(sum_))


def _of_ats(make: Callable[[int], Action], word: str) -> Callable[[list[str]], Action]:
    def read(rest: list[str]) -> Action:
        (ats,) = _exactly(rest, f"{word} ATS")
        return make(_count(ats, "ATS"))

    return read


def _claim(rest: list[str]) -> Action:
    _need(len(rest) > 1, "this step reads `claim ATS TEXT`")
    return pc.RecordClaim(_count(rest[0], "ATS"), " ".join(rest[1:]))


def _miscount(rest: list[str]) -> Action:
    if rest == ["void"]:
        return pc.Miscount()
    form = "this step reads `miscount player=CARD,… banker=CARD,…` or `miscount void`"
    _need(len(rest) == 2, form)
    hands = _keys(rest, ("player", "banker"))
    _need(len(hands) == 2, form)
    return pc.Miscount(_cards(hands["player"]), _cards(hands["banker"]))


def _correct(rest: list[str]) -> Action:
    form = "this step reads `correct COUP player=CARD,… banker=CARD,…`"
    _need(len(rest) == 3, form)
    hands = _keys(rest[1:], ("player", "banker"))
    _need(len(hands) == 2, form)
    return c.CorrectOutcome(_count(rest[0], "coup"), _cards(hands["player"]), _cards(hands["banker"]))


def _faulty(make: Callable[..., Any], word: str) -> Callable[[list[str]], Action]:
    def read(rest: list[str]) -> Action:
        if rest in (["system"], ["wnd"]):
            return make(rest[0])  # type: ignore[no-any-return]
        _need(len(rest) == 2 and rest[0] == "ats", f"this step reads `{word} ats N`, `{word} system` or `{word} wnd`")
        return make("ats", _count(rest[1], "ATS"))  # type: ignore[no-any-return]

    return read


def _forget(rest: list[str]) -> Action:
    _need(len(rest) == 2 and rest[0] == "ats", "this step reads `forget ats N`")
    return c.ForgetRecords(_count(rest[1], "ATS"), found=True)


_READERS: Final[dict[str, Callable[[list[str]], Action]]] = {
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
    "fault": _faulty(c.Malfunction, "fault"),
    "clear": _faulty(c.ClearMalfunction, "clear"),
    "forget": _forget,
    "exclude": _exclude,
    "declare-void": _declare_void,
    "hold": _hold,
    "release": _of_ats(pc.ReleaseWinnings, "release"),
    "keep": _of_ats(pc.KeepWinnings, "keep"),
    "freeze": _none("freeze", c.FreezeAccounts()),
    "unfreeze": _none("unfreeze", c.UnfreezeAccounts()),
    "miscount": _miscount,
    "claim": _claim,
    "measure": _measure,
    "check-cards": _check_cards,
    "close-table": _none("close-table", c.CloseTable()),
    "cashout": _cashout,
}
