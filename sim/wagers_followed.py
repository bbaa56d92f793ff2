"""Every wager that a journal has accepted, followed to its end: settled or returned once, or still lying there."""

from firmware.game import events as g
from firmware.table.core.events import WagersReturned, WagersSettled
from firmware.table.core.state import TableState
from firmware.table.features.wagers import WagerSet


def what_became(events: list[g.Event], state: TableState) -> list[str]:
    """Return which accepted wagers came to something else."""
    lying: dict[tuple[int, str], int] = {}
    wrong = []
    for event in events:
        if isinstance(event, WagerSet):
            lying.pop((event.ats, event.bet), None)
            if event.accepted:
                lying[event.ats, event.bet] = event.accepted
        elif isinstance(event, WagersReturned):
            wrong += [str(r) for r in event.lines if lying.pop((r.ats, r.bet), None) != r.amount]
        elif isinstance(event, WagersSettled):
            wrong += [str(p) for p in event.lines if lying.pop((p.ats, p.bet), None) != p.stake]
    held = {(ats, bet): stake for ats, account in state.accounts.items() for bet, stake in account.wagers.items()}
    return wrong if lying == held else [*wrong, f"{lying} lie there, and {held} is held"]
