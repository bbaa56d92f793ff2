"""A table that tells what it has been asked and has carried out, whoever asked it."""

from collections.abc import Callable

from firmware.table.core.group import Answer, Asked
from firmware.table.core.service import TableService
from sim.heard_service import heard_service


def telling(tell: Callable[[Asked], None]) -> type[TableService]:
    """Return a kind of table that tells each command that it has carried out."""

    def heard(command: Asked, _: str | None, answer: Answer) -> None:
        if not answer.cancelled() and answer.exception() is None and answer.result():
            tell(command)

    return heard_service(heard)
