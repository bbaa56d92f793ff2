"""What a board knows of the table: a snapshot, then numbered changes; if one is missing, it needs a new snapshot."""

import asyncio
from collections.abc import Callable
from typing import Final, TypeVar

import msgspec

from firmware.link import messages as m

View = TypeVar("View")
_read_public: Final = msgspec.json.Decoder(m.PublicView).decode
_read_account: Final = msgspec.json.Decoder(m.AccountView).decode
_read_beat: Final = msgspec.json.Decoder(m.Beat).decode


class HeardOfTable:
    """What is known of the table. `changed` is called whenever that changes; `life`: of this board's pocket, if any."""

    def __init__(self, life: str, changed: Callable[[], None]) -> None:
        self.public: m.PublicView | None = None
        self.account: m.AccountView | None = None
        self.there = False
        self.life: Final = life
        self._changed = changed
        self._heard_at = 0.0
        self._told_at = 0.0
        self._ahead = 0
        self._waits = False
        self._needed = asyncio.Event()

    def now_ms(self) -> int:
        """Return an estimate of the table's time; only the table's own time decides."""
        return round(asyncio.get_running_loop().time() * 1000) + self._ahead

    def serves(self) -> bool:
        """Whether this board is the terminal, as far as is known."""
        account = self.account
        return account is None or account.life == self.life or (not account.life and not self._waits)

    def _take(self, answer: m.Answer) -> None:
        assert answer.public is not None
        self.public, self.account = answer.public, answer.account
        if self.account is not None:
            # A waiting board is named in every answer that it gets: if this one does not name it, it waits no longer.
            self._waits = self.account.waiting == self.life != ""
        self._told_at = asyncio.get_running_loop().time()
        self._heard(answer.public.at)
        self._changed()

    def _heard(self, at: int) -> None:
        now = asyncio.get_running_loop().time()
        self._heard_at = now
        self._ahead = at - round(now * 1000)
        if not self.there:
            self.there = True
            self._needed.set()
            self._changed()

    def _readable(self, read: Callable[[bytes], View], data: bytes) -> View | None:
        """Read what the table said; if it cannot be read, leave it and ask for everything again."""
        try:
            return read(data)
        except m.UNREADABLE:
            self._needed.set()
            return None

    def _public(self, data: bytes) -> None:
        view = self._readable(_read_public, data)
        if view is None:
            return
        known = self.public.number if self.public is not None else -1
        if view.number <= known:
            return  # a later message overtook it
        if view.number > known + 1:
            self._needed.set()
        self.public = view
        self._heard(view.at)
        self._changed()

    def _account(self, data: bytes) -> None:
        view = self._readable(_read_account, data)
        if view is None:
            return
        known = self.account
        if known is None or view.number >= known.number:
            self.account = view
            # A board that was turned away goes on waiting until its life is served, or an answer says otherwise.
            self._waits = self.life != "" and (view.waiting == self.life or (self._waits and view.life != self.life))
            if view != known:
                self._changed()

    def _beat(self, data: bytes) -> None:
        beat = self._readable(_read_beat, data)
        if beat is None:
            return
        self._heard(beat.at)
        behind = self.public is None or beat.number != self.public.number
        if behind or self._of_another_coup():
            self._needed.set()

    def _of_another_coup(self) -> bool:
        """Whether its account is of another coup than the public view."""
        return self.account is not None and self.public is not None and self.account.coup != self.public.coup
