"""Whether conditions fit together: what no single field shows."""

from collections.abc import Iterator

from firmware.tournament.conditions import ENTRY, Conditions, Round
from hal.currency import NOTES

WHENCE = ("progressed", "eliminated", "absent")
# A problem: its key, and what would be right.
Problem = tuple[str, str]


def problems(conditions: Conditions) -> Iterator[Problem]:
    """Return what does not fit, in the order of the file."""
    if conditions.currency not in NOTES:
        yield "currency", f"{conditions.currency!r} is not known; there are {', '.join(NOTES)}"
    yield from _of_entry(conditions)
    names = [one.name for one in conditions.rounds]
    for index, one in enumerate(conditions.rounds):
        if one.name in names[:index]:
            yield f"rounds[{index}].name", f"{one.name!r} stands twice; each round has a name of its own"
            return
    for index, one in enumerate(conditions.rounds):
        yield from ((f"rounds[{index}].{key}", what) for key, what in _of_round(one, conditions, index))
    yield from _of_players(conditions)
    yield from _of_play(conditions)
    yield from _of_end(conditions)


def _of_entry(conditions: Conditions) -> Iterator[Problem]:
    entry = conditions.entry
    if entry.least > entry.most:
        yield "entry.least", f"is {entry.least}, and most is {entry.most}; least is not above most"


def _of_round(one: Round, conditions: Conditions, index: int) -> Iterator[Problem]:
    yield from _of_sources(one, conditions, index)
    if (one.coups == 0) == (one.minutes == 0):
        yield "coups", "a session lasts so many coups or so many minutes: one of the two is above 0, the other 0"
    if not one.credit and not _carries(one, conditions):
        yield "credit", "is above 0, where no points are carried from an earlier round"
    if one.minimum > one.maximum:
        yield "minimum", "is not above maximum"
    if one.compulsory > one.maximum or 0 < one.compulsory < one.minimum:
        yield "compulsory", "is 0, or from minimum to maximum"
    yield from _of_limits(one)
    last = index == len(conditions.rounds) - 1
    if not last and not one.through and not _taken(one, conditions):
        yield "best_of_table", "nobody goes on from this round and no later round takes its players; set one of them"


def _of_limits(one: Round) -> Iterator[Problem]:
    names = [limit.bet for limit in one.limits]
    for index, limit in enumerate(one.limits):
        if limit.bet in names[:index]:
            yield f"limits[{index}].bet", f"{limit.bet!r} stands twice; each bet has one limit"
        if limit.minimum > min(limit.maximum, one.maximum):
            yield f"limits[{index}].minimum", "is not above the bet's maximum, nor above the round's"


def _of_sources(one: Round, conditions: Conditions, index: int) -> Iterator[Problem]:
    earlier = [other.name for other in conditions.rounds[:index]]
    right = [f"{name}:{whence}" for name in earlier for whence in WHENCE] or [ENTRY]
    if not one.takes:
        yield "takes", f"is empty; it names one or more of {', '.join(right)}"
    for source in one.takes:
        if source not in right:
            yield "takes", f"{source!r} is no source here; there are {', '.join(right)}"
    if len(set(one.takes)) < len(one.takes):
        yield "takes", "names a source twice"


def _carries(one: Round, conditions: Conditions) -> bool:
    """Whether everybody enters a round with points."""
    sources = [source.partition(":")[0] for source in one.takes]
    by_name = {other.name: other for other in conditions.rounds}
    return ENTRY not in sources and all(name in by_name and by_name[name].balances == "carried" for name in sources)


def _taken(one: Round, conditions: Conditions) -> bool:
    return any(source.partition(":")[0] == one.name for other in conditions.rounds for source in other.takes)


def _of_players(conditions: Conditions) -> Iterator[Problem]:
    """Check that each round has a seat for everybody who can come to it."""
    most: dict[str, int] = {}
    for index, one in enumerate(conditions.rounds):
        come = sum(_most_from(source, conditions, most) for source in one.takes)
        most[one.name] = min(come, conditions.entry.most)
        if most[one.name] > one.places:
            yield (
                f"rounds[{index}].seats",
                f"{most[one.name]} players can come to it, and its tables seat {one.places}; more tables or seats",
            )


def _most_from(source: str, conditions: Conditions, most: dict[str, int]) -> int:
    name, _, whence = source.partition(":")
    if name == ENTRY:
        return conditions.entry.most
    there = most.get(name, 0)
    return min(conditions.round_named(name).through, there) if whence == "progressed" and name in most else there


def _of_play(conditions: Conditions) -> Iterator[Problem]:
    play, names = conditions.play, {one.name for one in conditions.rounds[1:]}
    if (play.missed_wager == "penalty") != (play.penalty > 0):
        yield "play.penalty", 'is above 0 where missed_wager is "penalty", else 0'
    for name in conditions.buy_back.rounds:
        if name not in names:
            yield "buy_back.rounds", f"{name!r} is no round after the first; there are {', '.join(sorted(names))}"
    if (conditions.buy_back.times > 0) != bool(conditions.buy_back.rounds):
        yield "buy_back.rounds", "names the rounds that may be bought into, and none where times is 0"


def _of_end(conditions: Conditions) -> Iterator[Problem]:
    breaks, prizes = conditions.standing.tie_breaks, conditions.prizes
    if not breaks or breaks[-1] != "lot" or len(set(breaks)) < len(breaks):
        yield "standing.tie_breaks", 'names each once and ends with "lot", which alone always decides'
    if sum(prizes.percents) != 100:
        yield "prizes.percents", f"come to {sum(prizes.percents)}; together they are 100, the whole pool"
    if not conditions.departures.grounds:
        yield "departures.grounds", "is empty; it names one or more grounds for disqualification"
