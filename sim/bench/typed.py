"""The bench by typed lines: what a tester does beside windows, where there is no page."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

from firmware.conditions_file import read_conditions
from firmware.refusal import Refused
from firmware.table.core.stopped import TableStopped
from hal.visible import visible
from sim.bench.bench import Bench
from sim.bench.pace import FAST
from sim.bench.small_cup import example
from sim.devices.model import NoCommand
from sim.refusals import in_english
from sim.scenario import ScenarioError

HOWS: Final = ("burn", "face-up", "together", "wrong-hand", "player", "banker")
LOOK_S: Final = 0.2
# How long what an input feels stays so at least: no hand is quicker, and a panel takes what is quicker for a bounce.
HAND_S: Final = 0.05
# What can be wrong with a line.
WRONG: Final = (NoCommand, ScenarioError, Refused, TableStopped, ValueError)
HELP: Final = """\
Screens are worked by mouse; what happens beside them is typed here:

  deal [HOW] [CARD]          a card leaves the shoe; CARD: 7S, KD, ...; HOW: burn, face-up, together,
                             wrong-hand, player, banker
  devices                    every device, and what can happen to it
  BOARD DEVICE WHAT          it happens to a device: ats-1 note_acceptor insert 20
  power BOARD off|on         a board loses its power, or has it again: ats-1, wnd; the table comes back by itself
  autoplay [MISTAKES] | off  a dealer and players play, with so many mistakes in a hundred things
  speed N | fast             time runs N times as fast, or as fast as it goes
  cup [FILE]                 a small tournament with simulated players: conditions cut to this table
  scenario FILE              loads a scenario; step takes its next step, play all that are left
  record FILE                writes down what was done, for rapid-table play
  help                       this

What goes on record is printed as it grows, an irregularity with its rule. Close a window, or Ctrl-C, to end.
"""


class Typed:
    """Does what is typed at a bench, and says what becomes of it."""

    def __init__(self, bench: Bench, say: Callable[[str], None]) -> None:
        self._bench = bench
        self._say = say

    async def run(self) -> None:
        """Print what goes on record, until cancelled."""
        while True:
            self.news()
            await self._bench.loop.rest(LOOK_S)

    def news(self) -> None:
        """Print what has gone on record since, and what became of a scenario's steps."""
        steps = self._bench.script.said
        while steps:
            self._say(visible(steps.popleft()))
        said = self._bench.said
        while said:
            entry = said.popleft()
            rule = f" ({entry['rule']})" if entry["rule"] and entry["rule"] not in entry["text"] else ""
            self._say(visible(f"{'! ' if entry['irregular'] else '  '}{entry['text']}{rule}"))

    async def hear(self, line: str) -> None:
        """Do what a line says, and say what became of it; what is wrong with a line has done nothing."""
        try:
            said = await self.do(line)
        except OSError as problem:
            said = visible(f"{line}: {problem.strerror}")
        except WRONG as problem:
            said = visible(f"{line}: {in_english(problem)}")
        if said:
            self._say(said)

    async def do(self, line: str) -> str:
        """Do what a line says, and return what there is to say. Raises OSError, or one of WRONG: nothing is done."""
        word, *words = line.split()
        return await self._DO[word](self, words) if word in self._DO else await self._device(word, words)

    async def _device(self, board: str, words: list[str]) -> str:
        if not words:
            raise NoCommand("this is no command; help says what there is")
        name = f"{board} {words[0]}"
        self._bench.device(name, " ".join(words[1:]))
        if getattr(self._bench.devices[name].model, "inputs", None):
            await asyncio.sleep(HAND_S)
        return ""

    async def _deal(self, words: list[str]) -> str:
        how = words.pop(0) if words and words[0] in HOWS else "due"
        self._bench.deal(how, *words)
        return ""

    async def _devices(self, _: list[str]) -> str:
        found = self._bench.state()["devices"]
        return "\n".join(f"{name} ({of['stage']}): {', '.join(_can(of)) or 'by hand'}" for name, of in found.items())

    async def _power(self, words: list[str]) -> str:
        if words[1:] not in (["on"], ["off"]):
            raise NoCommand("it reads: power BOARD off|on")
        self._bench.power(words[0], on=words[1] == "on")
        return ""

    async def _autoplay(self, words: list[str]) -> str:
        mistakes = _number(words) if words and words != ["off"] else 0.0
        if not 0 <= mistakes <= 100:
            raise NoCommand("mistakes must be 0 to 100 in a hundred: autoplay 5")
        self._bench.autoplay(on=words != ["off"], mistakes=mistakes)
        return ""

    async def _cup(self, words: list[str]) -> str:
        await self._bench.cups.begin(read_conditions(_read(_path(words))) if words else example(), simulated=True)
        return ""

    async def _speed(self, words: list[str]) -> str:
        self._bench.loop.speed = FAST if words == ["fast"] else _number(words)
        return ""

    async def _scenario(self, words: list[str]) -> str:
        path = _path(words)
        self._bench.script.load(_read(path), str(path))
        return f"{len(self._bench.script.steps)} steps"

    async def _step(self, _: list[str]) -> str:
        self._bench.script.begin(whole=False)
        return ""

    async def _play(self, _: list[str]) -> str:
        self._bench.script.begin(whole=True)
        return ""

    async def _record(self, words: list[str]) -> str:
        path = _path(words)
        _write(path, self._bench.recorder.text())
        return f"rapid-table play {path}"

    async def _help(self, _: list[str]) -> str:
        return HELP

    _DO: Final[dict[str, Callable[["Typed", list[str]], Awaitable[str]]]] = {
        "deal": _deal,
        "devices": _devices,
        "power": _power,
        "autoplay": _autoplay,
        "cup": _cup,
        "speed": _speed,
        "scenario": _scenario,
        "step": _step,
        "play": _play,
        "record": _record,
        "help": _help,
    }


def _can(device: dict[str, Any]) -> list[str]:
    """Return what can happen to a simulated device; to a real one, nothing."""
    plug = [] if device["plugged"] is None else ["unplug", "plug"]
    return [*device["commands"], *plug, *(f"{name} on|off" for name in device["inputs"])]


def _number(words: list[str]) -> float:
    try:
        (word,) = words
        return float(word)
    except ValueError:
        raise NoCommand("a number is missing: autoplay 5, speed 10") from None


def _path(words: list[str]) -> Path:
    if len(words) != 1:
        raise NoCommand("the name of one file is missing: record coup.txt")
    return Path(words[0])


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")
