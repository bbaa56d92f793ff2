"""The panel: contacts that bounce, lamps, the watchdog; both libraries, with the chip itself stood in for."""

import asyncio
import errno
import os
import sys
from types import SimpleNamespace
from typing import Any

import gpiod
import pytest
from device_under_test import run
from gpiod.line import Bias, Direction, Value
from msgspec.structs import replace
from pytest_mock import MockerFixture

from drivers.panel import driver as panel
from drivers.panel.debounce import Debounced
from drivers.panel.gpiod_pins import open_pins as open_gpiod
from drivers.panel.make import MAKE
from drivers.panel.rpi_gpio_pins import open_pins as open_rpi
from hal.device import DeviceEvent, FaultBegan, FaultEnded, StageChanged
from hal.life import Stage
from hal.panel import InputChanged
from hal.pins import PinsError

pytestmark = pytest.mark.lab(29)

DOOR = panel.InputLine(5, settle_ms=20)


class Chip:
    """Lines with contacts that bounce, and lamps."""

    def __init__(self) -> None:
        self.levels = {5: True, 6: True, 17: False, 22: False}
        self.heard: Any = None
        self.closed = 0
        self.refuses: list[PinsError] = []

    def __call__(self, chip: str, inputs: Any, outputs: Any, heard: Any) -> "Chip":
        assert (chip, set(inputs), set(outputs)) == ("/dev/gpiochip0", {5, 6}, {17, 22})
        if self.refuses:
            raise self.refuses.pop()
        self.heard = heard
        return self

    def read(self, line: int) -> bool:
        return self.levels[line]

    def write(self, line: int, *, level: bool) -> None:
        self.levels[line] = level

    def close(self) -> None:
        self.closed += 1

    async def switch(self, line: int, *levels: int, apart: float = 0.003) -> None:
        for level in levels:
            self.levels[line] = bool(level)
            self.heard(line, bool(level), round(asyncio.get_running_loop().time() * 1000))
            await asyncio.sleep(apart)


def options(**more: Any) -> panel.Options:
    return panel.Options(
        inputs={"shoe_door": DOOR, "face_sensor": panel.InputLine(6, settle_ms=2)},
        outputs={"lamp_fault": panel.OutputLine(17, active="low"), "watchdog": panel.OutputLine(22)},
        **more,
    )


def with_panel(story: Any, chip: Chip | None = None) -> None:
    async def whole() -> None:
        found, heard = chip or Chip(), []
        device = panel.PinPanel("panel", options(), heard.append, found)
        life = asyncio.create_task(device.run())
        await asyncio.sleep(0.1)
        await story(device, found, heard)
        life.cancel()
        await asyncio.gather(life, return_exceptions=True)

    run(whole)


def changes(heard: list[DeviceEvent]) -> list[tuple[str, bool]]:
    return [(event.name, event.on) for event in heard if isinstance(event, InputChanged)]


def test_a_bouncing_contact_is_one_change_from_its_first_edge_on() -> None:
    async def story(device: Any, chip: Chip, heard: list[DeviceEvent]) -> None:
        at = round(asyncio.get_running_loop().time() * 1000)
        await chip.switch(5, 0, 1, 0, 1, 0)
        assert not changes(heard)
        await asyncio.sleep(0.05)
        assert changes(heard) == [("shoe_door", True)]
        assert heard[-1] == InputChanged("shoe_door", on=True, at_ms=at)
        assert device.is_on("shoe_door")
        await chip.switch(5, 1)
        await asyncio.sleep(0.05)
        assert changes(heard) == [("shoe_door", True), ("shoe_door", False)]

    with_panel(story)


def test_a_pulse_that_is_shorter_than_a_contact_settles_is_none() -> None:
    async def story(_: Any, chip: Chip, heard: list[DeviceEvent]) -> None:
        await chip.switch(5, 0, 1)
        await asyncio.sleep(0.1)
        assert not changes(heard)
        await chip.switch(6, 0, 1, apart=0.01)  # a card before a sensor that settles in 2 ms
        assert changes(heard) == [("face_sensor", True), ("face_sensor", False)]

    with_panel(story)


