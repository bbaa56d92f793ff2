"""The panel: sensors, doors, a key, lamps and a watchdog relay on the board's own pins."""

from typing import Final, Literal, Protocol

from hal.device import Device, DeviceEvent

Input = Literal[
    "player_position", "banker_position", "face_sensor", "double_sensor", "shoe_door", "cabinet_door",
    "cash_box_door", "logic_door", "supervisor_key", "attendant_button",
]  # fmt: skip
Output = Literal["lamp_ready", "lamp_betting", "lamp_fault", "lamp_call", "watchdog"]
# Doors that a board reports at each start even when shut: the table may remember them as open.
KEPT_DOORS: Final = ("cabinet_door", "cash_box_door", "logic_door")
INPUTS: Final[tuple[str, ...]] = Input.__args__  # type: ignore[attr-defined]
OUTPUTS: Final[tuple[str, ...]] = Output.__args__  # type: ignore[attr-defined]


class InputChanged(DeviceEvent, frozen=True):
    """An input is on (a card on the position, a door open, the key turned) or off, at a time of the panel's clock."""

    name: str
    on: bool
    at_ms: int


class Panel(Device, Protocol):
    """The panel."""

    def is_on(self, name: str) -> bool:
        """Whether an input is on."""
        ...

    def set(self, name: str, *, on: bool) -> None:
        """Switch an output."""
        ...
