"""What goes wrong with devices and their lines: bytes, plugs, power, and what people do to them."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Final

from firmware.refusal import Refused
from firmware.table.core.stopped import TableStopped
from firmware.table.features.papers import PrintPaper
from sim.devices.model import NoCommand
from sim.devices.wire import Wire

if TYPE_CHECKING:
    from sim.soak.faults import Faults

Does = Callable[["Faults", float], Awaitable[None]]


def _any_wire(faults: "Faults") -> Wire:
    seat = faults.any_seat()
    wires = [seat.devices["note_acceptor"].wire, faults.table.devices["shoe"].wire]
    wire: Wire | None = faults.chance.choice(wires)
    assert wire is not None
    return wire


async def _spoil(
    faults: "Faults", seconds: float, spoil: Callable[[bytes, bool], bytes], wire: Wire | None = None
) -> None:
    wire = wire or _any_wire(faults)
    async with faults.alone["spoil", wire]:
        with wire.spoilt(spoil):
            await asyncio.sleep(seconds)


async def _drop_bytes(faults: "Faults", seconds: float) -> None:
    def drop(data: bytes, _: bool) -> bytes:  # noqa: FBT001
        return bytes(byte for byte in data if faults.chance.random() > 0.05)

    await _spoil(faults, seconds, drop)


async def _double_bytes(faults: "Faults", seconds: float) -> None:
    def double(data: bytes, _: bool) -> bytes:  # noqa: FBT001
        return b"".join(bytes((b,)) * (2 if faults.chance.random() < 0.03 else 1) for b in data)

    await _spoil(faults, seconds, double)


async def _corrupt_bytes(faults: "Faults", seconds: float) -> None:
    def corrupt(data: bytes, _: bool) -> bytes:  # noqa: FBT001
        return bytes(b ^ (1 << faults.chance.randrange(8)) if faults.chance.random() < 0.03 else b for b in data)

    await _spoil(faults, seconds, corrupt)


async def _printer_noise(faults: "Faults", seconds: float) -> None:
    """Only what the printer says is spoilt: what it is told has no check, and a page would be wrong by itself."""

    def corrupt(data: bytes, to_host: bool) -> bytes:  # noqa: FBT001
        return bytes(b for b in data if faults.chance.random() > 0.3) if to_host else data

    await _spoil(faults, seconds, corrupt, faults.any_seat().devices["ticket_printer"].wire)


async def _slow_line(faults: "Faults", seconds: float) -> None:
    wire = _any_wire(faults)
    async with faults.alone["slow", wire]:
        with wire.slowed(faults.chance.uniform(0.01, 0.3)):
            await asyncio.sleep(seconds)


async def _unplug(faults: "Faults", seconds: float, wire: Wire | None) -> None:
    assert wire is not None
    async with faults.alone["plug", wire]:
        wire.unplug()
        await asyncio.sleep(seconds)
        wire.plug()


async def _unplug_acceptor(faults: "Faults", seconds: float) -> None:
    await _unplug(faults, seconds, faults.any_seat().devices["note_acceptor"].wire)


async def _unplug_printer(faults: "Faults", seconds: float) -> None:
    await _unplug(faults, seconds, faults.any_seat().devices["ticket_printer"].wire)


async def _unplug_shoe(faults: "Faults", seconds: float) -> None:
    await _unplug(faults, seconds, faults.table.devices["shoe"].wire)


async def _power_of(faults: "Faults", seconds: float, model: Any) -> None:
    async with faults.alone["power", model]:
        model.power(on=False)
        await asyncio.sleep(seconds)
        model.power(on=True)


async def _acceptor_power(faults: "Faults", seconds: float) -> None:
    await _power_of(faults, seconds, faults.any_seat().devices["note_acceptor"].model)


async def _printer_power(faults: "Faults", seconds: float) -> None:
    await _power_of(faults, seconds, faults.any_seat().devices["ticket_printer"].model)


async def _shoe_power(faults: "Faults", seconds: float) -> None:
    await _power_of(faults, min(seconds, 2), faults.table.devices["shoe"].model)


async def _do(faults: "Faults", seconds: float, model: Any, begin: str, *ends: str) -> None:
    async with faults.alone["trouble", model]:
        try:
            model.do(begin)
        except NoCommand:
            return  # it does not fit just now
        await asyncio.sleep(seconds)
        for end in ends:
            model.do(end)


async def _acceptor_trouble(faults: "Faults", seconds: float) -> None:
    model = faults.any_seat().devices["note_acceptor"].model
    begin, end = faults.chance.choice((("jam", "clear"), ("cashbox out", "cashbox in"), ("stacker full", "clear")))
    await _do(faults, seconds, model, begin, end)


async def _cheat(faults: "Faults", seconds: float) -> None:
    """Somebody pulls a note out again on a string, before it is stacked or while it is."""
    model = faults.any_seat().devices["note_acceptor"].model
    with contextlib.suppress(NoCommand):  # another note may be in it: then that is pulled out
        model.do("insert 50")
    await asyncio.sleep(faults.chance.uniform(0.5, 1.6))
    await _do(faults, seconds, model, "cheat", "clear")


async def _printer_trouble(faults: "Faults", seconds: float) -> None:
    model = faults.any_seat().devices["ticket_printer"].model
    begin, end = faults.chance.choice(
        (
            ("paper out", "paper in"),
            ("cover open", "cover closed"),
            ("cutter jam", "clear"),
            ("paper low", "paper in"),
        )
    )
    await _do(faults, seconds, model, begin, end)


async def _paper(faults: "Faults", _: float) -> None:
    """Somebody at the console wants a terminal's meters on paper, whatever its printer has in hand."""
    with contextlib.suppress(Refused, TableStopped):
        await faults.table.service.submit(PrintPaper(faults.any_seat().ats, "meters", ("meters", "1.00")))


async def _shoe_trouble(faults: "Faults", seconds: float) -> None:
    kind = faults.chance.choice(("button", "reverse_exit", "reverse_midway", "card_code", "timeout"))
    await _do(faults, min(seconds, 3), faults.table.devices["shoe"].model, f"fault {kind}", "clear")


async def _lost_report(faults: "Faults", _: float) -> None:
    faults.table.devices["shoe"].model.do("lose 1")


OF_DEVICES: Final[dict[str, tuple[int, Does]]] = {
    "drop-bytes": (3, _drop_bytes),
    "double-bytes": (3, _double_bytes),
    "corrupt-bytes": (3, _corrupt_bytes),
    "printer-noise": (2, _printer_noise),
    "slow-line": (2, _slow_line),
    "unplug-acceptor": (2, _unplug_acceptor),
    "unplug-printer": (2, _unplug_printer),
    "unplug-shoe": (2, _unplug_shoe),
    "acceptor-power": (2, _acceptor_power),
    "printer-power": (2, _printer_power),
    "shoe-power": (2, _shoe_power),
    "acceptor-trouble": (2, _acceptor_trouble),
    "cheat": (2, _cheat),
    "printer-trouble": (2, _printer_trouble),
    "paper": (2, _paper),
    "shoe-trouble": (2, _shoe_trouble),
    "lost-report": (2, _lost_report),
}
