"""What the dealer must do next, always in one line: the first of these that applies."""

from collections.abc import Callable
from typing import Final, NamedTuple

from firmware.books import load_book
from firmware.console.known import Known
from firmware.console.pages import opening
from firmware.game import events as g
from firmware.game.hands import total, winner_of
from firmware.game.state import Coup, Phase
from firmware.pictures.table_items import card_text
from firmware.table.core.faults import SYSTEM
from firmware.table.core.software import TABLE, is_out
from firmware.table.features.card_checks import unchecked


class Next(NamedTuple):
    """A state of the table: when it applies, its look, and what the dealer must do."""

    holds: Callable[[Known], bool]
    look: str
    says: Callable[[Known], str]


def _key(key: str) -> Callable[[Known], str]:
    return lambda known: known.words(key)


def _coup(known: Known) -> Coup:
    coup = known.state.game.coup
    assert coup is not None
    return coup


def _question(known: Known) -> str:
    question = known.state.game.questions[0]
    who = known.words(f"who.{(question.role or question.by).replace(' ', '_')}")
    return known.words("next.question", who=who, kind=known.words(f"kind.{question.kind}"))


def _burn(known: Known) -> str:
    shoe = known.state.game.shoe
    more = shoe.more_burns if shoe is not None else 0
    if not more:
        return known.words("next.burn")
    return known.words("next.burn_more.one" if more == 1 else "next.burn_more", count=more)


def burns(known: Known) -> bool:
    """Return whether a card must be burned next."""
    game = known.state.game
    return game.phase is Phase.BETWEEN and game.shoe is not None and (game.shoe.burn_due or game.shoe.more_burns > 0)


def _betting(known: Known) -> str:
    accounts = known.state.accounts.values()
    wagering = sum(bool(account.wagers) for account in accounts)
    staked = known.words.money(sum(account.total for account in accounts))
    return known.words("next.betting.one" if wagering == 1 else "next.betting", count=wagering, amount=staked)


def _move(known: Known) -> str:
    """Return where the card that left last must go, if it lies on the other hand (crown 11.3)."""
    lies_wrong = False
    for event in reversed(known.happened):
        match event:
            case g.Irregularity(kind="wrong_hand"):
                lies_wrong = True
            case g.CardLaid(drawn=True, card=card, hand="player" | "banker" as hand) if lies_wrong:
                return known.words("next.move", card=card_text(card), hand=known.words(f"hand.{hand}.name"))
            case g.CardLaid(drawn=True):
                return ""
    return ""


def _due(known: Known) -> str:
    coup = _coup(known)
    assert coup.due is not None
    place = len(coup.player if coup.due == "player" else coup.banker) + 1
    dummy = known.words("result.dummy") if coup.dummy else ""
    said = known.words(f"next.due.{coup.due.value}", place=known.words(f"place.{place}"))
    return _move(known) + dummy + said


def result_line(known: Known) -> str:
    """Return the outcome of the coup's cards."""
    coup = _coup(known)
    player, banker = total(coup.player), total(coup.banker)
    dummy = known.words("result.dummy") if coup.dummy else ""
    return dummy + known.words(f"result.{winner_of(player, banker).value}", player=player, banker=banker)


def _complete(known: Known) -> str:
    return _move(known) + known.words("next.confirm", result=result_line(known))


def _open(known: Known) -> str:
    shoe = known.state.game.shoe
    last = shoe is not None and shoe.last_coup == known.state.game.coups + 1
    return known.words("next.open_last" if last else "next.open")


def _in(*phases: Phase) -> Callable[[Known], bool]:
    return lambda known: known.state.game.phase in phases


def _nobody(known: Known) -> bool:
    return known.role is None


def _no_wagers(known: Known) -> bool:
    return known.state.game.phase is Phase.CLOSED and not _coup(known).recognised and not known.state.game.burned


def _said_no_wagers(known: Known) -> str:
    if not reopens(known):
        return known.words("next.no_wagers.deal")
    treatment = load_book(known.state.setup.rulebook).irregularities.no_wagers_void
    return known.words("next.no_wagers", rule=treatment.rule or "–")


def reopens(known: Known) -> bool:
    """Whether this game's book has betting open again where nobody has wagered (crown 11.4)."""
    return load_book(known.state.setup.rulebook).irregularities.no_wagers_reopen.action != "none"


STEPS: Final = (
    Next(lambda known: bool(known.stopped), "alarm", lambda known: known.words("next.stopped", why=known.stopped)),
    Next(lambda known: not known.state.open and unchecked(known.state), "alarm", _key("next.check_cards")),
    Next(lambda known: not known.state.open, "alarm", _key("next.closed_table")),
    Next(lambda known: not known.state.staff, "plain", _key("next.first")),
    Next(_nobody, "plain", _key("next.sign_on")),
    Next(lambda known: SYSTEM in known.state.faults, "alarm", _key("next.system")),
    Next(lambda known: is_out(known.state, TABLE), "alarm", _key("next.software")),
    Next(_in(Phase.UNREADABLE), "warn", _key("next.unreadable")),
    Next(lambda known: bool(known.state.game.questions), "warn", _question),
    Next(lambda known: known.state.frozen, "notice", _key("next.frozen")),
    Next(_in(Phase.NO_SHOE), "plain", _key("next.new_shoe")),
    Next(burns, "plain", _burn),
    Next(_in(Phase.BETWEEN), "plain", _open),
    Next(_in(Phase.BETTING), "good", _betting),
    Next(_no_wagers, "notice", _said_no_wagers),
    Next(_in(Phase.CLOSED, Phase.DEALING), "player", _due),
    Next(_in(Phase.COMPLETE), "plain", _complete),
)


def next_step(known: Known) -> tuple[str, str]:
    """Return the line, and how it looks."""
    if known.opening is not None and not known.stopped:
        return opening.line(known, known.opening)
    step = next(step for step in STEPS if step.holds(known))
    look = step.look
    coup = known.state.game.coup
    if look == "player" and coup is not None and coup.due is not None:
        look = coup.due.value
    return step.says(known), look
