"""The figures of a table, for whoever looks after many."""

from collections.abc import Iterator

from firmware.boards.metrics import Labels, Metric, one
from firmware.table.core.service import TableService


def figures_of(service: TableService) -> Iterator[Metric]:
    """Return them; none is a name, an amount or a ticket number."""
    state, counts = service.state, service.counts
    yield one("coups_total", "Coups so far.", state.game.coups, "counter")
    yield one("voids_total", "Coups that were void.", state.voids, "counter")
    yield one("accounts_open", "Terminals at which somebody plays.", len(state.accounts))
    yield one("note_doubts", "Notes in doubt that a supervisor has not resolved.", len(state.note_doubts))
    yield one("commands_waiting", "Commands that wait for the next commit.", service.waiting)
    yield one("commits_total", "Commits of the journal.", counts.commits, "counter")
    yield one("commit_seconds_total", "Time until commits were on the disk.", counts.commit_s, "counter")
    yield one("commit_seconds_max", "The longest of them.", counts.longest_s)
    refused: dict[Labels, float] = {(("code", code),): float(count) for code, count in sorted(counts.refused.items())}
    yield Metric("refusals_total", "Refusals by their codes.", refused, "counter")
    standing: dict[Labels, float] = {
        (("board", name), ("code", code)): 1.0 for name, codes in state.troubles.items() for code in codes
    }
    yield Metric("board_fault", "Faults that other boards report, by the codes of docs/faults.md.", standing)
