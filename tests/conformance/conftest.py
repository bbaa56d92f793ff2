"""Where a kind of device is tested: against the model in memory, behind a pseudo-terminal, and on the desk."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from device_under_test import Bench

from drivers.ports.outlets import outlet_for
from hal.make import AcceptorMake, LineMake
from hal.makes import makes_of
from hal.port import Outlet
from sim.devices.pseudo_terminal import PseudoTerminal
from sim.devices.simulation import names_of, simulation_of
from sim.virtual_time import VirtualTimeLoop

KINDS = ("note-acceptor", "shoe", "ticket-printer", "wnd")
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
        named = makes_of(self.kind)[self.protocol]
        make = named.make
        assert isinstance(make, LineMake)
        quick = {"poll": POLL} if self.where == "pty" and "poll" in names_of(make.options) else {}
        options = make.options(self.port, **quick)
        rig = Rig(simulation_of(named.name).model(lambda _: None, {}), options.line)
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
        more = {"way": rig.way(), "book": rig.book} if isinstance(make, AcceptorMake) else {}
        rig.live(make.drive(self.kind, outlet, rig.hear, options, **more))  # type: ignore[attr-defined]
        try:
            await rig.ready()
            await story(rig)
        finally:
            await rig.stop()
            if face is not None:
                face.unplug()


def places(config: pytest.Config, kind: str) -> list[Place]:
    """Return where a kind of device can be tested now."""
    found = [Place(kind, protocol, where) for protocol in makes_of(kind) for where in ("memory", "pty")]
    for word in config.getoption("--device"):
        named, equals, port = word.partition("=")
        path, _, protocol = port.partition(",")
        if named not in KINDS or not equals or (protocol and protocol not in makes_of(named)):
            known = "; ".join(
                f"{kind}=PORT[,{'|'.join(protocols)}]" for kind in KINDS for protocols in (makes_of(kind),)
            )
            raise pytest.UsageError(f"--device {word}: there are {known}")
        if named == kind:
            found.append(Place(kind, protocol or next(iter(makes_of(kind))), "desk", path))
    return found


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run each test of this folder at each place of its kind: the module's KIND."""
    if "place" in metafunc.fixturenames:
        found = places(metafunc.config, metafunc.module.KIND)
        metafunc.parametrize("place", found, ids=[f"{place.protocol}-{place.where}" for place in found])
