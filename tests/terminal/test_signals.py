"""Light and sound of a terminal's faults, and where it says that devices are simulated."""

import pytest

from firmware.boards.simulated import located
from firmware.config import read_board
from firmware.terminal.signals import ALARM, Signals
from hal.device import FaultBegan, FaultEnded, StageChanged
from hal.life import Stage
from hal.panel import InputChanged


class Lamps:
    """A panel's outputs."""

    def __init__(self) -> None:
        self.lit: list[bool] = []

    def set(self, name: str, *, on: bool) -> None:
        assert name == "lamp_fault"
        self.lit.append(on)


@pytest.mark.lab(33, 34)
def test_a_fault_lights_the_lamp_and_what_endangers_money_is_heard() -> None:
    heard: list[str] = []
    signals, lamps = Signals(heard.append), Lamps()
    signals.heard("note_acceptor", FaultBegan("silent"))  # before the panel is there
    signals.serve(lamps)  # type: ignore[arg-type]
    signals.heard("note_acceptor", FaultEnded("silent"))
    signals.heard("note_acceptor", StageChanged(Stage.READY))
    assert (heard, lamps.lit) == ([], [False])
    signals.heard("note_acceptor", FaultBegan("cheated"))
    signals.heard("ticket_printer", FaultBegan("paper_low"))
    signals.heard("note_acceptor", FaultEnded("cheated"))
    signals.heard("ticket_printer", FaultEnded("paper_low"))
    assert (heard, lamps.lit[1:]) == ([ALARM], [True, True, True, False])
    signals.heard("panel", InputChanged("cabinet_door", on=True, at_ms=0))
    signals.heard("panel", InputChanged("attendant_button", on=True, at_ms=0))
    signals.heard("panel", InputChanged("cabinet_door", on=False, at_ms=0))
    assert lamps.lit[5:] == [True, False]


ATS = """\
role = "ats"
[terminal]
number = 3
pocket = "pocket"
asset = "A-0007"
[network]
server = "tls://table:4222"
device = "ats-3"
certificates = "certificates"
[devices.ticket_printer]
driver = "{driver}"
port = "/dev/null"
"""


@pytest.mark.lab(26)
@pytest.mark.parametrize(("driver", "said"), [("drivers.escpos", "Floor 2"), ("sim.escpos", "Floor 2 · SIMULATED")])
def test_a_screen_with_a_simulated_device_behind_it_says_so(driver: str, said: str) -> None:
    board = read_board(ATS.format(driver="drivers.escpos"))
    if driver != "drivers.escpos":
        board.devices["ticket_printer"].driver = driver
    assert located("Floor 2", board) == said