def test_an_input_that_is_on_from_the_start_is_said() -> None:
    chip = Chip()
    chip.levels[5] = False

    async def story(_: Any, __: Chip, heard: list[DeviceEvent]) -> None:
        assert changes(heard) == [("shoe_door", True)]

    with_panel(story, chip)


def test_a_door_that_is_shut_from_the_start_is_said_too() -> None:
    # The table may remember it open, from before the board was switched off.
    async def whole() -> None:
        heard: list[DeviceEvent] = []
        inputs = {"cabinet_door": DOOR, "attendant_button": panel.InputLine(6)}
        device = panel.PinPanel("panel", replace(options(), inputs=inputs), heard.append, Chip())
        life = asyncio.create_task(device.run())
        await asyncio.sleep(0.1)
        assert changes(heard) == [("cabinet_door", False)]
        life.cancel()
        await asyncio.gather(life, return_exceptions=True)

    run(whole)


def test_lamps_follow_and_the_watchdog_is_fed_while_the_loop_lives() -> None:
    async def story(device: Any, chip: Chip, _: list[DeviceEvent]) -> None:
        assert chip.levels[17]  # off, where low is on
        device.set("lamp_fault", on=True)
        assert not chip.levels[17]
        device.set("lamp_ready", on=True)  # this panel has none
        seen = set()
        for _ in range(20):
            seen.add(chip.levels[22])
            await asyncio.sleep(0.1)
        assert seen == {True, False}

    with_panel(story)


def test_a_chip_that_is_not_there_is_waited_for() -> None:
    chip = Chip()
    chip.refuses = [PinsError("no_chip", "/dev/gpiochip0: not there")] * 2

    async def story(device: Any, _: Chip, heard: list[DeviceEvent]) -> None:
        device.set("lamp_fault", on=True)
        assert device.stage is Stage.ABSENT
        await asyncio.sleep(2)
        assert [event.code for event in heard if isinstance(event, FaultBegan)] == ["no_chip"]
        assert [event.code for event in heard if isinstance(event, FaultEnded)] == ["no_chip"]
        assert not chip.levels[17]  # as it was wished while it was away
        assert heard[-1] != StageChanged(Stage.ABSENT)

    with_panel(story, chip)
    assert chip.closed == 1


def test_debounced_is_about_time_alone() -> None:
    contact = Debounced(10, level=False)
    contact.edge(100, level=True)
    assert contact.settled(105) is None
    contact.edge(106, level=False)
    assert contact.settled(200) is None
    contact.edge(300, level=True)
    contact.edge(304, level=False)
    contact.edge(305, level=True)
    assert contact.settled(314) is None
    assert contact.settled(315) == 300
    assert contact.level


def test_names_and_lines_are_checked() -> None:
    for wrong, match in (
        ({"inputs": {"door": DOOR}}, "no input door"),
        ({"outputs": {"siren": panel.OutputLine(1)}}, "no output siren"),
        ({"inputs": {"shoe_door": DOOR}, "outputs": {"watchdog": panel.OutputLine(5)}}, "line 5 of the panel"),
    ):
        with pytest.raises(ValueError, match=match):
            panel.Options(**wrong)


class GpiodRequest:
    """A chip's request, with a descriptor that becomes readable."""

    def __init__(self) -> None:
        self.fd, self._write = os.pipe()
        self.values: dict[int, Value] = {}
        self.events: list[Any] = []
        self.released = False

    def edge(self, line: int, *, rising: bool) -> None:
        kinds = gpiod.EdgeEvent.Type
        kind = kinds.RISING_EDGE if rising else kinds.FALLING_EDGE
        self.events.append(SimpleNamespace(line_offset=line, event_type=kind, Type=kinds))
        os.write(self._write, b"!")

    def read_edge_events(self, _: int) -> list[Any]:
        os.read(self.fd, 1)
        return [self.events.pop(0)]

    def get_value(self, line: int) -> Value:
        return self.values.get(line, Value.INACTIVE)

    def set_value(self, line: int, value: Value) -> None:
        self.values[line] = value

    def release(self) -> None:
        self.released = True
        os.close(self.fd)
        os.close(self._write)


