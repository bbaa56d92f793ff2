"""Operations of the coup, the shoe, the limits and the game."""

from typing import Final

from msgspec.structs import replace

from firmware.books import book_ids, load_book
from firmware.console.known import Known
from firmware.console.operations import (
    Answers,
    Ask,
    Operation,
    Option,
    amount,
    at_once,
    cards,
    nothing,
    one_by_one,
    options,
)
from firmware.game import steps as s
from firmware.game.hands import Side
from firmware.game.questions import RESTART
from firmware.game.wagers import ANY
from firmware.table.core.authority import dealers_void
from firmware.table.features.corrections import CorrectOutcome, InvalidateCoup
from firmware.table.features.freezing import FreezeAccounts, UnfreezeAccounts
from firmware.table.features.game_changes import ChangeGame
from firmware.table.features.limits import SetLimit, SetPeriod
from firmware.table.features.opening import OpenOnWord, word_for
from firmware.table.features.sessions import EndSession, StartSession
from hal.cards import Card

# Who may ask does not depend on the card.
ANY_CARD: Final = Card("AS")
CARD: Final = Ask("card", "cards", most=1)
HAND: Final = Ask("hand", "pick", options("due", "player", "banker", "shown", of="hand"))
YES_NO: Final = options("no", "yes", of="answer")
NOBODY_WAGERED: Final = "no-wagers"
VOID: Final = Ask("reason", "pick", options("equipment", "order", "dispute", NOBODY_WAGERED, "other", of="void"))


def _drawn(_: Known, a: Answers) -> s.CardDrawn:
    hand = a["hand"]
    to = None if hand in ("due", "shown") else Side(hand)
    return s.CardDrawn(Card(a["card"]), to=to, shown=hand == "shown")


def _seen(_: Known, a: Answers) -> s.CardSeen:
    seen = a["seen"]
    to = Side(seen) if seen in ("player", "banker") else None
    return s.CardSeen(to=to, face_up=seen == "face-up", shown=seen == "shown")


def _order(known: Known, answers: Answers) -> Ask | None:
    if "order" in answers:
        return None
    cards = known.state.game.questions[0].cards if known.state.game.questions else ()
    return Ask("order", "order", tuple(Option(card) for card in cards), least=len(cards), most=len(cards))


def _replaced(_: Known, a: Answers) -> s.ReplaceCards:
    return s.ReplaceCards(cards(a, "cards"))


def _limit_asks(known: Known, answers: Answers) -> Ask | None:
    bets = [bet.name for bet, _ in load_book(known.state.setup.rulebook).every_bet()]
    bet = Ask("bet", "pick", (Option(ANY, "notice.limit.all"), *(Option(name, f"bet.{name}.long") for name in bets)))
    money = tuple(Ask(key, "keypad", money=True) for key in ("minimum", "maximum", "step"))
    return one_by_one(bet, *money)(known, answers)


def _limit(_: Known, a: Answers) -> SetLimit:
    return SetLimit(a["bet"], amount(a, "minimum"), amount(a, "maximum"), amount(a, "step"))


def _game_asks(known: Known, answers: Answers) -> Ask | None:
    """Ask for the rule book, and for each of its side wagers whether it is offered, and at which odds."""
    if "rulebook" not in answers:
        books = tuple(Option(book, text=load_book(book).title) for book in book_ids())
        return Ask("rulebook", "pick", books)
    for group in load_book(answers["rulebook"]).side_groups:
        key = f"side.{group.side_wager}"
        if key not in answers and group.decks in (None, known.state.setup.decks):
            odds = tuple(Option(str(n), text=known.words("side.option", number=n)) for n in range(1, group.options + 1))
            return Ask(key, "pick", (Option("0", "side.none"), *odds))
    return None


def _game(_: Known, a: Answers) -> ChangeGame:
    sides = {key.removeprefix("side."): int(value) for key, value in a.items() if key.startswith("side.")}
    return ChangeGame(a["rulebook"], {name: option for name, option in sides.items() if option})


def _session(known: Known, a: Answers) -> StartSession:
    return StartSession(a["name"], tuple(range(1, known.state.setup.ats + 1)), amount(a))


def _void(known: Known, a: Answers) -> s.Invalidate:
    """Void the coup by the rule of the reason: 11.4 without wagers, 11.10 or 13.3."""
    reason = a.get("reason", NOBODY_WAGERED)
    text = known.words(f"void.{reason}")
    if reason == NOBODY_WAGERED:
        return s.Invalidate(text, by="dealer")
    return s.Invalidate(text, "malfunction" if reason == "equipment" else "disruption")


