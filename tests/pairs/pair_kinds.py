"""The kinds of what happens and what is wished: their lines, and when there is such a thing at all.

What is left out is left out for a reason that stands in NEEDS: a sentence, and what is looked at.
"""

import random
from collections.abc import Callable
from typing import NamedTuple

from pair_table import Table, family, points

from firmware.table.core.events import CoupInvalidated
from hal.cards import Card


class Kind(NamedTuple):
    """One kind: lines with places for cards, and the needs without which it is something else, or nothing."""

    lines: str
    needs: tuple[str, ...] = ()


def _blocked(table: Table) -> bool:
    return table.blocked


def _none_due(table: Table) -> bool:
    return table.coup is None or (not table.coup.betting and table.due() is None)


def _card_due(table: Table) -> bool:
    return table.coup is not None and table.due() is not None


def _two_to_player(table: Table) -> bool:
    return table.coup is not None and len(table.coup.player) == 2


def _two_to_banker(table: Table) -> bool:
    return table.coup is not None and len(table.coup.banker) == 2


def _three_to_player(table: Table) -> bool:
    return table.coup is not None and len(table.coup.player) == 3


def _coup(table: Table) -> bool:
    return table.coup is not None


def _betting(table: Table) -> bool:
    return table.coup is not None and table.coup.betting


def _betting_over(table: Table) -> bool:
    return table.coup is not None and not table.coup.betting


def _terminals(table: Table) -> bool:
    return table.state.setup.ats > 0


def _account(table: Table) -> bool:
    return 1 in table.state.accounts


def _wagers(table: Table) -> bool:
    return _account(table) and bool(table.state.accounts[1].wagers)


def _excluded(table: Table) -> bool:
    return _account(table) and table.state.accounts[1].excluded


def _winnings(table: Table) -> bool:
    return _account(table) and min(table.state.accounts[1].won, table.state.balance(1)) >= HELD


def _hold(table: Table) -> bool:
    return 1 in table.state.holds


def _frozen(table: Table) -> bool:
    return table.state.frozen


def _sevens_gone(table: Table) -> bool:
    shoe = table.state.game.shoe
    return shoe is not None and shoe.left(SEVEN) == 0


def settled(table: Table) -> int | None:
    """Return the coup that was settled last and is no void one, as the display shows it."""
    if not table.state.recent:
        return None
    result = table.state.recent[-1].result
    gone = {event.coup for event in table.events if isinstance(event, CoupInvalidated)}
    return None if result.dummy or result.winner == "void" or result.coup in gone else result.coup


def _settled(table: Table) -> bool:
    return settled(table) is not None


def _settled_last(table: Table) -> bool:
    ended = table.state.game.ended
    return bool(ended) and settled(table) == ended[-1].number


def _crown(table: Table) -> bool:
    return family(table.book) == "crown"


def _unburned(table: Table) -> bool:
    game = table.state.game
    return game.coup is not None and game.shoe is not None and (game.burn_missed or game.shoe.burn_due)


def _nobody(table: Table) -> bool:
    coup, game = table.coup, table.state.game
    return coup is not None and not (coup.betting or coup.recognised or coup.dummy or coup.started or game.burned)


Looks = Callable[[Table], bool]
# Each need: why there is no such thing without it, what is looked at, and whether that must be so.
NEEDS: dict[str, tuple[str, Looks, bool]] = {
    "none due": ("a card that is due, or ends betting, is not in excess", _none_due, True),
    "a card due": ("no hand is due a card", _card_due, True),
    "two to Player": ("Player has not two cards, so this is no third", _two_to_player, True),
    "two to Banker": ("Banker has not two cards, so this is no third", _two_to_banker, True),
    "three to Player": ("Player has not three cards, so this is no fourth", _three_to_player, True),
    "no question": ("no wish is taken but the answer while a question is open or a card unread", _blocked, False),
    "a coup": ("no coup is open", _coup, True),
    "no coup": ("a coup is open", _coup, False),
    "betting": ("betting is not open", _betting, True),
    "betting over": ("betting is open, or no coup is", _betting_over, True),
    "wagers of ATS 1": ("no wager of this account lies", _wagers, True),
    "no wagers of ATS 1": ("a wager of this account lies", _wagers, False),
    "terminals": ("the table has no terminals", _terminals, True),
    "an account": ("the account is closed", _account, True),
    "not excluded": ("the player is excluded already", _excluded, False),
    "winnings": ("nothing was won that could be held", _winnings, True),
    "no hold": ("winnings are held already", _hold, False),
    "frozen": ("the accounts are not frozen", _frozen, True),
    "not frozen": ("all accounts are frozen (reading 28)", _frozen, False),
    "sevens gone": ("the shoe can still have a seven of spades", _sevens_gone, True),
    "settled": ("the coup before was not settled", _settled, True),
    "settled last": ("the coup before was no settled one, or another has been opened", _settled_last, True),
    "11.1.1": ("MBS and RWS have no reconstruction of an unburned shoe's first coup", _crown, True),
    "unburned": ("the shoe was burned, or its first coup is over", _unburned, True),
    "5.2": ("Crown refuses a miscount (11.9)", _crown, False),
    "nobody": ("wagers count, or something is burned or dealt", _nobody, True),
    "reopening": ("MBS and RWS do not reopen betting", _crown, True),
}
HELD = 5_00
SEVEN = Card("7S")


