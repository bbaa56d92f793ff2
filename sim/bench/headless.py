"""The bench for programs: typed commands and steps of a scenario in, what goes on record out, on the real clock."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from firmware.errands import Errands
from firmware.link import messages as m
from firmware.refusal import Refused
from firmware.table.core.service import Happened
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.days import DayBegan
from firmware.table.features.staff import StaffEnrolled, StaffSignedOn
from sim.bench.bench import Bench, FolderOfAnother
from sim.bench.broker import Broker
from sim.bench.console import OPERATIONS, command, matters
from sim.bench.lines import take
from sim.bench.people import whoever_may
from sim.bench.script import table_of, with_its_table
from sim.bench.typed import HELP, WRONG, Typed
from sim.bench.wanted import BenchWanted
from sim.play import prepare, shoe_before
from sim.scenario import ScenarioLine, is_step, read_line, steps
from sim.scenario_actions import ChooseBook, SetTable, Wait
from sim.told import Printer, Teller
from sim.tournament_steps import SetTournament, TournamentAction

LOOK_S: Final = 0.2
SIDE_BOARDS: Final = ("wnd-1", "cage-1")
# Who may sign on at a bench is its own affair: it is on record, and told to nobody.
UNTOLD: Final = (DayBegan, StaffEnrolled, StaffSignedOn)
LONGEST: Final = 4096
# How long is waited, in real seconds, until acceptors take notes, and until a board has ended or is back.
WARM_S: Final = 5.0
POWER_S: Final = 30.0
# What is still to be done when the lines end has so long, in real seconds.
AFTERWARDS_S: Final = 2.0


class Headless:
    """A bench that takes lines and says objects; with a broker, its boards talk over that.

    `failed` is set when the table's board has failed.
    """

    def __init__(self, folder: Path, wanted: BenchWanted, broker: Broker | None, printer: Printer) -> None:
        self.failed: Final = asyncio.Event()
        self._folder = folder
        self._wanted = wanted
        self._told = Teller(printer)
        self._broker = broker
        self._errands = Errands()
        self._played = False
        self._bench: Bench | None = None
        self._known: set[str] = set()

    @property
    def bench(self) -> Bench:
        """The bench that runs."""
        assert self._bench is not None
        return self._bench

    async def start(self) -> None:
        """Switch everything on, and say that it is. Raises NoBroker, FolderOfAnother, JournalError."""
        if self._broker is not None:
            await self._broker.start(self._devices())
        await self._set_up()
        self._errands.begin(self._look())

    async def _set_up(self) -> None:
        wanted = self._wanted
        bench = self._bench = Bench(
            self._folder, wanted.real, screens=False, network=self._broker, external=wanted.external, **wanted.table
        )
        started: list[Happened] = []
        bench.tell_to(started.append)
        bench.cups.tell_to(lambda kind, fields: self._told.say(kind, bench.table.service.now_ms(), fields))
        await bench.start()
        for name, kept in bench.devices.items():
            if kept.model is not None:
                kept.model.tell_to(partial(self._device_said, name))
            if name.endswith("ticket_printer") and kept.model is not None:
                kept.model.show_pages(partial(self._page, name))
        await self.bench.loop.until(self._takes_notes, WARM_S)
        self._typed = Typed(bench, self._say)
        self._say_ready()
        for happened in started:
            self._hear(happened)
        bench.tell_to(self._hear)

    def _say_ready(self) -> None:
        table, setup = self.bench.table, self.bench.table.setup
        ready: dict[str, Any] = {
            "rulebook": setup.rulebook, "ats": setup.ats, "decks": setup.decks, "period": setup.period / 1000,
            "side": [f"{name}:{option}" for name, option in setup.side_wagers.items()],
            "aggregate_min": setup.aggregate_minimum, "messages": m.VERSION, "boards": ["table", *self.bench.boards],
            "folder": str(self._folder.resolve()),
        }  # fmt: skip
        if self._broker is not None:
            ready["server"] = self._broker.server
            ready["certificates"] = str(self._broker.certificates)
            ready["external"] = list(self._wanted.external)
        self._told.say("ready", table.service.now_ms(), ready)

    def _devices(self) -> list[str]:
        terminals = [f"ats-{ats}" for ats in range(1, self._wanted.table["ats"] + 1)]
        return list(dict.fromkeys((*terminals, *SIDE_BOARDS, *self._wanted.external)))

    async def stop(self) -> None:
        """Switch everything off."""
        self._errands.stop()
        if self._bench is not None:
            await self._bench.stop()
        if self._broker is not None:
            await self._broker.stop()

    def _takes_notes(self) -> bool:
        """Whether every simulated acceptor takes notes, as they do soon after they have power."""
        models = [kept.model for name, kept in self.bench.devices.items() if name.endswith("note_acceptor")]
        return all(model.takes_notes() for model in models if model is not None)

    # What it says.

    def _device_said(self, name: str, said: dict[str, Any]) -> None:
        """Say what happened in a simulated device, which its own line need not tell."""
        self._say("device", device=name, what=said["event"], **{key: said[key] for key in said if key != "event"})

    def _page(self, name: str, page: Any) -> None:
        self._say("device", device=name, what="page", text=page.info["text"], numbers=list(page.info["numbers"]))

    def _say(self, kind: str, **fields: Any) -> None:
        self._told.say(kind, self.bench.table.service.now_ms(), fields)

    def _hear(self, happened: Happened) -> None:
        events = tuple(event for event in happened.events if not isinstance(event, UNTOLD))
        self._told.happened([Happened(happened.at, events, happened.state)])

    async def _look(self) -> None:
        """Say what became of a scenario's steps, and what has failed on a board, which then stands still."""
        while True:
            while self.bench.script.said:
                self._say("step", text=self.bench.script.said.popleft())
            table = self.bench.table
            for name, board in {"table": table, **self.bench.boards}.items():
                for why in board.broken():
                    self._fail(name, repr(why))
            if table.service.stopped and table.on:
                self._fail("table", table.service.stopped)
            await self.bench.loop.rest(LOOK_S)

    def _fail(self, board: str, why: str) -> None:
        if why not in self._known:
            self._known.add(why)
            self._say("failed", board=board, reason=why)
        if board == "table":
            self.failed.set()

    # What it takes.

    async def run(self, lines: AsyncIterator[str]) -> None:
        """Take lines, one after the other, until they end; what is left then has a little longer."""
        await take(lines, self.hear, partial(self.bench.loop.rest, AFTERWARDS_S))

    async def hear(self, number: int, text: str) -> None:
        """Do what a line says, and say what became of it, last of all: done, refused, or an error of the line's."""
        self._told.at(number)
        text = text.partition("#")[0].strip()[:LONGEST]
        if not text:
            return
        try:
            said = await self._do(number, text)
        except Refused as refusal:
            self._told.refused(text, refusal, self.bench.table.service.now_ms())
        except OSError as problem:
            self._say("error", step=text, reason=problem.strerror or str(problem))
        except WRONG as problem:
            self._say("error", step=text, reason=str(problem))
        else:
            self._say("done", step=text, **said)

    async def _do(self, number: int, text: str) -> dict[str, Any]:
        word = text.split(maxsplit=1)[0]
        if word in self._TYPED:
            return await self._TYPED[word](self, text.split()[1:])
        if is_step(word) and not self._is_device(text.split()):
            return await self._take(read_line(number, text, tournament=self.bench.cups.now is not None))
        said = await self._typed.do(text)
        return {"said": said} if said else {}

    def _is_device(self, words: Sequence[str]) -> bool:
        """Whether this is something that happens to a device of the table's board, and no step `table`."""
        return " ".join(words[:2]) in self.bench.devices

    async def _help(self, _: Sequence[str]) -> dict[str, Any]:
        return {"said": HELP, "steps": list(steps()), "console": list(OPERATIONS)}

    async def _devices_now(self, words: Sequence[str]) -> dict[str, Any]:
        """`devices`, and `device BOARD DEVICE WHAT`, `device BOARD off|on`."""
        if not words:
            return {"devices": self.bench.state()["devices"]}
        if len(words) == 2 and words[1] in ("off", "on"):
            return await self._power(words)
        await self._typed.do(" ".join(words))
        return {}

    async def _power(self, words: Sequence[str]) -> dict[str, Any]:
        """`power BOARD off|on`; done when it is so. The table's board is away for two seconds, and is back then."""
        bench, before = self.bench, self.bench.table.service
        await self._typed.do(f"power {' '.join(words)}")
        name, on = words[0], words[1] == "on"
        if name == "table":
            await bench.loop.until(lambda: bench.table.service is not before and bench.table.on, POWER_S)
        else:
            await bench.loop.until(lambda: bench.boards[name].on is on, POWER_S)
        return {}

    async def _console(self, words: Sequence[str]) -> dict[str, Any]:
        """`console OPERATION KEY=VALUE …`: what somebody at the console would ask for, who may."""
        service = self.bench.table.service
        self._played = True
        asked = command(service, words)
        await service.submit(asked, by=whoever_may(service.state, asked))
        await service.at_rest()
        return {}

    async def _matters(self, _: Sequence[str]) -> dict[str, Any]:
        return {"open": matters(self.bench.table.service)}

    async def _speed(self, words: Sequence[str]) -> dict[str, Any]:
        if self._broker is not None:
            raise ValueError("time runs as it does with --network: others join by their own clocks")
        await self._typed.do(f"speed {' '.join(words)}")
        return {}

    async def _take(self, line: ScenarioLine) -> dict[str, Any]:
        """Take a step of a scenario, as `play` takes it; a ticket is asked for and printed by its terminal."""
        if isinstance(line.action, TournamentAction):
            await self._take_of_cup(line)
            return {}
        match line.action:
            case ChooseBook() | SetTable():
                await self._choose(line)
                return {}
            case Wait(seconds):
                self._played = True
                await asyncio.sleep(seconds)
                return {}
            case CashOut(ats, "ticket") if (result := await self.bench.table.cash_out_at(ats)) is not None:
                self._played = True
                await self.bench.table.service.at_rest()
                return {"ticket": result.outcome.value, "why": result.why}
        self._played = True
        await self._submit(line)
        return {}

    async def _take_of_cup(self, line: ScenarioLine) -> None:
        """Take a step of a tournament, whose first sets the table up as its conditions say."""
        if isinstance(line.action, SetTournament):
            await self._choose(line)
        self._played = True
        assert isinstance(line.action, TournamentAction)
        await self.bench.cups.take(line.action)

    async def _submit(self, line: ScenarioLine) -> None:
        service = self.bench.table.service
        prepare([line], service.state.setup.rulebook, "stdin")
        action = line.action
        assert not isinstance(action, TournamentAction | ChooseBook | SetTable | Wait)
        await shoe_before(service, action, whoever_may)
        await service.submit(action, by=whoever_may(service.state, action))
        await service.at_rest()
        await self.bench.cups.look()

    async def _choose(self, line: ScenarioLine) -> None:
        """Set the table up as a scenario's first lines say. Raises ValueError once something has been played."""
        now = self._wanted.table
        text = with_its_table(line, now["rulebook"], self.bench.table.setup)
        wanted = {**now, **table_of(text, "stdin", now["rulebook"])}
        if wanted == now:
            return
        if self._played:
            raise ValueError("this is another table; `rulebook` and `table` come before any other step")
        if self.bench.table.state.game.shoes or self.bench.table.state.accounts:
            raise FolderOfAnother("another table was played on in this folder")
        if any(name.startswith("ats-") and int(name[4:]) > wanted["ats"] for name in self._wanted.external):
            raise ValueError(f"--external names a terminal that a table of {wanted['ats']} does not have")
        await self.bench.stop()
        for file in (*self._folder.glob("table.journal*"), *self._folder.glob("ats-*.pocket*")):
            file.unlink()
        self._wanted = self._wanted._replace(table=wanted)
        if self._broker is not None:
            self._broker.admit(self._devices())
        await self._set_up()

    _TYPED: Final[dict[str, Callable[["Headless", Sequence[str]], Awaitable[dict[str, Any]]]]] = {
        "help": _help, "device": _devices_now, "devices": _devices_now, "power": _power, "speed": _speed,
        "console": _console, "matters": _matters,
    }  # fmt: skip
