"""The fold: a tournament and an event give the next tournament. No decision is taken here."""

from collections.abc import Iterable
from typing import assert_never

from msgspec.structs import replace

from firmware.tournament import events as e
from firmware.tournament.accounts import moved, with_fee, with_refund
from firmware.tournament.change_folds import change
from firmware.tournament.play_folds import coup, table
from firmware.tournament.round_folds import round_
from firmware.tournament.state import Asked, Given, Paying, Player, RoundState, Tournament, account


def evolve(state: Tournament, event: e.TournamentEvent) -> Tournament:
    """Return the tournament after an event."""
    if isinstance(event, e.OfficeEvent):
        after = office(state, event)
    elif isinstance(event, e.EntryEvent):
        after = entry(state, event)
    elif isinstance(event, e.RoundEvent):
        after = round_(state, event)
    elif isinstance(event, e.CoupEvent):
        after = coup(state, event)
    elif isinstance(event, e.TableEvent):
        after = table(state, event)
    elif isinstance(event, e.ChangeEvent):
        after = change(state, event)
    elif isinstance(event, e.EndEvent):
        after = end(state, event)
    elif isinstance(event, e.PaymentOrdered):
        ordered = Paying(event.number, event.amount, event.table, event.ats)
        after = replace(state, paying={**state.paying, event.player: ordered})
    elif isinstance(event, e.PlayerPaid):
        paid = moved(state.payouts, [("desk", account(event.player), event.amount)])
        left = {player: one for player, one in state.paying.items() if player != event.player}
        after = replace(state, payouts=paid, paying=left)
    else:
        assert_never(event)
    return after


def fold(state: Tournament, happened: Iterable[e.TournamentEvent]) -> Tournament:
    """Return the tournament after events, in their order."""
    for event in happened:
        state = evolve(state, event)
    return state


def office(state: Tournament, event: e.OfficeEvent) -> Tournament:
    """Return the tournament after approval, or the Director, changed."""
    match event:
        case e.ConditionsApproved():
            after = replace(state, conditions=event.conditions, digest=event.digest, life=event.life)
        case e.DirectorAppointed():
            after = replace(state, director=event.name, present=False)
        case e.DirectorPresent():
            after = replace(state, present=True)
        case e.DirectorLeft():
            after = replace(state, present=False)
        case e.ReportSigned():
            after = replace(state, over="signed")
        case _:
            assert_never(event)
    return after


def entry(state: Tournament, event: e.EntryEvent) -> Tournament:
    """Return the tournament after something happened at its entry."""
    match event:
        case e.EntryOpened():
            after = replace(state, entry="open")
        case e.PlayerEntered():
            entered = Player(event.player, event.person, event.name, "waiting" if event.waiting else "in", 0, 0)
            there = replace(state, players={**state.players, event.player: entered})
            after = with_fee(there, event.player, event.fee, event.pool)
        case e.EntryRefused():
            after = state
        case e.ConditionsSigned():
            after = _player(state, event.player, signed=True)
        case e.PlayerWithdrew():
            after = _player(with_refund(state, event.refund), event.refund.player, status="out")
        case e.PlayerPromoted():
            after = _player(state, event.player, status="in")
        case e.EntryClosed():
            after = replace(state, entry="closed")
        case e.CalledOff():
            after = replace(state, over="called off")
            for refund in event.refunds:
                after = _player(with_refund(after, refund), refund.player, status="out")
        case _:
            assert_never(event)
    return after


def _player(state: Tournament, number: int, **changes: object) -> Tournament:
    return replace(state, players={**state.players, number: replace(state.players[number], **changes)})


def _round(state: Tournament, name: str, **changes: object) -> Tournament:
    return replace(state, rounds={**state.rounds, name: replace(state.rounds[name], **changes)})


def end(state: Tournament, event: e.EndEvent) -> Tournament:
    """Return the tournament after something happened at the end of a round."""
    match event:
        case e.PlayOffCalled():
            after = _round(state, event.round, tie=event.players)
        case e.PlayOffPlayed():
            won = {line.player: line.won for line in event.lines}
            after = _round(state, event.round, tie=(), play_off={**state.rounds[event.round].play_off, **won})
        case e.ProgressionAnnounced():
            after = _round(
                state, event.round, seed=event.seed, ranking=event.ranking, through=event.through, announced=True
            )
        case e.ProgressionQuestioned():
            others = tuple(one for one in state.asked if one.round != event.round)
            asked = Asked(event.round, event.table, event.coup, event.ranking, event.through)
            after = replace(state, asked=(*others, asked))
        case e.ProgressionAnswered():
            after = _answered(state, event)
        case e.PrizesAwarded():
            after = _awarded(state, event)
        case _:
            assert_never(event)
    return after


def _awarded(state: Tournament, event: e.PrizesAwarded) -> Tournament:
    """Award the prizes; earlier ones are taken back first, if a correction changed them."""
    back = [("prizes", "pool", award.amount) for award in state.awards]
    entries = [("pool", "prizes", award.amount) for award in event.awards]
    money = moved(state.money, [*back, ("house", "pool", state.given.house), *entries, ("pool", "house", event.house)])
    void = [(name, "void", held) for name, held in state.points.items() if name.startswith("player/")]
    given = Given(sum(award.amount for award in event.awards) + event.house, event.house, event.seed)
    points = moved(state.points, void)
    return replace(state, awards=event.awards, given=given, money=money, points=points, over="awarded")


def _answered(state: Tournament, event: e.ProgressionAnswered) -> Tournament:
    others = tuple(one for one in state.asked if one.round != event.round)
    after = replace(_round(state, event.round, ranking=event.ranking, through=event.through), asked=others)
    goes_on = set(event.through) == set(state.rounds[event.round].through)
    if event.option == "keep" or state.current == event.round or goes_on:
        return after
    # A later round had been opened but not begun: it is opened again.
    begun: dict[str, RoundState] = {name: one for name, one in after.rounds.items() if name != state.current}
    return replace(after, rounds=begun, current=event.round)
