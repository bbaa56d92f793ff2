"""Parts of a picture that are put again as they were, since most of a picture is like the one before."""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Final, TypeVarTuple

from firmware.kit.scene import Draft, Item
from firmware.kit.theme import Scale

# So many parts are remembered of each kind: those of several screens in one process, too.
PARTS: Final = 256

About = TypeVarTuple("About")


def kept(put: Callable[[Draft, *About], None]) -> Callable[[Draft, *About], None]:
    """Have what `put` puts remembered, for all that it is about: that must be values, and time none of them."""

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
