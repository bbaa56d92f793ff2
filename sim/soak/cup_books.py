"""A tournament of a soak held against books of its own: coups, points, ranks and money, each reckoned apart.

Nothing here asks what the tournament makes of its events: points are added up from what the table settled, who goes on
is held against them, and money against what was paid in.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import Final

from firmware.game.events import Event
from firmware.table.core.events import CoupInvalidated, PlayedForPoints, WagersSettled
from firmware.table.core.service import Happened
from firmware.tournament import events as e
from firmware.tournament.state import Tournament

# What must come about in a long run: each is a feature of rule 12.
FEATURES: Final = (
    "substitute", "disqualified", "retired", "bought back", "determined", "agreed", "moved", "absent",
    "corrected after progression", "tie-break", "play-off", "killed",
)  # fmt: skip
Net = dict[int, int]


class TableBooks:
    """What each coup of a session came to at the table, by player: the settlement that was said last counts."""

    def __init__(self) -> None:
        self._players: dict[int, dict[int, int]] = {}
        self._settled: defaultdict[int, dict[tuple[int, str], int]] = defaultdict(dict)
        self._void: set[int] = set()

    def happened(self, happened: Happened) -> None:
        """Hear what happened at the table."""
        for event in happened.events:
            self.told(event)

    def told(self, event: Event) -> None:
        """Hear one event of the table."""
        if isinstance(event, PlayedForPoints):
            self._players[event.coup] = dict(event.players)
        elif isinstance(event, WagersSettled):
            lines = {(line.ats, line.bet): line.returned - line.stake for line in event.lines}
            self._settled[event.coup] |= lines
        elif isinstance(event, CoupInvalidated):
            self._void.add(event.coup)

    def won(self, coup: int) -> Net:
        """Return what each player won net on a coup of a session; nothing of one that is void."""
        won: Counter[int] = Counter()
        for (ats, _), net in self._settled[coup].items() if coup not in self._void else ():
            won[self._players[coup][ats]] += net
        return {player: net for player, net in won.items() if net}

    def played(self) -> set[int]:
        """Return the coups that were played for points."""
        return set(self._players)


def astray(events: Iterable[e.TournamentEvent], state: Tournament, table: TableBooks) -> Iterator[str]:
    """Return what about a tournament that is over differs from these books."""
    told = list(events)
    yield from _coups_astray(state, table)
    yield from _points_astray(told, state)
    yield from _ranks_astray(told)
    yield from _money_astray(told, state)


def _coups_astray(state: Tournament, table: TableBooks) -> Iterator[str]:
    """Each coup is to the tournament what the table settled."""
    for record in state.coups.values():
        lines = {line.player: line.won for line in record.lines if line.won}
        if record.kind == "played" and lines != table.won(record.coup):
            yield f"coup {record.coup} came to {table.won(record.coup)} at the table, and to {lines} in the tournament"


def _points_astray(events: list[e.TournamentEvent], state: Tournament) -> Iterator[str]:
    """Points are what was credited and won, less penalties; and none of them is money but balances in cash."""
    come = Counter[str]()
    coups: dict[int, int] = {}
    for event in events:
        match event:
            case e.SessionStarted():
                come["credited"] += event.credit * len(event.players)
            case e.CoupPlayed() | e.CoupCorrected():
                coups[event.coup] = sum(line.won for line in event.lines)
            case e.PointsPenalised():
                come["penalties"] += event.points
    held = sum(points for name, points in state.points.items() if name.startswith("player/"))
    ended = state.points.get("void", 0) + state.points.get("cash", 0)
    should = come["credited"] + sum(coups.values()) - come["penalties"]
    if held + ended != should:
        yield f"players have {held} points and {ended} ended, of {should} that came"
    if state.points.get("cash", 0) != state.money.get("cash", 0):
        yield f"{state.points.get('cash', 0)} points ended in cash, and money knows {state.money.get('cash', 0)}"


def _ranks_astray(events: list[e.TournamentEvent]) -> Iterator[str]:
    """Nobody goes on with fewer points than somebody who does not: at one table all go on as the best."""
    points: Counter[tuple[str, int]] = Counter()
    coups: dict[int, tuple[e.Line, ...]] = {}
    for event in events:
        match event:
            case e.SessionStarted():
                for player in event.players:
                    points[event.round, player] += event.credit
            case e.CoupPlayed() | e.CoupCorrected():
                for line in coups.get(event.coup, ()):
                    points[event.round, line.player] -= line.won
                for line in event.lines:
                    points[event.round, line.player] += line.won
                coups[event.coup] = event.lines
            case e.PointsPenalised():
                points[event.round, event.player] -= event.points
            case e.ProgressionAnnounced():
                ranked = [player for group in event.ranking for player in group]
                out = [points[event.round, player] for player in ranked if player not in event.through]
                through = [points[event.round, player] for player in event.through]
                if out and through and max(out) > min(through):
                    yield f"{event} lets somebody go on with {min(through)} points before one with {max(out)}"


def tie_breaks(events: Iterable[e.TournamentEvent]) -> int:
    """Return how often somebody went on before another with as many points."""
    points: Counter[int] = Counter()
    coups: dict[int, tuple[e.Line, ...]] = {}
    found = 0
    for event in events:
        match event:
            case e.RoundOpened():
                points.clear()
            case e.SessionStarted():
                points.update(dict.fromkeys(event.players, event.credit))
            case e.CoupPlayed() | e.CoupCorrected():
                points.subtract({line.player: line.won for line in coups.get(event.coup, ())})
                points.update({line.player: line.won for line in event.lines})
                coups[event.coup] = event.lines
            case e.PointsPenalised():
                points[event.player] -= event.points
            case e.ProgressionAnnounced():
                out = {points[player] for group in event.ranking for player in group if player not in event.through}
                found += any(points[player] in out for player in event.through)
    return found


def _money_astray(events: list[e.TournamentEvent], state: Tournament) -> Iterator[str]:
    """Fees are prizes, refunds, the house's, and balances in cash."""
    fees = refunds = prizes = 0
    for event in events:
        match event:
            case e.PlayerEntered() | e.BoughtBack():
                fees += event.fee
            case e.BuyInPaid():
                fees += event.amount
            case e.PlayerWithdrew() | e.PlayerOut() | e.PlaceForfeited() | e.PlaceFilled():
                refunds += event.refund.amount
            case e.PrizesAwarded():
                # Those that a correction makes others of are given anew, all of them.
                prizes = sum(award.amount for award in event.awards)
    money = Counter(state.money)
    if -money["paid"] != fees or fees != prizes + refunds + money["house"] + money["cash"]:
        yield f"fees of {fees}, prizes of {prizes}, refunds of {refunds}, and the books say {dict(money)}"


