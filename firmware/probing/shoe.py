"""A card shoe on the desk."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from firmware.probing.probe import Command, Print, Said, refused, said_of_any
from hal.device import DeviceEvent
from hal.registry import choose
from hal.shoe import (
    CardShoe,
    CutCard,
    ForeignCode,
    PresetChanged,
    ShoeBurn,
    ShoeCard,
    ShoeLocked,
    ShoeResult,
    ShoeState,
)


def open_probe(driver: str, settings: Mapping[str, Any], printer: Print, *, escrow: str) -> "ShoeProbe":  # noqa: ARG001
    """Return a shoe at a port."""
    return ShoeProbe(driver, settings, printer)


class ShoeProbe:
    """A shoe."""

    def __init__(self, driver: str, settings: Mapping[str, Any], printer: Print) -> None:
        self._print = printer
        self.device: CardShoe = choose({"shoe": {"driver": driver, **settings}})["shoe"].shoe(self._heard)

    def _heard(self, event: DeviceEvent) -> None:
        own = _SAID.get(type(event))
        said = own(event) if own is not None else said_of_any(event)
        if said is not None:
            self._print(said)

    def commands(self) -> Mapping[str, tuple[str, Command]]:
        """Return what the shoe may be told."""
        return {
            "lock": ("lock", partial(self._lock, locked=True)),
            "unlock": ("unlock", partial(self._lock, locked=False)),
            "clear": ("clear: leave the error", self._clear),
            "confirm": ("confirm: on to the next game", self._confirm),
            "status": ("status", self._status),
        }

    async def _lock(self, _: list[str], *, locked: bool) -> None:
        if not self.device.abilities.locks:
            self._print(refused("lock" if locked else "unlock", "this make of shoe has no lock"))
        elif await self.device.lock(locked=locked):
            self._print({"event": "obeyed", "command": "lock" if locked else "unlock"})

    async def _clear(self, _: list[str]) -> None:
        if await self.device.clear_error():
            self._print({"event": "obeyed", "command": "clear"})

    async def _confirm(self, _: list[str]) -> None:
        if await self.device.confirm_game():
            self._print({"event": "obeyed", "command": "confirm"})

    async def _status(self, _: list[str]) -> None:
        self._print({"event": "device", "stage": self.device.stage, "faults": sorted(self.device.faults)})


_SAID: Final[dict[type[Any], Callable[[Any], Said]]] = {
    ShoeCard: lambda event: {
        "event": "card", "card": event.card, "hand": event.hand, "position": event.position or None,
        "carried": event.carried, "outside": event.outside,
    },
    ShoeBurn: lambda event: {"event": "burn", "card": event.card, "counts": event.counts},
    CutCard: lambda _: {"event": "cut_card"},
    ShoeResult: lambda event: {
        "event": "result", "winner": event.winner, "player_pair": event.player_pair, "banker_pair": event.banker_pair,
    },
    ShoeState: lambda event: {"event": "state", "state": event.state},
    ShoeLocked: lambda event: {"event": "state", "locked": event.locked},
    PresetChanged: lambda event: {"event": "preset", "preset": event.preset, "value": event.value},
    ForeignCode: lambda event: {"event": "fault", "kind": "card_code", "code": event.code},
}  # fmt: skip
