"""Making room among a terminal's pockets: what they would lose is said first, and kept."""

from collections.abc import Iterator

from firmware.table import lives
from firmware.table import pocket_events as p
from firmware.table.pockets import KEPT_LIVES, MOST_STRANGERS, Pocket
from firmware.table.turn import TableTurn


def make_room(turn: TableTurn, ats: int, life: str, *, begins: bool = False) -> None:
    """Keep what a terminal's pockets would lose when this life begins there, or tells of something as a stranger."""
    pocket = turn.state.pocket(ats)
    for name in tuple(_losing(pocket, life, begins=begins)):
        known = lives.short_of(pocket.of(name))
        turn.say(p.LifeKept(ats, name, known.last, known.told, known.before))
        _forget_oldest(turn, ats)


def _losing(pocket: Pocket, life: str, *, begins: bool) -> Iterator[str]:
    """Return the lives of which the pockets would lose what was told."""
    if begins:
        others = [name for name in pocket.lives if name != life]
        yield from (name for name in others[: 1 - KEPT_LIVES] if pocket.lives[name].told)
    elif life not in pocket.lives:
        strangers = [name for name in pocket.strangers if name != life]
        yield from strangers[: 1 - MOST_STRANGERS]


def _forget_oldest(turn: TableTurn, ats: int) -> None:
    """Forget a stranger, if so many are kept; never one that was ever a terminal: a supervisor had let it in."""
    state = turn.state
    served = {name for pocket in state.pockets.values() for name in pocket.lives}
    strangers = [name for name in state.pocket(ats).kept if name not in served]
    if len(strangers) > lives.MOST_KEPT:
        turn.say(p.LifeForgotten(ats, strangers[0], state.pocket(ats).of(strangers[0]).last))
