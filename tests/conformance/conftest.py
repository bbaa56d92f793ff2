"""Where a kind of device is tested: against the model in memory, behind a pseudo-terminal, and on the desk."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from device_under_test import Bench

from drivers.alpha import driver as alpha
from drivers.angel_eye import driver as angel_eye
from drivers.bee_tek import driver as bee_tek
from drivers.ebds import driver as ebds
from drivers.escpos import driver as escpos
from drivers.id003 import driver as id003
from drivers.ports.outlets import outlet_for
from hal.port import Outlet
from sim.devices.alpha_sign import AlphaModel
from sim.devices.angel_eye import AngelEyeModel
from sim.devices.bee_tek import BeeTekModel
from sim.devices.ebds import EbdsModel
from sim.devices.escpos_printer import EscposModel
from sim.devices.id003 import Id003Model
from sim.devices.model import Model
from sim.devices.pseudo_terminal import PseudoTerminal
from sim.virtual_time import VirtualTimeLoop


class Make(NamedTuple):
    model: type[Model]
    driver: Any
    device: Any


KINDS = {
    "note-acceptor": {
        "id003": Make(Id003Model, id003, id003.Id003),
        "ebds": Make(EbdsModel, ebds, ebds.Ebds),
    },
    "shoe": {
        "angel-eye": Make(AngelEyeModel, angel_eye, angel_eye.AngelEye),
        "bee-tek": Make(BeeTekModel, bee_tek, bee_tek.BeeTek),
    },
    "ticket-printer": {"escpos": Make(EscposModel, escpos, escpos.EscposPrinter)},
    "wnd": {"alpha": Make(AlphaModel, alpha, alpha.AlphaSign)},
}
# How much faster than life the models are behind a pseudo-terminal.
PACE = 0.25
POLL = 0.1


class Rig(Bench):
    """A device, and whoever does to it what a test wants done."""

    where = "memory"

    async def do(self, command: str, instruction: str) -> None:
        """Have something happen to the device: the model does it, or a person is asked to."""
        if self.where == "desk":
            print(f"\n>>> {instruction}", flush=True)  # noqa: T201 - to the person at the desk
        else:
            self.model.do(command)

    @property
    def patience(self) -> float:
        """How long a person or a model may take, in seconds."""
        return 60 if self.where == "desk" else 10


class Place(NamedTuple):
    kind: str
    protocol: str
    where: str
    port: str = ""

    def run(self, story: Callable[[Rig], Coroutine[Any, Any, None]], folder: Path) -> None:
        """Run a story on a device here."""
        loop = VirtualTimeLoop if self.where == "memory" else None
        with asyncio.Runner(loop_factory=loop) as runner:
            runner.run(self._run(story, folder))

    async def _run(self, story: Callable[[Rig], Coroutine[Any, Any, None]], folder: Path) -> None:
        make = KINDS[self.kind][self.protocol]
        quick = {"poll": POLL} if self.kind == "note-acceptor" and self.where == "pty" else {}
        options = make.driver.Options(self.port, **quick)
        rig = Rig(make.model(), options.line)
        rig.where = self.where
        outlet: Outlet = rig.wire
        face: PseudoTerminal | None = None
        if self.where == "pty":
            rig.model.pace = PACE
            face = PseudoTerminal(rig.model, folder / "port", options.line)
            face.plug()
            outlet = outlet_for(str(folder / "port"), options.line)
        elif self.where == "desk":
            outlet = outlet_for(self.port, options.line)
        more = {"way": rig.way(), "book": rig.book} if self.kind == "note-acceptor" else {}
        rig.live(make.device(self.kind, outlet, rig.hear, options, **more))
        try:
            await rig.ready()
            await story(rig)
        finally:
            await rig.stop()
            if face is not None:
                face.unplug()


def places(config: pytest.Config, kind: str) -> list[Place]:
    """Return where a kind of device can be tested now."""
    found = [Place(kind, protocol, where) for protocol in KINDS[kind] for where in ("memory", "pty")]
    for word in config.getoption("--device"):
        named, equals, port = word.partition("=")
        path, _, protocol = port.partition(",")
        if named not in KINDS or not equals or (protocol and protocol not in KINDS[named]):
            known = "; ".join(f"{kind}=PORT[,{'|'.join(protocols)}]" for kind, protocols in KINDS.items())
            raise pytest.UsageError(f"--device {word}: there are {known}")
        if named == kind:
            found.append(Place(kind, protocol or next(iter(KINDS[kind])), "desk", path))
    return found


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run each test of this folder at each place of its kind: the module's KIND."""
    if "place" in metafunc.fixturenames:
        found = places(metafunc.config, metafunc.module.KIND)
        metafunc.parametrize("place", found, ids=[f"{place.protocol}-{place.where}" for place in found])
