"""Whether arithmetic determines who goes on from a table before its last coup (12.3.5(a))."""

from collections.abc import Iterable

from firmware.tournament.conditions import Round
from firmware.tournament.facts import Reach
from firmware.tournament.finishing import quota
from firmware.tournament.standings import ranked_players
from firmware.tournament.state import RoundState, Tournament


def at_most(balance: int, coups: int, maximum: int, odds: int) -> int:
    """Return the most that a balance can reach in a number of coups.

    >>> at_most(100, 2, 500, 8), at_most(0, 5, 500, 8), at_most(1000, 1, 500, 8)
    (4900, 0, 5000)
    """
    for _ in range(coups):
        balance += min(max(balance, 0), maximum) * odds
    return balance


def at_least(balance: int, coups: int, maximum: int, penalty: int = 0) -> int:
    """Return the least that a balance can reach: the maximum lost in each coup, nothing beyond the balance.

    >>> at_least(1000, 1, 500), at_least(1000, 3, 500), at_least(-5, 3, 500)
    (500, 0, -5)
    """
    return min(balance, max(0, balance - coups * (maximum + penalty)))


def reaches(state: Tournament, there: RoundState) -> tuple[Reach, ...]:
    """Return what each player's points can still reach in a session whose remaining coups are known."""
    terms, play, session = state.rules.round_named(there.name), state.rules.play, there.session
    assert session is not None
    wanted = quota(state, session)
    assert wanted is not None
    found = []
    for player in ranked_players(state, there):
        table, balance, points = there.seats[player].table, state.balance(player), there.scores[player].points
        left = 0 if table in session.finished else wanted - session.coups[table]
        least = at_least(balance, left, terms.maximum, play.penalty)
        most = at_most(balance, left, terms.maximum, play.best_odds)
        found.append(Reach(player, table, points - balance + least, points - balance + most))
    return tuple(found)


def proven(state: Tournament, there: RoundState, table: int) -> tuple[Reach, ...]:
    """Return the proof that it is certain who goes on from a table; empty if it is not."""
    terms = state.rules.round_named(there.name)
    # While minutes run nobody knows how many coups remain: a coup has no least length. Once they are over the slower
    # tables' are known (12.1.1). Before the last session everybody's points still count.
    known = there.session is not None and quota(state, there.session) is not None
    if not known or not terms.through or there.played + 1 < terms.sessions:
        return ()
    all_of = reaches(state, there)
    proof: list[Reach] = []
    for one in all_of:
        goes_on = surely_in(one, all_of, terms)
        if one.table == table and not goes_on and not surely_out(one, all_of, terms):
            return ()
        proof.append(Reach(one.player, one.table, one.least, one.most, goes_on))
    return tuple(proof)


def surely_in(one: Reach, others: Iterable[Reach], terms: Round) -> bool:
    """Few enough can reach this player: at the table, or in the whole round for the overall places."""
    # A player who only draws level may win the tie-break: that counts as reached.
    threats = [other for other in others if other.player != one.player and other.most >= one.least]
    at_table = sum(other.table == one.table for other in threats)
    return at_table < terms.best_of_table or len(threats) < terms.best_overall


def surely_out(one: Reach, others: Iterable[Reach], terms: Round) -> bool:
    """Enough are certainly ahead: at the table, and overall besides those who go on from their tables."""
    ahead: dict[int, int] = {}
    for other in others:
        if other.least > one.most:
            ahead[other.table] = ahead.get(other.table, 0) + 1
    overall = sum(max(0, count - terms.best_of_table) for count in ahead.values())
    return ahead.get(one.table, 0) >= terms.best_of_table and overall >= terms.best_overall
