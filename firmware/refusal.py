"""A refusal as a value: a code, what it speaks of, and the rule. How it is worded, each screen's language says."""

from collections.abc import Mapping
from enum import StrEnum


class Code(StrEnum):
    """A reason for which something is refused: one fixed word each. Which reasons there are, its subclasses say."""


class Refused(Exception):
    """What was asked does not fit: nothing has changed. Says why, by a code and values, and on which rule."""

    def __init__(self, code: str, rule: str | None = None, /, **values: int | str) -> None:
        super().__init__(code)
        self.code = code
        self.rule = rule or None
        self.values: Mapping[str, int | str] = values

    def __str__(self) -> str:
        """Write it for a log: `cards_short (hand player, place 3)`."""
        values = ", ".join(f"{name} {value}" for name, value in self.values.items())
        return f"{self.code} ({values})" if values else str(self.code)


class Unsound(ValueError):
    """A choice that cannot be: in words for whoever wrote a file, and as a refusal for whoever asked at a table."""

    def __init__(self, code: Code, sentence: str, /, **values: int | str) -> None:
        super().__init__(sentence)
        self.refusal = Refused(code, **values)
