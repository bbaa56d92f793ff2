"""What a terminal tells its player, in the chosen language: for a moment, or for as long as something lasts."""

from collections.abc import Callable
from functools import partial
from typing import Final

from firmware.kit.scene import Action
from firmware.kit.words import Words, language_after, words_of
from firmware.link.remote_table import RemoteTable
from firmware.terminal.player import SaidToPlayer
from firmware.terminal.view import TOAST_MS

# What the table says within this time answers the touch.
SOON_MS: Final = 5000


def _nothing(_: Words) -> str:
    """Return nothing: nothing has been said yet."""
    return ""


def in_words(said: SaidToPlayer, words: Words) -> str:
    """Return what a player is told, in a language."""
    amounts = {name: words.money(amount) for name, amount in said.amounts.items()}
    reason = {"reason": words.refused(said.refusal)} if said.refusal is not None else {}
    why = words(said.key, **amounts, **reason)
    bets = ", ".join(words(f"bet.{bet}.long") for bet in said.left)
    return words("why.left", bets=bets, reason=why) if bets else why


class Speech:
    """The words of one terminal. `changed` is called when it says something else."""

    def __init__(self, table: RemoteTable, language: str, changed: Callable[[], None]) -> None:
        self.toast_until = 0
        # What was touched: the message is shown there.
        self.toast_at: Action = ()
        self._said: Callable[[Words], str] = _nothing
        self._touched: tuple[Action, int] = ((), 0)
        self._table = table
        self._of_house: Final = language
        self._language = language
        self._changed = changed
        self._busy = ""

    @property
    def words(self) -> Words:
        """The words of the chosen language, and amounts and times as the table has them."""
        public = self._table.public
        currency, zone = (public.currency, public.zone) if public is not None else ("", "")
        return words_of(self._language, currency, zone)

    @property
    def toast(self) -> str:
        """The last message, in the language that is chosen now."""
        return self._said(self.words)

    @property
    def busy(self) -> str:
        """What is under way."""
        return self.words(self._busy) if self._busy else ""

    def touched(self, action: Action) -> None:
        """Note what a finger touched: a message that comes soon is shown there."""
        self._touched = action, self._table.now_ms()

    def say(self, said: SaidToPlayer) -> None:
        """Tell the player something."""
        self.tell(partial(in_words, said))

    def say_there(self, said: SaidToPlayer) -> None:
        """Tell the player what became of a touch, where the finger is."""
        self.say(said)
        action, at = self._touched
        if 0 <= self._table.now_ms() - at <= SOON_MS:
            self.toast_at = action
            self._changed()

    def tell(self, said: Callable[[Words], str]) -> None:
        """Show a text for a while, in whatever language is chosen meanwhile."""
        self._said, self.toast_until, self.toast_at = said, self._table.now_ms() + TOAST_MS, ()
        self._changed()

    def while_busy(self, key: str) -> None:
        """Show that something is under way, or that nothing is any more."""
        if key != self._busy:
            self._busy = key
            self._changed()

    def in_the_next_language(self) -> None:
        """Go on in the next language."""
        self._language = language_after(self._language)

    def in_the_houses_language(self) -> None:
        """Go back to the house's language: the guest who chose another has left."""
        self._language = self._of_house
