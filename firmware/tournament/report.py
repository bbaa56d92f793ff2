"""The final report: standings, every coup, and where points and money went. It follows from the events alone."""

from hashlib import sha256

import msgspec
from msgspec import Struct

from firmware.tournament.facts import Award
from firmware.tournament.standings import final_ranking
from firmware.tournament.state import CoupRecord, Player, Ranking, Score, Tournament


class RoundReport(Struct, frozen=True):
    """A round as it ended."""

    name: str
    tables: tuple[int, ...]
    ranking: Ranking
    through: tuple[int, ...]
    absent: tuple[int, ...]
    scores: tuple[tuple[int, Score], ...]


class Report(Struct, frozen=True):
    """A tournament, whole, for the Director to sign."""

    conditions: str
    director: str
    players: tuple[Player, ...]
    rounds: tuple[RoundReport, ...]
    coups: tuple[CoupRecord, ...]
    ranking: Ranking
    awards: tuple[Award, ...]
    points: dict[str, int]
    money: dict[str, int]

    def digest(self) -> str:
        """Return this report's digest."""
        return sha256(msgspec.json.encode(self, order="deterministic")).hexdigest()


def report(state: Tournament) -> Report:
    """Return the report of a tournament as it stands."""
    rounds = tuple(
        RoundReport(
            one.name, one.tables, one.ranking, one.through, tuple(sorted(one.absent)), tuple(one.scores.items())
        )
        for one in state.rounds.values()
    )
    players = tuple(state.players[number] for number in sorted(state.players))
    ranking = final_ranking(state)
    coups = tuple(state.coups.values())
    return Report(
        state.digest, state.director, players, rounds, coups, ranking, state.awards, state.points, state.money
    )