FREE = ("no question", "not frozen")
KINDS: dict[str, Kind] = {
    # what happens
    "burn": Kind("burn {new}"),
    "burn, face up": Kind("burn {new} face-up"),
    "excess": Kind("card {new}", ("none due",)),
    "excess, to Player as a third": Kind("card {new} to=player", ("none due", "two to Player")),
    "excess, to Banker as a third": Kind("card {new} to=banker", ("none due", "two to Banker")),
    "excess, to Player as a fourth": Kind("card {new} to=player", ("none due", "three to Player")),
    "excess, shown": Kind("card {new} shown", ("none due",)),
    "excess, face up": Kind("card {new} face-up", ("none due",)),
    "over-drawn": Kind("card {new} overdrawn"),
    "over-drawn, face up": Kind("card {new} face-up overdrawn"),
    "wrong hand": Kind("card {new} to={other}", ("a card due",)),
    "wrong hand, face up": Kind("card {new} to={other} face-up", ("a card due",)),
    "face up": Kind("card {new} face-up", ("a card due",)),
    "sensed late on Player": Kind("seen to=player"),
    "sensed late on Banker": Kind("seen to=banker"),
    "sensed late, the one before, on Player": Kind("seen to=player back=1"),
    "sensed late, face up": Kind("seen face-up"),
    "shown late": Kind("seen shown"),
    "two together": Kind("cards {new} {new} together"),
    "three together": Kind("cards {new} {new} {new} together"),
    "together with one too many of its kind": Kind("cards {new} 7S together", ("sevens gone",)),
    "order altered": Kind("altered"),
    "shoe empty": Kind("empty"),
    "foreign card": Kind("foreign JOKER"),
    "one too many of its kind": Kind("card 7S", ("sevens gone",)),
    "cutting card": Kind("cut"),
    "unreadable": Kind("unreadable"),
    "shoe disagrees": Kind("shoe-says {wrong}"),
    "terminal fails": Kind("fault ats 1", ("terminals",)),
    "system fails": Kind("fault system"),
    "display disagrees": Kind("fault wnd"),
    # what is wished
    "nobody wagers": Kind(
        "wager 1 player-pair 0; wager 1 player 0; wager 2 banker 0",
        ("betting", "not frozen", "no question", "wagers of ATS 1"),
    ),
    "cards short": Kind("confirm", ("betting over", "a card due")),
    "wrong outcome": Kind("correct {settled} player=9C,QS banker=8D,QH", ("settled", "no question")),
    "equipment fails, void": Kind("fault wnd; void", ("a coup", "not frozen")),
    "void by a supervisor": Kind("void", ("a coup", "not frozen")),
    "void by the dealer": Kind("void by=dealer", ("nobody", *FREE)),
    "betting reopened": Kind("bets", ("nobody", "reopening", *FREE)),
    "directed to leave": Kind("exclude 1 by=dealer", ("an account", "not excluded", "no question")),
    "excluded": Kind("exclude 1", ("an account", "not excluded", "no question")),
    "wagers declared void": Kind("declare-void 1", ("a coup", "wagers of ATS 1", *FREE)),
    "settled wagers declared void": Kind("declare-void 1 {settled}", ("settled", *FREE)),
    "winnings held and kept": Kind("hold 1 5; keep 1", ("an account", "winnings", "no hold", *FREE)),
    "winnings held and released": Kind("hold 1 5; release 1", ("an account", "winnings", "no hold", *FREE)),
    "frozen": Kind("freeze", ("not frozen", "no question")),
    "unfrozen": Kind("unfreeze", ("frozen",)),
    "miscount": Kind("miscount player=9C,QS banker=8D,QH", ("no coup", "settled last", "5.2", *FREE)),
    "miscount, void": Kind("miscount void", ("no coup", "settled last", "5.2", *FREE)),
    "records do not verify": Kind("forget ats 1", ("terminals", "a coup", "not frozen")),
    "claim": Kind(
        "claim 1 it was eight",
        (
            "terminals",
            "no question",
        ),
    ),
    "paid out": Kind("cashout 1", ("an account", "no wagers of ATS 1", *FREE)),
    "limits narrowed": Kind("limit * max=60 step=20", ("no question",)),
    "higher minimum announced": Kind("limit * min=10", ("no question",)),
    "twenty minutes pass": Kind("wait 1200"),
    "a wager by other limits": Kind(
        "limit tie min=5 max=30; wager 1 tie 95", ("betting", "not frozen", "no question", "an account", "not excluded")
    ),
    "shoe changed": Kind("shoe", ("no coup", "no question")),
    "shoe changed, unburned": Kind("shoe unburned", ("no coup", "no question")),
    "first coup reconstructed": Kind("decide reconstruct", ("11.1.1", "unburned", "not frozen")),
}


def missing(table: Table, kind: str) -> str:
    """Return why there is no such thing here; nothing, where there is."""
    for need in KINDS[kind].needs:
        reason, looks, wanted = NEEDS[need]
        if looks(table) is not wanted:
            return reason
    return ""


def lines_of(table: Table, kind: str, chance: random.Random) -> list[str]:
    """Return the lines of a kind, with cards that nobody has seen."""
    text = KINDS[kind].lines
    while "{new}" in text:
        text = text.replace("{new}", table.new(chance), 1)
    if "{other}" in text:
        text = text.replace("{other}", "banker" if table.due() == "player" else "player")
    if "{settled}" in text:
        text = text.replace("{settled}", str(settled(table)))
    if "{wrong}" in text:
        text = text.replace("{wrong}", _wrong(table))
    return text.split("; ")


def _wrong(table: Table) -> str:
    """Return a result that is not that of the cards as they lie."""
    coup = table.coup
    hands = (coup.player, coup.banker) if coup is not None else ((), ())
    return "tie" if points(hands[0]) != points(hands[1]) else "banker"
