"""What a terminal says to its player, in the language that they chose: for a moment, or as long as it goes on."""

from collections.abc import Callable
from typing import Final

from firmware.kit.words import Words, language_after, words_of
from firmware.link.remote_table import RemoteTable
from firmware.terminal.player import SaidToPlayer
from firmware.terminal.view import TOAST_MS


class Speech:
    """The words of one terminal. `changed` is called when it says something else."""

    def __init__(self, table: RemoteTable, language: str, changed: Callable[[], None]) -> None:
        self.toast = ""
        self.toast_until = 0
        self._table = table
        self._of_house: Final = language
        self._language = language
        self._changed = changed
        self._busy = ""

    @property
    def words(self) -> Words:
        """The words of the language that is chosen, and amounts in the table's currency."""
        public = self._table.public
        return words_of(self._language, public.currency if public is not None else "")

    @property
    def busy(self) -> str:
        """What is under way."""
        return self.words(self._busy) if self._busy else ""

    def say(self, said: SaidToPlayer) -> None:
        """Tell the player something."""
        amounts = {name: self.words.money(amount) for name, amount in said.amounts.items()}
        reason = {"reason": self.words.refused(said.refusal)} if said.refusal is not None else {}
        why = self.words(said.key, **amounts, **reason)
        bets = ", ".join(self.words(f"bet.{bet}.long") for bet in said.left)
        self.tell(self.words("why.left", bets=bets, reason=why) if bets else why)

    def tell(self, text: str) -> None:
        """Show a text for a while."""
        self.toast, self.toast_until = text, self._table.now_ms() + TOAST_MS
        self._changed()

    def while_busy(self, key: str) -> None:
        """Show that something is under way, or nothing any more."""
        if key != self._busy:
            self._busy = key
            self._changed()

    def in_the_next_language(self) -> None:
        """Go on in the next language."""
        self._language = language_after(self._language)

    def in_the_houses_language(self) -> None:
        """Go back to the language of the house: who chose another has left."""
        self._language = self._of_house
