"""What soaks have visited: each kind of fault, each row of the rulings, each state of the coup; none may be zero."""

from collections import Counter
from collections.abc import Iterable
from typing import Final, get_args

from msgspec import Struct

from firmware.game.state import Phase
from firmware.table.core.reported import Redemption
from sim.soak.cup_books import FEATURES
from sim.soak.faults import Faults
from sim.soak.run import SoakFound
from sim.soak.tickets_in import SEEN

# The rows of the table of irregularities, by their names in the journal.
ROWS: Final = (
    "burn_missed", "excess_card", "wrong_hand", "face_up", "no_wagers", "simultaneous_draw", "order_altered",
    "foreign_card", "shoe_empty", "unreadable_card", "cards_short", "shoe_disagrees", "wrong_outcome",
    "ats_malfunction", "system_malfunction", "equipment_malfunction", "wnd_mismatch",
)  # fmt: skip


class Coverage(Struct, frozen=True):
    """How often what was visited, over all soaks; `never`: what was not."""

    soaks: int
    hours: float
    coups: int
    events: int
    acknowledged: int
    rulebooks: dict[str, int]
    faults: dict[str, int]
    rows: dict[str, int]
    phases: dict[str, int]
    actions: dict[str, int]
    cash_desk: dict[str, int]
    tournaments: dict[str, int]
    tickets_in: dict[str, int]
    together: int
    never: tuple[str, ...]


def coverage(found: Iterable[SoakFound]) -> Coverage:
    """Add soaks up."""
    soaks = tuple(found)
    faults, kinds, phases, actions, books, answers, cups, taken = (Counter[str]() for _ in range(8))
    for one in soaks:
        faults.update(one.faults)
        kinds.update(one.kinds)
        kinds["cards_short"] += one.mistakes.get("cards_short", 0)
        phases.update(one.phases)
        actions.update(one.actions)
        answers.update(one.cash_desk)
        cups.update(one.tournaments)
        taken.update(one.tickets_in)
        books[one.rulebook] += 1
    rows = {row: kinds[row] for row in ROWS}
    # A soak restores no journal.
    cash_desk = {answer: answers[answer] for answer in get_args(Redemption) if answer != "before-restore"}
    tournaments = {feature: cups[feature] for feature in ("played", *FEATURES)}
    tickets_in = {answer: taken[answer] for answer in SEEN}
    together = sum(one.together for one in soaks)
    whole = {
        **{kind: faults[kind] for kind in Faults.KINDS},
        **rows,
        **{f"cash desk: {answer}": count for answer, count in cash_desk.items()},
        **{f"tournament: {feature}": count for feature, count in tournaments.items()},
        **{f"ticket in: {answer}": count for answer, count in tickets_in.items()},
        "two faults at once": together,
        **{phase.value: phases[phase.value] for phase in Phase},
    }
    return Coverage(
        len(soaks), round(sum(one.virtual_s for one in soaks) / 3600, 1), sum(one.coups for one in soaks),
        sum(one.events for one in soaks), sum(one.acknowledged for one in soaks),
        dict(sorted(books.items())), {kind: faults[kind] for kind in Faults.KINDS},
        rows, {phase.value: phases[phase.value] for phase in Phase}, dict(sorted(actions.items())),
        cash_desk, tournaments, tickets_in, together,
        tuple(name for name, count in whole.items() if not count),
    )  # fmt: skip
