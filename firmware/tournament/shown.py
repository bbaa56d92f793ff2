"""What is shown of a tournament: seats, and standings, which are hidden near a session's end."""

from msgspec import Struct

from firmware.tournament.finishing import players_at, quota
from firmware.tournament.standings import Judge, judged
from firmware.tournament.state import Ranking, RoundState, Session, Tournament


class Place(Struct, frozen=True):
    """A player's place: equal players share one, and the next place counts them all."""

    place: int
    player: int
    name: str
    table: int
    ats: int
    points: int
    through: bool = False


class TablePace(Struct, frozen=True):
    """How far a table of the session is. `left`: coups that still count; None while minutes run."""

    table: int
    coups: int
    left: int | None
    finished: bool


class Standings(Struct, frozen=True):
    """The standings of the round that was opened last. `hidden`: nobody is shown who stands where."""

    name: str
    round: str
    session: int
    hidden: bool
    announced: bool
    places: tuple[Place, ...]
    tables: tuple[TablePace, ...]


def standings(state: Tournament, *, to_director: bool = False) -> Standings | None:
    """Return the standings; None before the first round. The Director sees them even while they are hidden."""
    there = state.round
    if there is None:
        return None
    hidden = is_hidden(state, there) and not to_director
    session = there.session
    tables = () if session is None else tuple(_pace(state, session, table) for table in there.tables)
    number = there.played + (session is not None)
    places = () if hidden else _places(state, there)
    return Standings(state.rules.name, there.name, number, hidden, there.announced, places, tables)


def is_hidden(state: Tournament, there: RoundState) -> bool:
    """Whether standings are hidden: in the last coups of a session, as the conditions say, until it ends."""
    session, coups = there.session, state.rules.play.hidden_coups
    if session is None or not coups:
        return False
    left = [coups_left(state, session, table) for table in session.coups]
    # Finished players would give them away: standings are hidden for all, from the fastest table on.
    return any(one is not None and one <= coups for one in left)


def coups_left(state: Tournament, session: Session, table: int) -> int | None:
    """Return how many coups still count at a table; None while the session's minutes run."""
    wanted = quota(state, session)
    if table in session.finished:
        return 0
    return None if wanted is None else max(wanted - session.coups[table], 0)


def _pace(state: Tournament, session: Session, table: int) -> TablePace:
    coups = session.coups.get(table, 0)
    left = coups_left(state, session, table) if table in session.coups else 0
    return TablePace(table, coups, left, table in session.finished or table not in session.coups)


def _ranking(state: Tournament, there: RoundState) -> Ranking:
    if there.announced:
        return there.ranking
    return judged(Judge(state, there, there.seed, strict=False)).ranking


def _places(state: Tournament, there: RoundState) -> tuple[Place, ...]:
    found = []
    place = 1
    for group in _ranking(state, there):
        for player in group:
            seat, points = there.seats[player], there.scores[player].points
            name, through = state.players[player].name, there.announced and player in there.through
            found.append(Place(place, player, name, seat.table, seat.ats, points, through))
        place += len(group)
    return tuple(found)


def seated_players(state: Tournament, table: int) -> dict[int, int]:
    """Return by terminal who plays at a table of the round that was opened last."""
    there = state.round
    if there is None:
        return {}
    return {there.seats[player].ats: player for player in players_at(state, there, table)}
