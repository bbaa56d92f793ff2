"""The table of play: which hand the next card is due to."""

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta, Struct

from firmware.game.hands import NATURALS, Side
from hal.cards import Card

DRAW = "D"
INITIAL = 2

PlayerRow = Annotated[str, Meta(pattern="^[DS]{8}$")]
BankerRow = Annotated[str, Meta(pattern="^[DS] [DS]{10}$")]


class TableOfPlay(Struct, frozen=True, forbid_unknown_fields=True):
    """When each hand draws: `D` draw, `S` stand, as the rule book prints it.

    `player`: a column for each point count 0 to 7. `banker`: a row for each point count 0 to 7, in it the
    column for no third card of the Player hand, a space, and a column for each value 0 to 9 of that card.
    """

    player: PlayerRow
    banker: Annotated[tuple[BankerRow, ...], Meta(min_length=8, max_length=8)]

    def due(self, player: Sequence[Card], banker: Sequence[Card]) -> Side | None:
        """Return the hand that the next card is due to, or None when both are complete."""
        # crown 8.3, 8.3.3, 8.4, 8.4.1; mbs 3.7, 3.7.1, 3.7.2, 3.9; rws 3.4: Player, Banker, Player, Banker
        if len(banker) < INITIAL:
            return Side.PLAYER if len(player) == len(banker) else Side.BANKER
        if len(banker) > INITIAL:
            return None
        of_player = (player[0].points + player[1].points) % 10
        of_banker = (banker[0].points + banker[1].points) % 10
        # crown 9.1; mbs 3.9.1; rws 3.6
        if of_player in NATURALS or of_banker in NATURALS:
            return None
        # crown 9.2, 9.2.1, 9.2.2; mbs 3.9.2; rws 3.5
        if len(player) == INITIAL and self.player[of_player] == DRAW:
            return Side.PLAYER
        # crown 9.3, 9.3.1, 9.3.2; mbs 3.9.3, 3.9.4; rws 3.5, 3.6
        column = 0 if len(player) == INITIAL else player[INITIAL].points + 2
        return Side.BANKER if self.banker[of_banker][column] == DRAW else None

    def allows(self, player: Sequence[Card], banker: Sequence[Card]) -> bool:
        """Whether the table of play can give these two hands."""
        left = {Side.PLAYER: list(player), Side.BANKER: list(banker)}
        dealt: dict[Side, list[Card]] = {Side.PLAYER: [], Side.BANKER: []}
        while (side := self.due(dealt[Side.PLAYER], dealt[Side.BANKER])) is not None:
            if not left[side]:
                return False
            dealt[side].append(left[side].pop(0))
        return not left[Side.PLAYER] and not left[Side.BANKER]
