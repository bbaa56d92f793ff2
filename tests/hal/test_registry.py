import asyncio

import pytest
from device_under_test import run

from hal.faults import FAULTS
from hal.life import LEADS_TO, Patience, Stage
from hal.registry import ProfileError, choose
from sim.devices.angel_eye import AngelEyeModel
from sim.simulated import Simulated


def problem(devices: object) -> str:
    with pytest.raises(ProfileError) as error:
        choose(devices)  # type: ignore[arg-type]
    return str(error.value)


def test_a_profile_names_its_devices_and_their_drivers() -> None:
    chosen = choose({"shoe": {"driver": "drivers.angel_eye", "port": "/dev/x", "line": {"baud": 9600}}})
    assert chosen["shoe"].driver == "drivers.angel_eye"
    shoe = chosen["shoe"].shoe(lambda _: None)
    assert (shoe.name, shoe.stage) == ("shoe", Stage.ABSENT)
    assert chosen["shoe"].options.line.baud == 9600


@pytest.mark.parametrize(
    ("devices", "says"),
    [
        ({"show": {}}, "devices.show: there is no such device; there are shoe"),
        ({"shoe": 3}, "devices.shoe: is a table of settings"),
        ({"shoe": {}}, "devices.shoe.driver: '' is no driver"),
        ({"shoe": {"driver": "os.path"}}, "devices.shoe.driver: 'os.path' is no driver; one reads drivers.NAME"),
        ({"shoe": {"driver": "drivers.nobody"}}, "there is no driver drivers.nobody on this board"),
        ({"shoe": {"driver": "drivers.id003"}}, "drives a note-acceptor, and here stands a shoe"),
        ({"shoe": {"driver": "drivers.angel_eye"}}, "devices.shoe: Object missing required field `port`"),
        ({"shoe": {"driver": "drivers.angel_eye", "port": "x", "speed": 1}}, "there is no setting `speed`"),
        ({"shoe": {"driver": "drivers.angel_eye", "port": "x", "line": {"baud": "fast"}}}, "devices.shoe.line.baud:"),
    ],
)
def test_what_is_wrong_in_a_profile_is_said_by_its_key(devices: object, says: str) -> None:
    assert says in problem(devices)


def test_a_package_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "serial", None)
    for module in [name for name in __import__("sys").modules if name.startswith(("drivers.bee_tek", "drivers.ports"))]:
        monkeypatch.delitem(__import__("sys").modules, module)
    assert "needs the package serial" in problem({"shoe": {"driver": "drivers.bee_tek", "port": "x"}})


def test_pauses_double_up_to_the_longest() -> None:
    patience = Patience(first=0.25, longest=5)
    assert [patience.pause(n) for n in (0, 1, 2, 3, 4, 5, 100)] == [0.25, 0.5, 1, 2, 4, 5, 5]
    with pytest.raises(ValueError, match="first"):
        Patience(first=2, longest=1)


def test_every_stage_leads_somewhere_and_each_is_led_to() -> None:
    assert set(LEADS_TO) == set(Stage)
    assert frozenset().union(*LEADS_TO.values()) == set(Stage)


def test_each_fault_says_what_happened_and_what_to_do() -> None:
    for code, advice in FAULTS.items():
        assert advice.happened.endswith("."), code
        assert advice.remedy.endswith("."), code
        assert code.replace("_", "").isalpha()


def test_simulated_devices_are_named_by_the_profile_and_by_nothing_else() -> None:
    chosen = choose({"shoe": {"driver": "sim.angel_eye", "port": "bench"}})["shoe"]
    assert chosen.driver == "sim.angel_eye"

    async def whole() -> None:
        shoe = chosen.shoe(lambda _: None)
        life = asyncio.create_task(shoe.run())
        await asyncio.sleep(1)
        assert shoe.stage is Stage.READY
        assert await shoe.lock(locked=True)
        assert isinstance(chosen, Simulated)
        assert isinstance(chosen.model, AngelEyeModel)
        assert chosen.model.locked
        life.cancel()
        await asyncio.gather(life, return_exceptions=True)

    run(whole)
    for name in ("sim.bee_tek", "sim.angel_eye"):
        assert choose({"shoe": {"driver": name, "port": "bench"}})
    for name in ("sim.id003", "sim.ebds"):
        assert choose({"note_acceptor": {"driver": name, "port": "bench"}})
    assert choose({"ticket_printer": {"driver": "sim.escpos", "port": "bench"}})
    assert choose({"wnd": {"driver": "sim.alpha", "port": "bench"}})
