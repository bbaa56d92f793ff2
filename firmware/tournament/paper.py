"""Conditions as the paper that players read and sign (12.2.1, 12.2.4)."""

from collections.abc import Iterator
from textwrap import wrap
from typing import Final

from firmware.amounts import in_units
from firmware.tournament.conditions import ANY_BET, Conditions, Round

WIDTH: Final = 100
_EXCLUDED: Final = {
    "dealer_buy_in": "buying in with the Dealer (6.2, 6.3)",
    "note_buy_in": "buying in with notes (6.2, 6.4)",
    "further_buy_in": "further amounts while playing (6.5)",
    "leaving": "leaving the game at any time (6.6.1)",
    "payout": "payment of the balance on leaving (6.7)",
}
_BALANCES: Final = {
    "carried": "are carried to the next session",
    "cash": "are paid in cash",
    "void": "are void",
}
_MISSED: Final = {
    "nothing": "A missed compulsory wager costs nothing.",
    "penalty": "A missed compulsory wager costs {penalty} points.",
    "disqualification": "A missed compulsory wager disqualifies.",
}
_THEN: Final = {
    "forfeit": "the player's place is forfeited",
    "replaced": "the next player on the waiting list takes the place",
    "played-down": "the place is played down: each compulsory wager counts as missed",
}
_SHARED: Final = {"share": "share their prizes equally", "tie-break": "are told apart by the tie-breaks"}
_CENT: Final = {
    "house": "stays with the house",
    "earliest-entry": "goes to whoever entered first",
    "lot": "is drawn by lot",
}


def paper(conditions: Conditions) -> str:
    """Return the conditions as a text to print, with the digest that was approved."""
    return "\n".join(line for text in _parts(conditions) for line in (wrap(text, WIDTH) or [""])) + "\n"


def _parts(conditions: Conditions) -> Iterator[str]:
    yield f"{conditions.name}: conditions of the tournament"
    yield f"Rule book: {conditions.rulebook}. Currency: {conditions.currency}."
    yield f"Digest: {conditions.digest()}"
    yield ""
    yield conditions.statement.strip()
    yield ""
    yield from _entry(conditions)
    for number, one in enumerate(conditions.rounds, 1):
        yield ""
        yield from _round(number, one)
    yield ""
    yield from _play(conditions)
    yield ""
    yield from _end(conditions)
    yield ""
    yield "Name ____________________________   Signature ____________________________   Date ______________"


def _entry(conditions: Conditions) -> Iterator[str]:
    entry, eligibility = conditions.entry, conditions.eligibility
    yield "Entry"
    yield eligibility.entitled.strip()
    if eligibility.may_refuse != "none":
        yield eligibility.may_refuse.strip()
    yield from (f"Criterion: {text.strip()}" for text in eligibility.criteria)
    yield (
        f"Entry fee: {in_units(entry.fee)}, of which {entry.pool_percent} percent go into the prizes. "
        f"Players: at least {entry.least}, at most {entry.most}; "
        f"{'applicants beyond that wait on a list' if entry.waiting_list else 'there is no waiting list'}."
    )
    yield f"Application: {entry.application_form.strip()}"
    yield (
        f"Until {entry.withdraw_minutes} minutes before the first session a player withdraws without penalty; "
        f"later {entry.late_refund_percent} percent of the fee are returned."
    )
    yield "Players sign these conditions." if entry.signatures else "Players need not sign these conditions."


def _round(number: int, one: Round) -> Iterator[str]:
    yield f"Round {number}: {one.name} ({one.kind}). Players come from: {', '.join(one.takes)}."
    length = f"{one.coups} coups" if one.coups else f"{one.minutes} minutes"
    yield f"{one.sessions} session(s) of {length} at {one.tables} table(s) with {one.seats} seats each."
    yield (
        f"Credit at the start of each session: {in_units(one.credit)}. Buy-in: {in_units(one.buy_in)}. "
        f"Balances at its end {_BALANCES[one.balances]}."
    )
    compulsory = f"a compulsory wager of {in_units(one.compulsory)}" if one.compulsory else "no compulsory wager"
    yield f"Each coup: minimum {in_units(one.minimum)}, maximum {in_units(one.maximum)} in all, {compulsory}."
    yield _limits(one)
    if one.through:
        yield f"The best {one.best_of_table} of each table go on, then the best {one.best_overall} of the others."
    else:
        yield "Nobody goes on from this round."


def _limits(one: Round) -> str:
    if not one.limits:
        return "Single bets: within the limits of the tables."
    said = "; ".join(
        f"{'any bet' if limit.bet == ANY_BET else limit.bet} {in_units(limit.minimum)} to {in_units(limit.maximum)} "
        f"in steps of {in_units(limit.step)}"
        for limit in one.limits
    )
    return f"Single bets: {said}."


def _play(conditions: Conditions) -> Iterator[str]:
    play, attendance, leave = conditions.play, conditions.attendance, conditions.departures
    yield "Play"
    yield _MISSED[play.missed_wager].format(penalty=in_units(play.penalty))
    counts = "counts" if play.void_counts else "does not count and is played again"
    yield f"A Dummy Coup does not count. A void coup {counts}."
    yield f"Wagers are {'secret until betting ends' if play.secret_wagers else 'open'}."
    if play.hidden_coups:
        yield f"Standings are hidden in the last {play.hidden_coups} coups of a session."
    yield f"An altered start is announced at least {play.notice_minutes} minutes before."
    yield f"Late by more than {attendance.grace_minutes} minutes: {_THEN[attendance.then]}; "
    yield f"{attendance.absent_refund_percent} percent of fee and buy-ins are returned."
    yield f"Retirement: {leave.retirement.strip()} {leave.retired_refund_percent} percent are returned."
    yield from (f"Disqualification: {ground.strip()}" for ground in leave.grounds)
    yield f"Disqualified players get {leave.disqualified_refund_percent} percent back."
    back = conditions.buy_back
    if back.times:
        yield f"Buying back: {back.times} time(s) for {in_units(back.fee)}, into {', '.join(back.rounds)}."
    else:
        yield "There is no buying back."
    excluded = [words for name, words in _EXCLUDED.items() if getattr(conditions.rule_6, name)]
    yield f"Excluded of rule 6: {', '.join(excluded) or 'nothing'} (12.2.2)."


def _end(conditions: Conditions) -> Iterator[str]:
    prizes = conditions.prizes
    yield "Prizes"
    yield from (f"Place {place}: {percent} percent of the pool." for place, percent in enumerate(prizes.percents, 1))
    yield f"Players in equal places {_SHARED[prizes.equal_places]}. A cent that is left {_CENT[prizes.last_cent]}."
    yield f"Equal points, where that decides: {', then '.join(conditions.standing.tie_breaks)}."
