"""What the dealer can do now: the few large buttons of the console, by the state of the table."""

from collections.abc import Callable
from typing import Final

from firmware.console.known import Known
from firmware.console.next_step import burns, reopens, result_line
from firmware.console.option_words import option_words
from firmware.console.pages import opening
from firmware.console.pages.buttons import ask_for
from firmware.console.view import Choice
from firmware.game import steps as s
from firmware.game.dealing import UNKNOWN
from firmware.game.events import Question
from firmware.game.questions import ORDER
from firmware.game.state import Phase
from firmware.table.core.authority import dealers_void
from firmware.table.features.card_checks import unchecked

# Two cards have two orders: two buttons. Three have six, too many to compare at a glance: their cards are touched.
MOST_ORDERS: Final = 2


def _open(known: Known) -> Choice:
    return ask_for(known, "open", look="plain" if burns(known) else "main")


def _reopen(known: Known) -> Choice:
    coup = known.state.game.coup
    return ask_for(known, "open", on=reopens(known) and coup is not None and not coup.recognised)


def _close(known: Known) -> Choice:
    return ask_for(known, "close", look="main")


def _confirm(known: Known) -> Choice:
    choice = ask_for(known, "confirm", look="main")
    return Choice(choice.action, choice.label, "main", result_line(known), choice.on)


def _void(known: Known) -> Choice:
    """Return the void: without wagers a dealer may (11.4), after a malfunction only a game supervisor or above."""
    least = s.Invalidate(by="dealer") if dealers_void(known.state) else s.Invalidate(ground="malfunction")
    return ask_for(known, "void", look="danger", like=least)


def _seen(known: Known) -> Choice:
    return ask_for(known, "seen")


def _burn(known: Known) -> Choice:
    return ask_for(known, "burn", look="main" if burns(known) else "plain")


def _cut(known: Known) -> Choice:
    return ask_for(known, "cut")


def _new_shoe(known: Known) -> Choice:
    look = "main" if known.state.game.phase is Phase.NO_SHOE else "plain"
    return ask_for(known, "new-shoe", look=look)


def _check_cards(known: Known) -> Choice:
    return ask_for(known, "check-cards", look="main")


def _enter(known: Known) -> Choice:
    return ask_for(known, "enter", look="main")


CHOICES: Final[dict[Phase, tuple[Callable[[Known], Choice], ...]]] = {
    Phase.NO_SHOE: (_new_shoe,),
    Phase.BETWEEN: (_open, _burn, _cut, _new_shoe),
    Phase.BETTING: (_close, _burn, _cut, _void),
    Phase.CLOSED: (_reopen, _burn, _cut, _void),
    Phase.DEALING: (_seen, _cut, _void),
    Phase.COMPLETE: (_confirm, _seen, _cut, _void),
    Phase.ASKING: (_void,),
    Phase.BETTING_ASKING: (_void,),
    Phase.UNREADABLE: (_enter, _void),
}


def main_choices(known: Known) -> tuple[Choice, ...]:
    """Return them."""
    if not known.state.staff:
        return (Choice(("op", "first"), known.words("op.first"), "main"),)
    if known.role is None:
        return (Choice(("op", "sign-on"), known.words("op.sign-on"), "main"),)
    if known.opening is not None:
        return opening.choices(known, known.opening)
    if not known.state.open:
        # The only thing still done at a closed table.
        return (_check_cards(known),) if unchecked(known.state) else ()
    game = known.state.game
    of_phase = tuple(choice(known) for choice in CHOICES[game.phase])
    if not game.questions:
        return of_phase
    return (*answers(known, game.questions[0]), *_whoever_may(known), *of_phase)


def _whoever_may(known: Known) -> tuple[Choice, ...]:
    """Return a way for somebody who may answer, if the person here may not: they sign on, and answer."""
    missing = known.missing(s.Decide(""))
    if not missing:
        return ()
    return (Choice(("op", "sign-on"), known.words("op.sign-on"), "main", known.words(f"need.{missing}")),)


def answers(known: Known, question: Question) -> tuple[Choice, ...]:
    """Return the answers to a question, off for a person who may not give them."""
    words, missing = known.words, known.missing(s.Decide(""))
    note = words(f"need.{missing}") if missing else ""
    orders = [option for option in question.options if option.startswith(ORDER) and option != UNKNOWN]
    named: list[tuple[tuple[str, ...], str]] = []
    if len(orders) > MOST_ORDERS:
        named.append((("op", "order"), words("option.order")))
    else:
        named += [(("op", "decide", order), option_words(order, words)) for order in orders]
    others = [option for option in question.options if option not in orders]
    named += [(("op", "decide", option), option_words(option, words)) for option in others]
    return tuple(
        # Several answers are equal, so none is gold: gold would mean that this one is due.
        Choice(action, label, "plain" if len(named) > 1 else "main", note, on=not missing)
        for action, label in named
    )
