"""What may be wagered in the second engine, also as it changes in play: crown 5.1, and the step `limit`."""

from told import Silent

ALL, NOTICE = "*", 1200.0
PARTS = ("min", "max", "step")
Range = tuple[int, int, int]


class Limits:
    """What each step `limit` has named: from when on, and least, most and step. `now`: seconds that have passed."""

    def __init__(self) -> None:
        self.now = 0.0
        self.named: dict[str, list[tuple[float, Range]]] = {}

    def of(self, bet: str) -> Range:
        """Least, most and step of a bet: by the last step that names it, else by the last that names all."""
        return self._holding(bet) or self._holding(ALL) or (500, 500_000, 500)

    def _holding(self, name: str) -> Range | None:
        return next((limit for since, limit in reversed(self.named.get(name, [])) if since <= self.now), None)

    def _coming(self, name: str) -> tuple[float, Range] | None:
        last = self.named.get(name, [])[-1:]
        return last[0] if last and last[0][0] > self.now else None

    def change(self, name: str, parts: dict[str, int], *, playing: bool) -> bool:
        """Take a step; False: its parts contradict each other."""
        held, coming = self.of(name), self._coming(name)
        if name != ALL and "min" not in parts and not coming and self._coming(ALL):
            raise Silent("a part of one bet's limit, while a minimum is announced for all")
        new = _with(held, parts)
        steps = [(self.now, new)]
        if "min" not in parts and coming:
            steps.append((coming[0], _with(coming[1], parts)))
        elif playing and new[0] > held[0]:  # 5.1: it is shown for twenty minutes before it holds
            if len(parts) > 1 or coming:
                raise Silent("a raised minimum with other parts beside it, or announced")
            steps = [(self.now, held), (self.now + NOTICE, new)]
        if any(least > most for _, (least, most, _) in steps):
            return False
        self.named.setdefault(name, []).extend(steps)
        return True


def _with(limit: Range, parts: dict[str, int]) -> Range:
    least, most, step = (parts.get(part, was) for part, was in zip(PARTS, limit, strict=True))
    return least, most, step
