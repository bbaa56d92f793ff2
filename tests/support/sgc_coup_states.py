"""The dealer's screen through a shoe and a coup: each state played on a real table, up to the moment that is shown."""

import asyncio
from typing import Any, Final

from sgc_table import (
    Console,
    Story,
    between,
    closed,
    fifty,
    new_shoe,
    nobody,
    then,
)

from firmware.game import steps as s
from firmware.game.hands import Side
from hal.cards import Card


async def _first(t: Console) -> None:
    await t.open(None)


async def _burn(t: Console) -> None:
    await t.open()
    await t.tell(s.NewShoe(8, burned=False))


async def _no_wagers(t: Console) -> None:
    await between(t)
    await t.tell(s.OpenBets(), s.CloseBets())


async def _dealing(t: Console) -> None:
    await closed(t)
    await t.deal("6S 9H KD")


async def _complete(t: Console) -> None:
    await closed(t)
    await t.deal("6S 9H KD TC")


async def _unburned(t: Console) -> None:
    """The first coup of a shoe that was not burned, and a card that is over."""
    await t.open()
    await t.seat()
    await t.tell(s.NewShoe(8, burned=False))
    await t.wager()
    await t.tell(s.CloseBets())
    await t.deal("6S 9H KD TC 2C")


async def _wrong_hand(t: Console) -> None:
    await closed(t)
    await t.deal("6S 9H")
    await t.tell(s.CardDrawn(Card("KD"), to=Side.BANKER))


async def _question(t: Console) -> None:
    await closed(t)
    await t.deal("6S 9H KD TC")
    await t.tell(s.CardDrawn(Card("2C"), shown=True))


async def _together(t: Console) -> None:
    await closed(t)
    await t.deal("6S")
    await t.tell(s.CardsTogether((Card("9H"), Card("KD"))))


async def _order(t: Console) -> None:
    await closed(t)
    await t.deal("6S")
    await t.tell(s.CardsTogether((Card("9H"), Card("KD"), Card("TC"))))
    t.touch("op order", "key KD")


async def _unreadable(t: Console) -> None:
    await closed(t)
    await t.tell(s.Unreadable())


async def _laid_by(t: Console) -> None:
    """A card cannot be read while somebody buys in."""
    await closed(t)
    t.touch("op buy-in 4", "key 5", "key 0")
    await t.tell(s.Unreadable())


async def _foreseen_anew(t: Console) -> None:
    """A card is dealt while the console asks about the cutting card."""
    await closed(t)
    t.touch("op cut")
    await t.deal("6S")


async def _dummy(t: Console) -> None:
    await closed(t)
    await t.tell(s.CardDrawn(Card("6S"), face_up=True))


async def _no_terminals(t: Console) -> None:
    await t.open()
    await t.tell(s.NewShoe(8), s.OpenBets(), s.CloseBets())
    await t.deal("6S 9H KD TC")
    await t.tell(s.Confirm())


async def _refused(t: Console) -> None:
    await closed(t)
    t.touch("op confirm")
    await asyncio.sleep(0.1)


COUP_STATES: Final[dict[str, tuple[Story, dict[str, Any]]]] = {
    "first": (_first, {}),
    "nobody": (nobody, {}),
    "sign-on": (then(nobody, "op sign-on", "key 2", "key 0", "key 2"), {}),
    "pin": (then(nobody, "op sign-on", "key 2", "key 0", "key 2", "yes", "key 1", "key 9", "key 3"), {}),
    "new-shoe": (new_shoe, {}),
    "new-shoe-reason": (then(between, "op new-shoe"), {}),
    "burn": (_burn, {}),
    "no-wagers": (_no_wagers, {}),
    "dealing": (_dealing, {}),
    "complete": (_complete, {}),
    "refused": (_refused, {}),
    "unburned": (then(_unburned, "tab shoe"), {}),
    "wrong-hand": (_wrong_hand, {}),
    "question": (_question, {}),
    "question-mbs": (_question, {"rulebook": "mbs-rapid-no-commission"}),
    "together": (_together, {}),
    "order": (_order, {}),
    "unreadable": (_unreadable, {}),
    "laid-by": (_laid_by, {}),
    "foreseen-anew": (_foreseen_anew, {}),
    "enter-card": (then(_unreadable, "op enter"), {}),
    "dummy-coup": (_dummy, {}),
    "no-terminals": (_no_terminals, {"ats": 0}),
    "fifty-terminals": (fifty, {"ats": 50}),
    "cut-by": (then(new_shoe, "op new-shoe"), {"rulebook": "mbs-baccarat"}),
    "enrol-name": (then(nobody, "op first", "key 1", "yes", "key M", "key E", "key I"), {}),
}  # fmt: skip
