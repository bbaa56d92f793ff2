"""Standings: by points, and by the conditions' tie-breaks where they matter."""

from collections.abc import Callable, Iterable, Mapping
from itertools import groupby
from typing import Final, assert_never

from msgspec import Struct

from firmware.tournament.conditions import Round, TieBreak
from firmware.tournament.draw import shuffled
from firmware.tournament.state import Ranking, RoundState, Tournament

# Behind everybody who has an earlier standing.
UNPLACED: Final = 10**9


class PlayOffNeeded(Exception):
    """Players are equal, not all can go on, and the conditions want a coup between them."""

    def __init__(self, players: tuple[int, ...]) -> None:
        super().__init__(players)
        self.players = players


class Outcome(Struct, frozen=True):
    """A round's result: players best first, equal ones together, and who goes on."""

    ranking: Ranking
    through: tuple[int, ...]


class Judge(Struct, frozen=True):
    """All by which players are ranked.

    `strict`: call for an unplayed play-off; otherwise it decides nothing.
    """

    state: Tournament
    round: RoundState
    seed: int
    strict: bool = True

    def points(self, player: int) -> int:
        """The player's points in this round."""
        return self.round.scores[player].points

    def ranked(self, players: Iterable[int], cuts: frozenset[int]) -> Ranking:
        """Rank players. Ties are broken only where a cut falls between equal players."""
        ranking = _grouped(sorted(players), lambda player: -self.points(player))
        for tie_break in self.state.rules.standing.tie_breaks:
            ranking = self._broken(ranking, tie_break, cuts)
        return ranking

    def _broken(self, ranking: Ranking, tie_break: TieBreak, cuts: frozenset[int]) -> Ranking:
        after: list[tuple[int, ...]] = []
        place = 0
        for group in ranking:
            decides = any(place < cut < place + len(group) for cut in cuts)
            after += self._apart(group, tie_break) if decides else (group,)
            place += len(group)
        return tuple(after)

    def _apart(self, group: tuple[int, ...], tie_break: TieBreak) -> Ranking:
        match tie_break:
            case "most-wins":
                apart: Ranking = _grouped(group, lambda player: -self.round.scores[player].wins)
            case "earlier-standing":
                apart = _grouped(group, self._earlier)
            case "play-off":
                apart = self._played_off(group)
            case "lot":
                apart = tuple((player,) for player in shuffled(group, self.seed, f"lot/{self.round.name}"))
            case _:
                assert_never(tie_break)
        return apart

    def _earlier(self, player: int) -> int:
        """Return the player's place in the round before this one in which they were ranked."""
        place = UNPLACED
        for one in self.state.rounds.values():
            if one.name == self.round.name:
                break
            before = 0
            for group in one.ranking:
                place = before if player in group else place
                before += len(group)
        return place

    def _played_off(self, group: tuple[int, ...]) -> Ranking:
        won = self.round.play_off
        if self.strict and any(player not in won for player in group):
            raise PlayOffNeeded(group)
        return _grouped(group, lambda player: -won.get(player, 0))


def _grouped(players: Iterable[int], key: Callable[[int], int]) -> Ranking:
    return tuple(tuple(group) for _, group in groupby(sorted(players, key=key), key=key))


def judged(judge: Judge) -> Outcome:
    """Return how a round ends, by its conditions."""
    state, there = judge.state, judge.round
    terms = state.rules.round_named(there.name)
    players = ranked_players(state, there)
    through = _through(judge, terms, players)
    prizes = state.rules.prizes
    last = terms.name == state.rules.rounds[-1].name
    told_apart = range(1, len(prizes.percents) + 1) if last and prizes.equal_places == "tie-break" else ()
    return Outcome(judge.ranked(players, frozenset(told_apart)), through)


def ranked_players(state: Tournament, there: RoundState) -> tuple[int, ...]:
    """Return who is ranked in a round: who played in it, and is neither out nor was absent."""
    return tuple(
        player for player in there.scores if state.players[player].status == "in" and player not in there.absent
    )


def _through(judge: Judge, terms: Round, players: Iterable[int]) -> tuple[int, ...]:
    by_table: dict[int, list[int]] = {}
    for player in players:
        by_table.setdefault(judge.round.seats[player].table, []).append(player)
    through: list[int] = []
    for table in sorted(by_table):
        through += _best(judge, by_table[table], terms.best_of_table)
    rest = [player for player in players if player not in through]
    return (*through, *_best(judge, rest, terms.best_overall))


def _best(judge: Judge, players: Iterable[int], count: int) -> tuple[int, ...]:
    ranking = judge.ranked(players, frozenset({count}))
    return tuple(player for group in ranking for player in group)[:count]


def final_ranking(state: Tournament) -> Ranking:
    """Return everybody's standing at the end: the last round's players first, then those who got less far."""
    placed: set[int] = set()
    ranking: list[tuple[int, ...]] = []
    for terms in reversed(state.rules.rounds):
        there = state.rounds.get(terms.name)
        for group in there.ranking if there is not None else ():
            still = tuple(player for player in group if player not in placed and state.players[player].status == "in")
            ranking += (still,) if still else ()
            placed |= set(still)
    return tuple(ranking)


def eligible(state: Tournament, terms: Round) -> tuple[int, ...]:
    """Return whose round it is: from where the conditions say, and who bought into it; nobody who is out."""
    come: dict[int, None] = {}
    for source in terms.takes:
        name, _, whence = source.partition(":")
        come |= dict.fromkeys(_from(state, name, whence))
    come |= dict.fromkeys(number for number, player in state.players.items() if terms.name in player.back_in)
    return tuple(sorted(number for number in come if state.players[number].status == "in"))


def _from(state: Tournament, name: str, whence: str) -> Iterable[int]:
    if not whence:
        return state.players
    there = state.rounds.get(name)
    if there is None:
        return ()
    who: Mapping[str, Iterable[int]] = {
        "progressed": there.through,
        "eliminated": [player for group in there.ranking for player in group if player not in there.through],
        "absent": sorted(there.absent),
    }
    return who[whence]
