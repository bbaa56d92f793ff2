"""Parts of a picture that are reused unchanged: most of a picture is like the one before."""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Final, TypeVarTuple

from firmware.kit.scene import Draft, Item
from firmware.kit.theme import Scale

# This many parts of each kind are remembered, for all screens of the process.
PARTS: Final = 256

About = TypeVarTuple("About")


def kept(put: Callable[[Draft, *About], None]) -> Callable[[Draft, *About], None]:
    """Remember what `put` puts, by its arguments: they must be values, and none may be the time."""

    @lru_cache(maxsize=PARTS)
    def items(size: tuple[int, int], scale: Scale, *about: *About) -> tuple[Item, ...]:
        part = Draft(size, scale)
        put(part, *about)
        assert part.wake_at is None
        assert not part.moving
        return tuple(part.items)

    @wraps(put)
    def again(draft: Draft, *about: *About) -> None:
        draft.put(*items(draft.whole[2:], draft.scale, *about))

    return again
