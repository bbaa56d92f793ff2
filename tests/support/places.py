"""Where the conformance suites try a device: the model in memory, behind a pseudo-terminal, and on the desk."""

import asyncio
from collections.abc import Sequence
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from firmware.conform.check import Check, CheckResult, tried_on_device
from firmware.conform.desk import CountedBook, OnDesk
from hal.device import Hear
from hal.make import AcceptorMake, LineMake
from hal.makes import makes_of
from hal.note_way import MemoryKeeper, NoteWay
from hal.port import Outlet
from sim.devices.pseudo_terminal import PseudoTerminal
from sim.devices.simulation import names_of, simulation_of
from sim.devices.wire import Wire
from sim.virtual_time import VirtualTimeLoop

KINDS = ("note-acceptor", "shoe", "ticket-printer", "ticket-scanner", "wnd")
# How much faster than life the models are behind a pseudo-terminal.
PACE = 0.25
POLL = 0.1
# How long a person may take, or a model.
PATIENCE_S = {"desk": 60.0, "memory": 60.0, "pty": 20.0}


class Place(NamedTuple):
    kind: str
    protocol: str
    where: str
    port: str = ""

    def passes(self, check: Check[Any], folder: Path) -> None:
        """Hold a device here to a check."""
        found = self.found(check, folder)
        assert found.outcome == "passed", found

    def found(self, check: Check[Any], folder: Path, make_model: Any = None) -> CheckResult:
        loop = VirtualTimeLoop if self.where == "memory" else None
        with asyncio.Runner(loop_factory=loop) as runner:
            return runner.run(self._found(check, folder, make_model))

    async def _found(self, check: Check[Any], folder: Path, make_model: Any) -> CheckResult:
        named = makes_of(self.kind)[self.protocol]
        make = named.make
        assert isinstance(make, LineMake)
        quick = {"poll": POLL} if self.where == "pty" and "poll" in names_of(make.options) else {}
        options = make.options(self.port, **quick)
        model = make_model() if make_model is not None else simulation_of(named.name).model(lambda _: None, {})
        face: PseudoTerminal | None = None
        outlet: Outlet = Wire(model, options.line)
        if self.where == "pty":
            model.run_at(PACE)
            face = PseudoTerminal(model, folder / "port", options.line)
            face.plug()
        if self.where != "memory":
            outlet = make.outlet(str(folder / "port") if face is not None else self.port, options.line)

        def drive(hear: Hear, book: CountedBook) -> Any:
            more = {"way": NoteWay(MemoryKeeper(), partial(next, count(1))), "book": book}
            return make.drive(self.kind, outlet, hear, options, **(more if isinstance(make, AcceptorMake) else {}))  # type: ignore[attr-defined]

        async def please(command: str, instruction: str) -> None:
            if self.where == "desk":
                print(f"\n>>> {instruction}", flush=True)  # noqa: T201 - to the person at the desk
            else:
                model.do(command)

        try:
            return await tried_on_device(check, OnDesk(drive, please, PATIENCE_S[self.where]))
        finally:
            if face is not None:
                face.unplug()


def places(devices: Sequence[str], kind: str) -> list[Place]:
    """Return where a kind of device can be tested now."""
    found = [Place(kind, protocol, where) for protocol in makes_of(kind) for where in ("memory", "pty")]
    for word in devices:
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
