"""Makes a story that shows a difference as short as it can be, and shows one still."""

from collections.abc import Callable, Sequence

from beside import difference


def shrink(lines: Sequence[str], differs: Callable[[Sequence[str]], str | None] = difference) -> list[str]:
    """Leave out lines, in pieces and then one by one, as long as the two engines differ."""
    kept = list(lines)
    piece = len(kept) // 2
    while piece:
        at = 1  # the rule book stays
        while at < len(kept):
            fewer = kept[:at] + kept[at + piece :]
            if len(fewer) > 1 and differs(fewer):
                kept = fewer
            else:
                at += piece
        piece = piece // 2 if piece > 1 or kept == list(lines) else 0
        lines = kept
    return kept
