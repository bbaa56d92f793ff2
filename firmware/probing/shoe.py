"""A card shoe on the desk."""

from collections.abc import Mapping
from functools import partial

from firmware.probing.probe import Command, Said, ToProbe, refused, said_of_any
from hal.device import DeviceEvent
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


def open_probe(desk: ToProbe) -> "ShoeProbe":
    """Return a shoe at a port."""
    return ShoeProbe(desk)


class ShoeProbe:
    """A shoe."""

    def __init__(self, desk: ToProbe) -> None:
        self._print = desk.printer
        self.device: CardShoe = desk.chosen("shoe").shoe(self._heard)

    def _heard(self, event: DeviceEvent) -> None:
        said = _said(event)
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


def _said(event: DeviceEvent) -> Said | None:
    said: Said | None
    match event:
        case ShoeCard(card, hand, position, carried, outside):
            said = {
                "event": "card", "card": card, "hand": hand, "position": position or None, "carried": carried,
                "outside": outside,
            }  # fmt: skip
        case ShoeBurn(card, counts):
            said = {"event": "burn", "card": card, "counts": counts}
        case CutCard():
            said = {"event": "cut_card"}
        case ShoeResult(winner, player_pair, banker_pair):
            said = {"event": "result", "winner": winner, "player_pair": player_pair, "banker_pair": banker_pair}
        case ShoeState(state):
            said = {"event": "state", "state": state}
        case ShoeLocked(locked):
            said = {"event": "state", "locked": locked}
        case PresetChanged(preset, value):
            said = {"event": "preset", "preset": preset, "value": value}
        case ForeignCode(code):
            said = {"event": "fault", "kind": "card_code", "code": code}
        case _:
            said = said_of_any(event)
    return said