def _void_asks(known: Known, answers: Answers) -> Ask | None:
    """Ask which of the reasons that this person may give applies; a dealer has only one (11.4)."""
    if "reason" in answers:
        return None
    mine = tuple(option for option in VOID.options if known.may(_void(known, {"reason": option.value})))
    reasons = mine if dealers_void(known.state) else tuple(o for o in mine if o.value != NOBODY_WAGERED)
    return None if [one.value for one in reasons] == [NOBODY_WAGERED] else replace(VOID, options=reasons)


def _word(known: Known, _: Answers) -> OpenOnWord:
    if known.opening is None:
        raise LookupError("the table is open")
    return word_for(known.opening)


OPERATIONS: Final = {
    "open-on-word": Operation(OpenOnWord((), ()), _word, nothing),
    # The coup.
    "open": at_once(s.OpenBets(), sure=True),
    "close": at_once(s.CloseBets()),
    "confirm": at_once(s.Confirm(), sure=True),
    "void": Operation(s.Invalidate(), _void, _void_asks),
    "restart": at_once(s.Decide(RESTART)),
    "decide": Operation(s.Decide(""), lambda _, a: s.Decide(a["option"]), nothing, ("option",)),
    "order": Operation(s.Decide(""), lambda _, a: s.Decide(f"order={a['order']}"), _order),
    "enter": Operation(s.Enter(ANY_CARD), lambda _, a: s.Enter(Card(a["card"])), one_by_one(CARD)),
    "seen": Operation(
        s.CardSeen(),
        _seen,
        one_by_one(Ask("seen", "pick", options("player", "banker", "face-up", "shown", of="seen"))),
        about="last card",
    ),
    # The shoe.
    "burn": Operation(
        s.Burn(ANY_CARD),
        lambda _, a: s.Burn(Card(a["card"]), face_up=a["face-up"] == "yes"),
        one_by_one(CARD, Ask("face-up", "pick", YES_NO)),
        about="next card",
    ),
    "cut": at_once(s.Cut()),
    "card": Operation(s.CardDrawn(ANY_CARD), _drawn, one_by_one(CARD, HAND)),
    "together": Operation(
        s.CardsTogether((ANY_CARD, ANY_CARD)),
        lambda _, a: s.CardsTogether(cards(a, "cards")),
        one_by_one(Ask("cards", "cards", least=2, most=6)),
    ),
    "unreadable": at_once(s.Unreadable()),
    "foreign": at_once(s.ForeignCard()),
    "altered": at_once(s.OrderAltered()),
    "empty": at_once(s.ShoeEmpty()),
    "replace": Operation(s.ReplaceCards(()), _replaced, one_by_one(Ask("cards", "cards", most=8))),
    # What was settled.
    "freeze": at_once(FreezeAccounts()),
    "unfreeze": at_once(UnfreezeAccounts()),
    "correct": Operation(
        CorrectOutcome(1, (), ()),
        lambda _, a: CorrectOutcome(int(a["coup"]), cards(a, "player"), cards(a, "banker")),
        one_by_one(Ask("player", "cards", least=2, most=3), Ask("banker", "cards", least=2, most=3)),
        ("coup",),
    ),
    "invalidate": Operation(
        InvalidateCoup(1, "malfunction", ""),
        lambda k, a: InvalidateCoup(int(a["coup"]), a["ground"], k.words(f"void.{a['reason']}")),  # type: ignore[arg-type]
        one_by_one(Ask("ground", "pick", options("malfunction", "disruption", of="ground")), VOID),
        ("coup",),
    ),
    # The game.
    "limit": Operation(SetLimit(ANY), _limit, _limit_asks),
    "period": Operation(
        SetPeriod(1),
        lambda _, a: SetPeriod(int(a["seconds"]) * 1000),
        one_by_one(Ask("seconds", "keypad", most=3)),
    ),
    "game": Operation(ChangeGame("", {}), _game, _game_asks),
    "session-start": Operation(
        StartSession("", (), 1),
        _session,
        one_by_one(Ask("name", "letters", most=20), Ask("amount", "keypad", money=True)),
    ),
    "session-end": Operation(
        EndSession(cash=False),
        lambda _, a: EndSession(cash=a["cash"] == "yes"),
        one_by_one(Ask("cash", "pick", YES_NO)),
    ),
}
