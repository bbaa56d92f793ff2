"""A table's own update: a supervisor's word, a quiet moment, and its rows."""

from firmware.boards.update_watch import UpdateWatch
from firmware.errands import Errand
from firmware.table.core.reported import HEALTHY
from firmware.table.core.service import TableService
from firmware.table.core.updates import PART, TABLE, allowed, busy
from firmware.table.features.devices import ReportDevice


def updating(service: TableService, watch: UpdateWatch) -> Errand:
    """Return what restarts the board for new software once the table's state allows it."""

    async def tell(_: str) -> None:
        """Tell nobody: no betting opens until the restart, and the restart uses the permission up."""

    async def told(version: str) -> None:
        await service.submit(ReportDevice(PART, f"{HEALTHY} {version}"), by=TABLE)

    return watch.run(lambda: allowed(service.state, TABLE), lambda: busy(service.state), tell, told)
