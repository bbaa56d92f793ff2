"""What command lines say of makes of device."""

import json
from collections.abc import Callable

import pytest

from firmware.cli import emulate
from firmware.cli import makes as of_commands
from firmware.cli.main import main
from hal.makes import Named, NoMake
from sim.devices.model import Model
from sim.devices.simulation import NoSettings, Simulation


def raises(why: str) -> Callable[[str], dict[str, Named]]:
    def makes_of(_: str) -> dict[str, Named]:
        raise NoMake(why)

    return makes_of


def test_the_makes_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["emulate", "--list"])
    assert ended.value.code == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    # interfaces.md: the protocols of each kind; the first is the default
    assert [(row["device"], row["protocol"], row["default"]) for row in rows] == [
        ("shoe", "angel-eye", True),
        ("shoe", "bee-tek", False),
        ("note-acceptor", "id003", True),
        ("note-acceptor", "ebds", False),
        ("ticket-printer", "escpos", True),
        ("wnd", "alpha", True),
        ("ticket-scanner", "serial-scanner", True),
        ("ticket-scanner", "keyboard-scanner", False),
    ]


@pytest.mark.parametrize(
    ("found", "says"),
    [
        (raises("the driver drivers.acme is not whole"), "drivers: the driver drivers.acme is not whole"),
        (lambda _: {}, "drivers: no make of shoe is installed on this board"),
    ],
)
def test_a_board_whose_makes_are_not_as_they_should_be(
    found: Callable[[str], dict[str, Named]],
    says: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(of_commands, "makes_of", found)
    for words in (["emulate", "shoe", "--link", "x"], ["probe", "shoe", "--port", "x"], ["emulate", "--list"]):
        assert main(words) == 2
        assert says in capsys.readouterr().err


def test_a_make_without_a_model_is_not_emulated(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def simulation_of(name: str) -> Simulation[NoSettings]:
        raise NoMake(name)

    monkeypatch.setattr(emulate, "simulation_of", simulation_of)
    assert main(["emulate", "shoe", "--link", "x", "--protocol", "bee-tek"]) == 2
    assert capsys.readouterr().err == "--protocol: bee-tek cannot be emulated here; it has a driver but no model\n"


def test_a_model_is_told_only_what_it_can_be(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    plain = Simulation(lambda tell, _: Model(tell), NoSettings)
    monkeypatch.setattr(emulate, "simulation_of", lambda _: plain)
    assert main(["emulate", "note-acceptor", "--link", "x", "--currency", "AUD"]) == 2
    assert capsys.readouterr().err == "--currency: the model of id003 has no such setting\n"


@pytest.mark.parametrize(
    ("device", "words", "says"),
    [
        ("note-acceptor", ["--set", "model=1"], "--set model: the model of id003 has no such setting\n"),
        ("ticket-printer", ["--set", "dots=1"], "--set dots: must be at least 8\n"),
        ("ticket-printer", ["--set", "dots.a=1"], "--set dots: Expected `int`, got `object`\n"),
        (
            "ticket-printer",
            ["--set", "model"],
            "--set: 'model' is not a setting; write KEY=VALUE, such as model=TM-T88V\n",
        ),
    ],
)
def test_what_a_device_cannot_be_set_to_is_said(
    device: str, words: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["emulate", device, "--link", "x", *words]) == 2
    assert capsys.readouterr().err == says
