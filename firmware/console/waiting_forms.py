"""What was being asked when an alarm came: it waits as it stands until the dealer goes back to it."""

from collections.abc import Callable

from firmware.console.flow import Flow
from firmware.console.known import Known
from firmware.console.view import Choice


class WaitingForms:
    """Operations under way that something went before, the latest last."""

    def __init__(self) -> None:
        self._flows: tuple[Flow, ...] = ()

    def lay(self, flow: Flow | None) -> None:
        """Let this one wait."""
        if flow is not None:
            self._flows = (*self._flows, flow)

    def keep(self, still_fits: Callable[[Flow], bool]) -> None:
        """Forget what cannot be asked any more."""
        self._flows = tuple(flow for flow in self._flows if still_fits(flow))

    def resume(self) -> Flow | None:
        """Return the latest; it waits no more."""
        if not self._flows:
            return None
        *rest, latest = self._flows
        self._flows = tuple(rest)
        return latest

    def way_back(self, known: Known) -> Choice | None:
        """Return the button that leads back to the latest."""
        if not self._flows:
            return None
        return Choice(("resume",), known.words("sgc.back", what=self._flows[-1].title(known)), "notice")