# How a feature shows in the tournament's journal.
_SHOWS: Final[tuple[tuple[str, type[e.TournamentEvent], dict[str, object]], ...]] = (
    ("substitute", e.SubstituteDecided, {"approved": True}),
    ("disqualified", e.PlayerOut, {"why": "disqualified"}),
    ("retired", e.PlayerOut, {"why": "retired"}),
    ("bought back", e.BoughtBack, {}),
    ("determined", e.TableFinished, {"how": "determined"}),
    ("agreed", e.TableFinished, {"how": "agreed"}),
    ("moved", e.PlayerMoved, {}),
    ("absent", e.PlaceForfeited, {}),
    ("play-off", e.PlayOffPlayed, {}),
)  # fmt: skip


def features(events: Iterable[e.TournamentEvent]) -> Counter[str]:
    """Return which features were used, and how often."""
    told = list(events)
    used = Counter[str]({"tie-break": tie_breaks(told)})
    announced: set[str] = set()
    for event in told:
        for name, kind, values in _SHOWS:
            used[name] += isinstance(event, kind) and all(getattr(event, key) == is_ for key, is_ in values.items())
        if isinstance(event, e.ProgressionAnnounced):
            announced.add(event.round)
        elif isinstance(event, e.CoupCorrected):
            used["corrected after progression"] += event.round in announced
    return used
