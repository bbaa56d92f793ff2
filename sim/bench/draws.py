"""A card drawn by hand at the bench: out of the shoe, past its sensors, onto a place of the layout."""

import asyncio
from collections.abc import Callable
from typing import Final

from hal.cards import DECK, Card
from sim.whole_table import WholeTable

# How long a sensor feels a card that passes, and how soon after it leaves it lies on the layout.
PASSES_S: Final = 0.1
LIES_S: Final = 0.6
# How soon after a card another one comes that sticks to it: sooner than the shoe can tell them apart.
STICKS_S: Final = 0.03
FELT_BY: Final = {"face-up": "face_sensor", "together": "double_sensor"}


async def drawn(table: WholeTable, how: str, card: Card, any_card: Callable[[], Card]) -> None:
    """Draw a card: to whom it is due, to `player`, `banker` or the `wrong-hand`, `face-up`, or with another one.

    A `burn` goes to nobody.
    """
    if how == "burn":
        table.devices["shoe"].model.do(f"burn {card}")
        return
    panel = table.devices["panel"].model
    coup = table.state.game.coup
    due = coup.due if coup is not None else None
    feels = FELT_BY.get(how)
    if feels is not None:
        panel.do(f"{feels} on")
    table.deal(card)
    if how == "together":
        await asyncio.sleep(STICKS_S)
        table.deal(any_card())
    await asyncio.sleep(PASSES_S)
    if feels is not None:
        panel.do(f"{feels} off")
    other = due.other if due is not None else None
    where = {"player": "player", "banker": "banker", "wrong-hand": other, "together": None}.get(how, due)
    if where is not None:
        await asyncio.sleep(LIES_S)
        panel.do(f"{where}_position on")
        await asyncio.sleep(PASSES_S)
        panel.do(f"{where}_position off")


def cards_left(table: WholeTable) -> list[Card]:
    """Return the cards that are in the shoe, as the table counts them."""
    shoe = table.state.game.shoe
    return [one for one in DECK for _ in range(shoe.left(one) if shoe is not None else 0)]
