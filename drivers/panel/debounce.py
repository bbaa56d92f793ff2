"""Contacts bounce: works out from the edges what a line really did. Pure; time is passed in."""


class Debounced:
    """One line. A new level counts once it has stood for `settle_ms`, and then from its first edge on."""

    def __init__(self, settle_ms: int, *, level: bool) -> None:
        self.level = level
        self._settle_ms = settle_ms
        self._seen = level
        self._first_edge = 0
        self._last_edge = -settle_ms

    def edge(self, at_ms: int, *, level: bool) -> None:
        """Take an edge."""
        if self._seen == self.level and at_ms - self._last_edge >= self._settle_ms:
            self._first_edge = at_ms
        self._seen = level
        self._last_edge = at_ms

    def settled(self, now_ms: int) -> int | None:
        """Return since when the line has a new level, if it has one and that has stood for long enough."""
        if self._seen == self.level or now_ms - self._last_edge < self._settle_ms:
            return None
        self.level = self._seen
        return self._first_edge
