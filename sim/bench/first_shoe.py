"""The shoe that lies at a bench before anybody has done anything: new, so that its burn is the dealer's."""

from typing import Any

from firmware.game import steps as s
from firmware.game.state import Phase
from firmware.table.core.service import TableService
from firmware.table.core.state import TableState
from sim.bench.people import whoever_may
from sim.play import BEFORE_SHOE


async def begin_a_shoe(service: TableService, *, burned: bool = False) -> None:
    """Have a supervisor bring a new shoe, checked, shuffled and cut."""
    shoe = s.NewShoe(service.state.setup.decks, burned=burned)
    await service.submit(shoe, by=whoever_may(service.state, shoe))


def is_untouched(state: TableState) -> bool:
    """Whether the table's first shoe lies there as it was brought."""
    shoe = state.game.shoe
    return (
        state.game.phase is Phase.BETWEEN
        and (state.game.shoes, state.game.coups) == (1, 0)
        and shoe is not None
        and shoe.burn_due
    )


def wants_it_burned(action: Any) -> bool:
    """Whether a step of a scenario goes by the burned shoe that each scenario starts with, if it names none."""
    return not isinstance(action, (*BEFORE_SHOE, s.Burn))
