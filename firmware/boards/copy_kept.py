"""The copy of the table's journal that a board keeps, if its configuration says so."""

from pathlib import Path

from firmware.board_parts import CopySettings
from firmware.boards.copy_keeper import CopyKeeper
from firmware.boards.reports import Reports
from firmware.errands import Errand
from firmware.link.remote_table import RemoteTable


def kept_copy(settings: CopySettings | None, table: RemoteTable, reports: Reports) -> list[Errand]:
    """Return what runs on a board that keeps a copy for the table."""
    if settings is None:
        return []

    def fault(what: str, detail: str) -> None:
        reports.say("copy", what, detail)

    return [CopyKeeper(Path(settings.folder), settings.limit_mb, fault).run(table)]
