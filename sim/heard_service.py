"""A table that lets somebody hear each answer it gives, whoever asked."""

from collections.abc import Callable

from firmware.table.core.group import Answer, Asked, Needless, Otherwise
from firmware.table.core.service import TableService


def heard_service(heard: Callable[[Asked, str | None, Answer], None]) -> type[TableService]:
    """Return a kind of table, as a table that restarts is made anew of its kind: each tells the same one.

    `heard` is given the command, the number under which it was asked, and the answer, once that is there.
    """

    class HeardService(TableService):
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
            answer.add_done_callback(lambda done: heard(command, number, done))
            return answer

    return HeardService
