"""A recorded conversation is played to a device: the same answers pass, and each other one is named."""

import asyncio
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from device_under_test import run

from drivers.id003.protocol import write_frame
from firmware.cli.main import main
from firmware.probing.replay import replay
from hal.make import LineMake
from hal.makes import makes_of
from hal.port import LineSettings, PortError
from hal.recording import Recording, read_recording
from sim.devices.id003 import Id003Model
from sim.devices.model import Model
from sim.devices.simulation import simulation_of
from sim.devices.wire import Wire

# What other people's programs said to our devices on the desk, and what these answered: docs/reports.
WIRE = Path(__file__).parents[1] / "wire"


def hexed(command: int, data: bytes = b"") -> str:
    return write_frame(command, data).hex(" ")


# A device that has just been switched on: power-up, reset, its acknowledgement.
TALK = f"""\
# protocol: id003
1.000 host {hexed(0x11)}
1.005 device {hexed(0x40)}
1.200 host {hexed(0x40)}
1.205 device {hexed(0x50)}
"""


def played(make: Callable[[], Model], recording: Recording, line: LineSettings | None = None) -> list[dict[str, Any]]:
    """Return what is told as a model is played a conversation; what a person did, the model does."""
    told: list[dict[str, Any]] = []

    async def story() -> None:
        model = make()

        def tell(said: dict[str, Any]) -> None:
            if said["event"] == "please":
                model.do(said["do"])
            else:
                told.append(said)

        assert await replay(Wire(model, line or LineSettings()), recording.said, tell) == len(told)

    run(story)
    return told


def test_a_device_that_answers_as_the_recorded_one_passes() -> None:
    assert played(Id003Model, read_recording(TALK)) == []


def test_each_other_answer_is_named_with_both() -> None:
    otherwise = TALK.replace(hexed(0x50), hexed(0x4B))
    assert played(Id003Model, read_recording(otherwise)) == [
        {"event": "different", "at": 1.205, "asked": hexed(0x40), "wanted": hexed(0x4B), "came": hexed(0x50)},
        {"event": "never", "wanted": hexed(0x4B)},
    ]


def test_no_answer_is_another_and_is_waited_for_no_longer_than_half_a_second() -> None:
    class Mute(Model):
        """Hears, and says nothing."""

        def received(self, data: bytes) -> None:
            """Swallow it."""

    assert [said.get("came") for said in played(Mute, read_recording(TALK))] == ["", "", None, None]


def test_a_status_may_come_a_poll_earlier_or_later_but_has_to_come() -> None:
    # Idle, accepting, idle again: a device that is a poll faster passes, one that never says it is accepting does not.
    idle, taking = hexed(0x11), hexed(0x12)
    talk = "".join(
        f"{at}.000 host {hexed(0x11)}\n{at}.005 device {said}\n" for at, said in enumerate([idle, idle, taking, idle])
    )

    def told(*answers: str) -> list[str]:
        class Scripted(Model):
            """Says what is written."""

            def __init__(self) -> None:
                super().__init__()
                self._left = iter(answers)

            def received(self, _: bytes) -> None:
                self.send(bytes.fromhex(next(self._left)))

        return [said["event"] for said in played(Scripted, read_recording(talk))]

    assert told(idle, idle, taking, idle) == []
    assert told(idle, taking, idle, idle) == []
    assert told(idle, idle, idle, idle) == ["never"]
    assert told(idle, idle, hexed(0x45), idle) == ["different", "never"]


def test_a_late_answer_holds_the_host_up_and_is_the_same() -> None:
    class Slow(Id003Model):
        """Answers after 300 ms."""

        def received(self, data: bytes) -> None:
            asyncio.get_running_loop().call_later(0.3, super().received, data)

    assert played(Slow, read_recording(TALK)) == []


def test_what_a_person_did_is_asked_for() -> None:
    # The stacker is taken out: 44, by the protocol's own page.
    asked = f"{TALK}1.250 tester cashbox out\n4.000 host {hexed(0x11)}\n4.005 device {hexed(0x44)}\n"
    assert played(Id003Model, read_recording(asked)) == []


def test_a_port_that_goes_away_is_said() -> None:
    async def story() -> None:
        wire = Wire(Id003Model(), LineSettings())
        asyncio.get_running_loop().call_later(1.1, wire.unplug)
        with pytest.raises(PortError, match="is closed"):
            await replay(wire, read_recording(TALK).said, lambda _: None)

        class Leaving(Model):
            """Is unplugged by what it hears."""

            def received(self, _: bytes) -> None:
                wire.unplug()

        wire = Wire(Leaving(), LineSettings())
        with pytest.raises(PortError, match="was unplugged"):
            await replay(wire, read_recording(TALK).said, lambda _: None)

    run(story)


@pytest.mark.parametrize(
    ("text", "more", "says"),
    [
        ("1.0 host fc\n", [], "line 1"),
        ("1.000 host fc\n", [], "--protocol: '' is no protocol; there are "),
        ("1.000 host fc\n", ["--protocol", "none"], "--protocol: 'none' is no protocol; there are "),
        (TALK, [], "--port: "),
        (None, [], "talk.txt"),
    ],
)
def test_what_cannot_be_played_is_said(
    text: str | None, more: list[str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    talk = tmp_path / "talk.txt"
    if text is not None:
        talk.write_text(text)
    assert main(["replay-wire", str(talk), "--port", str(tmp_path / "none"), *more]) == 2
    assert says in capsys.readouterr().err


@pytest.mark.parametrize(("different", "status"), [(0, 0), (2, 1)])
def test_the_exit_status_says_whether_all_was_the_same(
    different: int, status: int, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def so_many(*_: object) -> int:
        return different

    monkeypatch.setattr("firmware.cli.replay_wire.replay", so_many)
    (tmp_path / "talk.txt").write_text(TALK)
    assert main(["replay-wire", str(tmp_path / "talk.txt"), "--port", "x"]) == status
    said = {"event": "replayed", "protocol": "id003", "answers": 2, "different": different}
    assert json.loads(capsys.readouterr().out) == said


def test_where_no_device_said_anything_it_is_said_that_nothing_was_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def none(*_: object) -> int:
        return 0

    monkeypatch.setattr("firmware.cli.replay_wire.replay", none)
    talk = tmp_path / "talk.txt"
    talk.write_text("".join(line for line in TALK.splitlines(keepends=True) if "device" not in line))
    assert main(["replay-wire", str(talk), "--port", "x"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["answers"] == 0
    assert f"{talk}: no device says anything in it, so nothing was compared" in err


def _others() -> list[Path]:
    # Where the device was somebody else's, our hosts are tried: test_recorded_devices.py.
    return [file for file in sorted(WIRE.glob("*/*.txt")) if "\n# host: " in file.read_text()]


@pytest.mark.parametrize("file", _others(), ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_our_devices_answer_other_peoples_hosts_as_on_the_desk(file: Path) -> None:
    recording = read_recording(file.read_text())
    kinds: list[Callable[[], Any]] = []
    for kind in ("shoe", "note-acceptor", "ticket-printer", "wnd"):
        named = makes_of(kind).get(recording.protocol)
        if named is not None:
            make = named.make
            assert isinstance(make, LineMake)
            model = partial(simulation_of(named.name).model, lambda _: None, {})
            assert played(model, recording, make.line) == []
            kinds.append(make.options)
    assert len(kinds) == 1
