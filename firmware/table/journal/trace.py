"""A coup step by step: what its journal and a board's log say about it, in order of time."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from firmware.log_lines import Logged
from firmware.table.core.journal import Entry
from firmware.table.shown.printed import Fields

# Log lines this soon after a coup's end may still be about it: a payout, a display that does not follow.
AFTERWARDS_MS: Final = 5_000
# A coup's parts: the name of each, and the events that it begins and ends with.
PARTS: Final = (
    ("betting", "coup_opened", "bets_closed"),
    ("dealing", "bets_closed", "result"),
    ("settling", "result", "wagers_settled"),
)
Found = Sequence[tuple[Entry, Fields]]


class TracedStep(NamedTuple):
    """Something that happened: when, how long after the coup opened and after the previous step; a row or a line."""

    at: int
    since_open_ms: int
    since_last_ms: int
    what: Entry | Logged


def steps_of(found: Found, logged: Iterable[Logged]) -> Iterator[TracedStep]:
    """Return the steps of a coup with these journal rows, and the log lines from the time of its play."""
    began, ended = found[0][0].at, _ended(found)
    heard = [one for one in logged if began <= one.at <= ended + AFTERWARDS_MS]
    last = began
    # Rows keep their order; a log line of the same moment comes after them.
    for at, what in sorted([(entry.at, entry) for entry, _ in found] + [(one.at, one) for one in heard], key=_at):
        yield TracedStep(at, at - began, at - last, what)
        last = at


def _at(timed: tuple[int, Entry | Logged]) -> tuple[int, bool]:
    return timed[0], isinstance(timed[1], Logged)


def _ended(found: Found) -> int:
    """Return when a coup ended: with its result or, if it has none yet, with its last row."""
    return next((entry.at for entry, fields in found if fields["event"] == "result"), found[-1][0].at)


def parts_of(found: Found) -> dict[str, int]:
    """Return how long each part of a coup took, in milliseconds; a part that has not begun or ended is left out."""
    first: dict[str, int] = {}
    for entry, fields in found:
        first.setdefault(fields["event"], entry.at)
    return {part: first[end] - first[start] for part, start, end in PARTS if {start, end} <= first.keys()}