def test_gpiod_requests_the_lines_and_tells_of_edges(mocker: MockerFixture) -> None:
    request = GpiodRequest()
    requested = mocker.patch("gpiod.request_lines", return_value=request)

    async def whole() -> None:
        heard: list[tuple[int, bool]] = []
        pins = open_gpiod("/dev/gpiochip4", {5: "up"}, [17], lambda line, level, _: heard.append((line, level)))
        config = requested.call_args.kwargs["config"]
        assert requested.call_args.args == ("/dev/gpiochip4",)
        assert (config[5].direction, config[5].bias) == (Direction.INPUT, Bias.PULL_UP)
        assert config[17].direction == Direction.OUTPUT
        request.edge(5, rising=True)
        request.edge(5, rising=False)
        for _ in range(5):
            await asyncio.sleep(0)
        assert heard == [(5, True), (5, False)]
        pins.write(17, level=True)
        assert pins.read(17)
        assert not pins.read(5)
        pins.close()
        assert request.released

    asyncio.run(whole())


@pytest.mark.parametrize(("number", "code"), [(errno.EBUSY, "line_taken"), (errno.ENOENT, "no_chip")])
def test_gpiod_says_why_the_lines_cannot_be_had(mocker: MockerFixture, number: int, code: str) -> None:
    mocker.patch("gpiod.request_lines", side_effect=OSError(number, os.strerror(number)))
    with pytest.raises(PinsError) as refused:
        open_gpiod("/dev/gpiochip4", {5: "up"}, [], lambda *_: None)
    assert refused.value.code == code


def test_gpiod_itself_says_that_there_is_no_chip() -> None:
    with pytest.raises(PinsError) as refused:
        open_gpiod("/dev/no-such-chip", {5: "up"}, [], lambda *_: None)
    assert refused.value.code == "no_chip"


class RpiGpio:
    """RPi.GPIO's interface."""

    BCM, IN, OUT, LOW, BOTH, PUD_UP, PUD_DOWN, PUD_OFF = range(8)

    def __init__(self) -> None:
        self.levels: dict[int, bool] = {}
        self.callbacks: dict[int, Any] = {}
        self.cleaned: list[int] = []

    def setmode(self, mode: int) -> None:
        assert mode == self.BCM

    def setup(self, line: int, direction: int, *, initial: int = 0, pull_up_down: int = 0) -> None:
        assert direction == self.OUT or pull_up_down == self.PUD_UP
        self.levels[line] = bool(initial - self.LOW) if direction == self.OUT else True

    def add_event_detect(self, line: int, edge: int, callback: Any) -> None:
        if line == 2:
            raise RuntimeError("Failed to add edge detection")
        assert edge == self.BOTH
        self.callbacks[line] = callback

    def input(self, line: int) -> int:
        return int(self.levels[line])

    def output(self, line: int, level: bool) -> None:  # noqa: FBT001
        self.levels[line] = level

    def cleanup(self, lines: list[int]) -> None:
        self.cleaned = lines


def test_rpi_gpio_tells_the_loop_of_edges_from_its_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    gpio = RpiGpio()
    monkeypatch.setitem(sys.modules, "RPi", SimpleNamespace(GPIO=gpio))
    monkeypatch.setitem(sys.modules, "RPi.GPIO", gpio)

    async def whole() -> None:
        heard: list[tuple[int, bool]] = []
        pins = open_rpi("", {5: "up"}, [17], lambda line, level, _: heard.append((line, level)))
        gpio.levels[5] = False
        await asyncio.to_thread(gpio.callbacks[5], 5)
        await asyncio.sleep(0)
        assert heard == [(5, False)]
        pins.write(17, level=True)
        assert pins.read(17)
        pins.close()
        assert gpio.cleaned == [5, 17]
        with pytest.raises(PinsError) as refused:
            open_rpi("", {2: "up"}, [], lambda *_: None)
        assert refused.value.code == "line_taken"

    asyncio.run(whole())


def test_rpi_gpio_off_a_pi_is_said_and_nothing_else_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "RPi", None)
    with pytest.raises(PinsError) as refused:
        open_rpi("", {5: "up"}, [], lambda *_: None)
    assert refused.value.code == "no_backend"


def test_the_profile_chooses_the_library() -> None:
    for backend in ("gpiod", "rpi_gpio"):
        chosen = options(backend=backend)
        device = MAKE.drive("panel", MAKE.pins(chosen), lambda _: None, chosen)
        assert device.stage is Stage.ABSENT
