"""Since when what is shown of a coup is so: what moves, and for how long a result has its moment."""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from firmware.kit.motion import LONG_AGO
from firmware.link.messages import PublicView

A_MINUTE: Final = 60_000


class Moments(Struct, frozen=True):
    """When each card came, a coup ended, its mark came, and betting opened; long ago, for what was there before."""

    player: tuple[int, ...] = ()
    banker: tuple[int, ...] = ()
    ended: int = LONG_AGO
    opened: int = LONG_AGO
    last_change: int = LONG_AGO

    def of(self, side: str) -> tuple[int, ...]:
        """Return when each card of a hand came."""
        return self.player if side == "player" else self.banker


class Memory:
    """Remembers the moments of what the table says. What it is told first, it takes for old."""

    def __init__(self) -> None:
        self.moments = Moments()
        self._seen: PublicView | None = None

    def follow(self, public: PublicView | None, now: int) -> None:
        """The table has said something."""
        before, self._seen = self._seen, public
        if now < self.moments.last_change - A_MINUTE:  # the table's time was turned back
            self.moments = Moments()
        if public is None or before is None or public is before:
            return
        moments = replace(
            self.moments,
            player=_times(self.moments.player, len(public.player), now),
            banker=_times(self.moments.banker, len(public.banker), now),
            last_change=now,
        )
        if _last(public) != _last(before):
            moments = replace(moments, ended=now)
        if public.phase != before.phase and public.closes_at is not None:
            moments = replace(moments, opened=now)
        self.moments = moments


def _times(known: tuple[int, ...], count: int, now: int) -> tuple[int, ...]:
    return (*known[:count], *[now] * (count - len(known)))


def _last(public: PublicView) -> int:
    return public.recent[-1].coup if public.recent else 0
