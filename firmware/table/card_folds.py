"""The part of the table's fold that is about the cards themselves."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from firmware.game import events as g
from firmware.table import card_events as ce
from firmware.table.state import TableState


def _checked(state: TableState, _: ce.CardsChecked) -> TableState:
    return replace(state, checked=(state.game.shoes, state.game.coups))


CARD_FOLDS: Final[dict[type[g.Event], Callable[[TableState, Any], TableState]]] = {ce.CardsChecked: _checked}
