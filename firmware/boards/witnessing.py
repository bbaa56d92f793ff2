"""A board's part as a witness of the table's journal."""

from pathlib import Path

from firmware.boards.reports import Reports
from firmware.boards.witness import Witness
from firmware.link.settings import NetworkSettings
from firmware.table.core.reported import fault_began


def witness_of(network: NetworkSettings, reports: Reports, beside: str = "") -> Witness:
    """Return a board's witness. It keeps what it hears where the profile says, or else beside the board's own file."""
    file = network.witness or (f"{beside}.witness" if beside else "")

    def fault(code: str, detail: str) -> None:
        reports.say("witness", fault_began(code), detail)

    return Witness(Path(file) if file else None, Path(network.certificates), fault)
