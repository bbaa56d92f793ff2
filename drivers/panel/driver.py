"""The panel: sensors, doors, key, lamps and the watchdog's relay, each on a line that the profile names."""

import asyncio
from typing import Final, Literal

from msgspec import Struct

from drivers.driver import PATIENT
from drivers.panel.debounce import Debounced
from hal.bounds import DeviceFile, Milliseconds, PinLine, Seconds
from hal.device import FaultBegan, FaultEnded, Hear, StageChanged
from hal.life import Patience, Stage
from hal.panel import INPUTS, KEPT_DOORS, OUTPUTS, InputChanged
from hal.pins import OpenPins, Pins, PinsError, Pull

WATCHDOG: Final = "watchdog"


class InputLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A line that is listened to. `active`: the level at which it is on."""

    line: PinLine
    active: Literal["high", "low"] = "low"
    pull: Pull = "up"
    settle_ms: Milliseconds = 10


class OutputLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A line that is driven."""

    line: PinLine
    active: Literal["high", "low"] = "high"


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What a profile may set. `backend`: gpiod, or RPi.GPIO's interface. `watchdog_s`: half its period."""

    inputs: dict[str, InputLine] = {}
    outputs: dict[str, OutputLine] = {}
    backend: Literal["gpiod", "rpi_gpio"] = "gpiod"
    chip: DeviceFile = "/dev/gpiochip0"
    watchdog_s: Seconds = 0.5
    patience: Patience = PATIENT

    def __post_init__(self) -> None:
        for name in self.inputs:
            if name not in INPUTS:
                raise ValueError(f"the panel has no input {name}; it has {', '.join(INPUTS)}")
        for name in self.outputs:
            if name not in OUTPUTS:
                raise ValueError(f"the panel has no output {name}; it has {', '.join(OUTPUTS)}")
        lines = [found.line for found in self.inputs.values()]
        lines += [found.line for found in self.outputs.values()]
        twice = sorted({line for line in lines if lines.count(line) > 1})
        if twice:
            raise ValueError(f"line {twice[0]} of the panel is named twice")


class PinPanel:
    """The panel."""

    def __init__(self, name: str, options: Options, hear: Hear, open_pins: OpenPins) -> None:
        self.name = name
        self.stage = Stage.ABSENT
        self.faults: frozenset[str] = frozenset()
        self._options = options
        self._say = hear
        self._open_pins = open_pins
        self._pins: Pins | None = None
        self._names = {line.line: name for name, line in options.inputs.items()}
        self._inputs: dict[str, Debounced] = {}
        self._outputs = dict.fromkeys(options.outputs, False)
        self._timers: dict[str, asyncio.TimerHandle] = {}

    def is_on(self, name: str) -> bool:
        """Whether an input is on; a missing one never is."""
        found = self._inputs.get(name)
        return found is not None and found.level

    def set(self, name: str, *, on: bool) -> None:
        """Switch an output; a missing one is ignored."""
        if name in self._outputs:
            self._outputs[name] = on
            if self._pins is not None:
                self._drive(name)

    async def run(self) -> None:
        """Open the lines and listen; feed the watchdog for as long as this loop lives."""
        failures = 0
        while True:
            self._to(Stage.OPENING)
            try:
                self._pins = self._open()
            except PinsError as error:
                self._begin(error.code, error.detail)
                self._to(Stage.ABSENT, error.detail)
                await asyncio.sleep(self._options.patience.pause(failures))
                failures += 1
                continue
            try:
                self._ready()
                await self._watch()
            finally:
                self._pins.close()
                self._pins = None

    def _open(self) -> Pins:
        inputs = {line.line: line.pull for line in self._options.inputs.values()}
        outputs = [line.line for line in self._options.outputs.values()]
        return self._open_pins(self._options.chip, inputs, outputs, self._edge)

    def _ready(self) -> None:
        assert self._pins is not None
        now = round(asyncio.get_running_loop().time() * 1000)
        self._to(Stage.IDENTIFYING)
        for name, line in self._options.inputs.items():
            on = self._on(name, level=self._pins.read(line.line))
            self._inputs[name] = Debounced(line.settle_ms, level=on)
            if on or name in KEPT_DOORS:
                self._say(InputChanged(name, on, now))
        for name in self._outputs:
            self._drive(name)
        self._to(Stage.READY, f"{self._options.backend} {self._options.chip}")
        for code in sorted(self.faults):
            self._say(FaultEnded(code))
        self.faults = frozenset()

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(self._options.watchdog_s)
            if WATCHDOG in self._outputs:
                self.set(WATCHDOG, on=not self._outputs[WATCHDOG])

    def _on(self, name: str, *, level: bool) -> bool:
        return level is (self._options.inputs[name].active == "high")

    def _drive(self, name: str) -> None:
        assert self._pins is not None
        line = self._options.outputs[name]
        self._pins.write(line.line, level=self._outputs[name] is (line.active == "high"))

    def _edge(self, line: int, level: bool, at_ms: int) -> None:  # noqa: FBT001
        name = self._names[line]
        self._inputs[name].edge(at_ms, level=self._on(name, level=level))
        timer = self._timers.pop(name, None)
        if timer is not None:
            timer.cancel()
        settle = self._options.inputs[name].settle_ms / 1000
        self._timers[name] = asyncio.get_running_loop().call_later(settle, self._settled, name)

    def _settled(self, name: str) -> None:
        del self._timers[name]
        found = self._inputs[name]
        # The timer may be early by a rounding: the level has stood for the set time.
        now = round(asyncio.get_running_loop().time() * 1000) + 1
        at = found.settled(now)
        if at is not None:
            self._say(InputChanged(name, found.level, at))

    def _to(self, stage: Stage, detail: str = "") -> None:
        self.stage = stage
        self._say(StageChanged(stage, detail))

    def _begin(self, code: str, detail: str) -> None:
        if code not in self.faults:
            self.faults |= {code}
            self._say(FaultBegan(code, detail))
