"""A table that tells what it has been asked and has carried out, whoever asked it."""

from collections.abc import Callable
from functools import partial

from firmware.table.core.group import Answer, Asked, Needless, Otherwise
from firmware.table.core.service import TableService


def telling(tell: Callable[[Asked], None]) -> type[TableService]:
    """Return a kind of table, as a table that restarts is made anew of its kind: each tells the same one."""

    class TellingService(TableService):
        def ask(
            self,
            command: Asked,
            *,
            by: str = "",
            number: str | None = None,
            needless: Needless | None = None,
            otherwise: Otherwise | None = None,
        ) -> Answer:
            answer = super().ask(command, by=by, number=number, needless=needless, otherwise=otherwise)
            answer.add_done_callback(partial(_tell_if_done, command))
            return answer

    def _tell_if_done(command: Asked, answer: Answer) -> None:
        if not answer.cancelled() and answer.exception() is None and answer.result():
            tell(command)

    return TellingService
