"""The receipt of a tournament's player: what they paid, what they got, and what they are still owed."""

from collections.abc import Iterable, Iterator
from typing import Final

from firmware.amounts import write_amount
from firmware.tournament import events as e
from firmware.tournament.payments import owed
from firmware.tournament.state import Tournament
from firmware.tournament_board.journal import TournamentRow
from hal.clock import day_and_time

_WIDTH: Final = 48


def receipt(state: Tournament, rows: Iterable[TournamentRow], number: int) -> Iterator[str]:
    """Return a receipt, a line each, to be printed and signed by the player."""
    player, rules = state.players[number], state.rules
    yield "=" * _WIDTH
    yield f"RECEIPT · {rules.name}"[:_WIDTH]
    yield _line("Player", f"{number} {player.name}")
    yield _line("Conditions", state.digest[:16])
    yield ""
    for row in rows:
        for what, amount in _of(row.event, number):
            yield _line(f"{day_and_time(row.at)}  {what}", write_amount(amount))
    if (under_way := state.paying.get(number)) is not None:
        yield _line(f"Being paid at table {under_way.table}", write_amount(under_way.amount))
    yield _line(f"Still owed, {rules.currency}", write_amount(owed(state, number)))
    yield ""
    yield f"Received {'_' * (_WIDTH - 9)}"
    yield "=" * _WIDTH


def _of(event: e.TournamentEvent, number: int) -> Iterator[tuple[str, int]]:
    """Return what an event was to a player's money: paid in above zero, paid out below."""
    match event:
        case e.PlayerEntered(player=player, fee=fee) if player == number:
            yield "entry fee", fee
        case e.BuyInPaid(player=player, amount=amount) if player == number:
            yield "buy-in", amount
        case e.BoughtBack(player=player, fee=fee) if player == number:
            yield "buy-back", fee
        case e.PlayerPaid(player=player, amount=amount, slip=slip) if player == number:
            yield f"paid, {slip}"[:20], -amount
        case _:
            pass


def _line(name: str, value: str) -> str:
    """Return a name and a value, one at each end.

    >>> _line("Player", "7 Grace")
    'Player                                   7 Grace'
    """
    return f"{name:{_WIDTH - len(value)}}{value}"
