"""A terminal's own update: staff allow it at the table, nobody may be playing here, and its outcome is reported."""

from firmware.boards.reports import Reports
from firmware.boards.update_watch import PART, READY, UpdateWatch
from firmware.errands import Errand
from firmware.link.remote_table import RemoteTable
from firmware.table.core.reported import HEALTHY, fault_ended
from firmware.terminal.pocket import Pocket


def busy(table: RemoteTable, pocket: Pocket) -> str:
    """Return, as a word, what must end before this terminal restarts; nothing if nothing must."""
    if table.account is None or table.account.open:
        return "credit"
    if pocket.in_flight() is not None:
        return "note"
    return "ticket" if pocket.ticket() or table.account.printing or table.account.reprints else ""


def updating(table: RemoteTable, pocket: Pocket, reports: Reports, watch: UpdateWatch) -> Errand:
    """Return what restarts the board for new software once staff have allowed it."""
    # After a restart nothing waits here any more.
    reports.say(PART, fault_ended(READY), "")

    async def tell(version: str) -> None:
        await table.tell_fault(PART, fault_ended(READY), version)

    async def told(version: str) -> None:
        reports.say(PART, f"{HEALTHY} {version}", "")

    def allowed() -> str:
        return watch.ready if table.there and table.account is not None and table.account.restart else ""

    return watch.run(allowed, lambda: busy(table, pocket), tell, told)
