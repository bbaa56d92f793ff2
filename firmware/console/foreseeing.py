"""What would follow from an operation: shown before it is done, and checked again when it is done."""

from firmware.console.event_words import preview
from firmware.console.flow import Flow
from firmware.console.known import Known
from firmware.game.steps import Step
from firmware.kit.words import Words
from firmware.table.core.commands import Command
from firmware.table.core.group import Otherwise
from firmware.table.core.service import TableService
from firmware.table.core.state import TableState


class Foreseeing:
    """Makes previews for one console. What is shown is the decision that is carried out; otherwise it asks again."""

    def __init__(self, table: TableService) -> None:
        self._table = table

    def show(self, flow: Flow, asked: Command | Step, words: Words) -> None:
        """Show what would follow now. Raises Refused as the command itself would."""
        flow.foresee(preview(self._table.preview(asked), words), self._table.state)

    def renew(self, flow: Flow, known: Known) -> None:
        """Renew a preview that is shown. Raises Refused if it would not be done at all now."""
        asks = flow.ask(known)
        if flow.of_people or (asks is not None and not flow.needs_second):
            return
        asked = flow.command(known)
        if asked is not None:
            flow.foresee_anew(preview(self._table.preview(asked), known.words), self._table.state)

    def otherwise(self, flow: Flow, asked: Command | Step, words: Words) -> Otherwise:
        """Return the table's check at the command's turn: whether it would come to something else than was shown."""

        def differs(state: TableState) -> bool:
            if state is flow.shown_on:
                return False
            return preview(self._table.foreseen(state, asked), words) != flow.foreseen

        return differs
