"""Folds of what happens to players."""

from typing import assert_never

from msgspec.structs import replace

from firmware.tournament import events as e
from firmware.tournament.accounts import with_fee, with_points, with_refund
from firmware.tournament.round_folds import in_round, in_session
from firmware.tournament.state import Player, Tournament, account


def change(state: Tournament, event: e.ChangeEvent) -> Tournament:
    """Return the tournament after something happened to a player."""
    match event:
        case e.SubstituteNominated():
            after = _with(state, event.player, nominated=event.person)
        case e.SubstituteDecided():
            sits = event.person if event.approved else state.players[event.player].substitute
            after = _with(state, event.player, nominated="", substitute=sits)
        case e.PlayerOut():
            after = _not_tied(_with(with_refund(state, event.refund), event.player, status="out"), event.player)
        case e.PlaceForfeited():
            after = _absent(with_refund(state, event.refund), event.player)
        case e.PlaceFilled():
            after = _filled(state, event)
        case e.PlayedDown():
            after = _not_late(state, event.player)
        case e.BoughtBack():
            player = state.players[event.player]
            back = _with(state, event.player, back_in=(*player.back_in, event.round))
            after = with_fee(back, event.player, event.fee, event.pool)
        case _:
            assert_never(event)
    return after


def _with(state: Tournament, number: int, **changes: object) -> Tournament:
    player: Player = replace(state.players[number], **changes)
    return replace(state, players={**state.players, number: player})


def _not_tied(state: Tournament, player: int) -> Tournament:
    """Call off a play-off coup that somebody was to play who is out: whether it is still wanted is judged anew."""
    there = state.round
    return in_round(state, tie=()) if there is not None and player in there.tie else state


def _not_late(state: Tournament, player: int) -> Tournament:
    session = state.rounds[state.current].session
    assert session is not None
    return in_session(state, late=session.late - {player})


def _absent(state: Tournament, player: int) -> Tournament:
    there = state.rounds[state.current]
    return _not_late(in_round(state, absent=there.absent | {player}), player)


def _filled(state: Tournament, event: e.PlaceFilled) -> Tournament:
    after = _absent(with_refund(state, event.refund), event.gone)
    there = after.rounds[after.current]
    seats = {player: seat for player, seat in there.seats.items() if player != event.gone}
    seats[event.player] = replace(there.seats[event.gone], player=event.player)
    scores = {player: score for player, score in there.scores.items() if player != event.gone}
    scores[event.player] = there.scores[event.gone]
    after = in_round(after, seats=seats, scores=scores, players=(*there.players, event.player))
    after = with_points(after, [(account(event.gone), account(event.player), after.balance(event.gone))])
    return _with(after, event.player, status="in")
