"""A miscount: a hand of the last settled coup had the wrong number of cards (reading 26)."""

from collections import Counter
from collections.abc import Iterator
from enum import auto
from itertools import zip_longest
from typing import Final

from firmware.game import events as g
from firmware.game import steps as s
from firmware.game.codes import GameCode
from firmware.game.hands import Winner
from firmware.game.state import EndedCoup
from firmware.refusal import Code, Refused
from firmware.table.core.authority import treatment
from firmware.table.core.codes import TableCode
from firmware.table.core.commands import Command
from firmware.table.core.events import OutcomeCorrected
from firmware.table.core.feature import Feature
from firmware.table.core.turn import TableTurn
from firmware.table.features.corrections import CorrectOutcome, correct_to
from hal.cards import Card


class MiscountCode(Code):
    """Why it is refused."""

    MISCOUNT_TOO_LATE = auto()
    STANDS = auto()


class Miscount(Command, frozen=True):
    """A hand of the last settled coup had an incorrect number of cards (5.2, 5.1.2).

    If the hands cannot be reconstructed, no cards are named, and the coup is void.
    """

    player: tuple[Card, ...] = ()
    banker: tuple[Card, ...] = ()


def miscount(turn: TableTurn, command: Miscount) -> None:
    """Settle the reconstructed hands by recalculation, or make the coup void if they cannot be reconstructed."""
    # mbs 5.2; rws 5.1, 5.1.2; crown 11.9
    treatment = turn.treatment("miscount")
    rule = treatment.rule or None
    if treatment.action == "none":
        raise Refused(MiscountCode.STANDS, rule)
    coup = _need_settled_last(turn, rule)
    if not command.player:
        turn.say(g.Irregularity(coup.number, "wrong_outcome", rule))
        turn.say(g.Ruling("wrong_outcome", "void", rule, treatment.by, role=treatment.who))
        turn.say(g.SettledCoupVoided(coup.number, "wrong_outcome", rule))
        return
    left_over = _compared(turn, coup, (*command.player, *command.banker), rule)
    correct_to(turn, CorrectOutcome(coup.number, command.player, command.banker), treatment)
    # The recalculation is done; betting does not open until it is decided what becomes of the excess cards.
    turn.step(left_over)


def _need_settled_last(turn: TableTurn, rule: str | None) -> EndedCoup:
    game = turn.state.game
    if game.questions:
        raise Refused(GameCode.QUESTION_OPEN, game.questions[0].rule, kind=game.questions[0].kind)
    if game.unread:
        raise Refused(GameCode.CARD_UNREAD)
    if game.coups <= 1 and not game.ended:
        raise Refused(TableCode.NOT_SETTLED, rule, coup=1)
    if game.coup is not None or not game.ended:
        raise Refused(MiscountCode.MISCOUNT_TOO_LATE, rule)
    coup = game.ended[-1]
    if coup.winner is Winner.VOID:
        raise Refused(TableCode.COUP_WAS_VOID, rule, coup=coup.number)
    return coup


def _in_hands(turn: TableTurn, coup: int, rule: str | None) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Return the hands on record: those of the result, or of the last miscount.

    A wrong outcome (11.11) is another matter: it changes what a coup was settled by, not which cards left the shoe.
    """
    hands: tuple[tuple[Card, ...], tuple[Card, ...]] = (), ()
    miscounted = False
    for event in turn.history(coup):
        if isinstance(event, g.Irregularity) and event.kind == "wrong_outcome":
            miscounted = event.rule == rule
        elif isinstance(event, g.CoupResult) or (isinstance(event, OutcomeCorrected) and miscounted):
            hands = event.player.cards, event.banker.cards
    return hands


def _compared(turn: TableTurn, coup: EndedCoup, named: tuple[Card, ...], rule: str | None) -> s.LeaveOver:
    """Compare the named cards with those on record: which are in excess, which were found, which had waited."""
    extra, over = Counter(named), []
    for card in _as_dealt(*_in_hands(turn, coup.number, rule)):
        if extra[card]:
            extra[card] -= 1
        else:
            over.append(card)
    game = turn.state.game
    waited = extra & Counter(game.carried)
    aside = extra & Counter(card.card for card in game.left if card.fate == "aside")
    found = extra - waited - aside
    return s.LeaveOver(coup.number, tuple(over), tuple(found.elements()), tuple(waited.elements()))


def _as_dealt(player: tuple[Card, ...], banker: tuple[Card, ...]) -> Iterator[Card]:
    """Return the cards of both hands in the order in which they left the shoe."""
    for pair in zip_longest(player, banker):
        yield from (card for card in pair if card is not None)


FEATURE: Final = Feature(
    decides={Miscount: miscount},
    asked={Miscount: treatment("miscount")},
)
