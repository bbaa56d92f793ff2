"""What became of a touch, in one line that stays for a while."""

from collections.abc import Callable
from typing import Final

from firmware.kit.words import Words
from firmware.refusal import Refused, Unsound

# How long it stays.
TOAST_MS: Final = 5000


class Toast:
    """The line of one console. `now_ms`: the table's time; `words`: of its language."""

    def __init__(self, now_ms: Callable[[], int], words: Callable[[], Words]) -> None:
        self._now_ms = now_ms
        self._words = words
        self.text = ""
        self.look = "notice"
        self.until = 0

    def tell(self, text: str, look: str) -> None:
        """Say something."""
        self.text, self.look, self.until = text, look, self._now_ms() + TOAST_MS

    def tell_why(self, error: Refused | ValueError) -> None:
        """Say why something is not done, with the rule; for a bad entry, in the words of the code that read it."""
        refusal = error.refusal if isinstance(error, Unsound) else error
        if isinstance(refusal, ValueError):
            self.tell(str(refusal), "alarm")
            return
        words = self._words()
        rule = f" ({words('sgc.rule', rule=refusal.rule)})" if refusal.rule else ""
        self.tell(words.refused(refusal) + rule, "alarm")
