"""What a player is told when a correction of a settled coup has moved money on the account (11.11)."""

from firmware.kit.words import Words
from firmware.link.account_parts import CorrectedView
from firmware.link.remote_table import RemoteTable
from firmware.terminal.view import TOAST_MS


class CorrectionsTold:
    """What corrections moved, until the player has touched the screen; the table tells it until the next coup ends."""

    def __init__(self, table: RemoteTable) -> None:
        self._table = table
        self._read: tuple[CorrectedView, ...] = ()
        self._shown: tuple[CorrectedView, ...] = ()
        self._since = 0

    def _follow(self) -> None:
        """Note what the table tells, and since when that can be read."""
        told = self._told()
        if told != self._shown:
            self._shown, self._since = told, self._table.now_ms()
        if not told:
            self._read = ()

    def touched(self) -> None:
        """Note a touch: whoever was just placing chips when it appeared has not read it yet."""
        if self._table.now_ms() - self._since >= TOAST_MS:
            self._read = self._shown

    def text(self, words: Words) -> str:
        """Return what is to be read, as it is going to be shown; nothing once it has been."""
        self._follow()
        said = (one for one in self._shown if one not in self._read)
        return " · ".join(
            words("corrected.given" if one.amount > 0 else "corrected.taken", coup=one.coup,
                  amount=words.money(abs(one.amount)))
            for one in said
        )  # fmt: skip

    def _told(self) -> tuple[CorrectedView, ...]:
        account = self._table.account
        return account.corrected if account is not None and account.open and self._table.serves() else ()
