"""Which makes of device there are, and what is said where one is not as it should be."""

import importlib
from pathlib import Path

import pytest

from drivers.touch.events import PlainPygame
from hal import makes
from hal.make import LineMake, TouchMake, plain_words
from hal.makes import NoMake, NoPackage, make_named, makes_of
from hal.registry import NAMES, ProfileError, choose
from sim.devices.simulation import Simulation, line_of, simulation_of


def distribution(folder: Path, name: str, points: str) -> None:
    """Install another package's entry points."""
    installed = folder / f"{name}-1.0.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (installed / "entry_points.txt").write_text(points)


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with other people's packages."""
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def locked(folder: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    (folder / "makes.list").write_text(text)
    monkeypatch.setattr(makes, "_drivers", lambda: folder)


def test_the_first_of_each_kind_is_the_one_that_is_meant() -> None:
    # interfaces.md: protocol names `angel-eye`, `bee-tek`; `id003`, `ebds`; `escpos`; `alpha`
    assert list(makes_of("shoe")) == ["angel-eye", "bee-tek"]
    assert list(makes_of("note-acceptor")) == ["id003", "ebds"]
    assert list(makes_of("ticket-printer")) == ["escpos"]
    assert list(makes_of("wnd")) == ["alpha"]
    assert set(NAMES.values()) == {named.make.kind for named in makes.makes()}


def test_each_make_on_a_line_has_a_model_and_its_line() -> None:
    for named in makes.makes():
        if isinstance(named.make, LineMake):
            assert isinstance(simulation_of(named.name), Simulation)
            assert named.make.plugged(named.make.options("/dev/somewhere")).name == "/dev/somewhere"


def test_the_line_of_a_make_is_set_as_its_protocol_wants() -> None:
    # wire-protocols: Angel Eye 4800 8N1, ID-003 9600 8E1, EBDS 9600 7E1
    found = {name: line_of(name) for name in ("angel-eye", "id003", "ebds")}
    assert {name: (line.baud, line.bits, line.parity) for name, line in found.items()} == {
        "angel-eye": (4800, 8, "N"),
        "id003": (9600, 8, "E"),
        "ebds": (9600, 7, "E"),
    }


def test_a_touch_screen_is_opened_by_its_profile_and_plain_to_be_calibrated() -> None:
    chosen = choose({"touch": {"driver": "drivers.touch", "rotation": 90}})["touch"]
    assert chosen.touch_screen().touches() == []  # there is no picture
    assert isinstance(chosen.of(TouchMake).plain(), PlainPygame)


def test_a_make_that_says_nothing_of_its_words_is_shown_as_it_is() -> None:
    assert plain_words()(b"\x01Z00" + b"x" * 100, True) == "·Z00" + "x" * 44  # noqa: FBT003


@pytest.mark.parametrize("name", ["nobody", "", "ports", "angel_eye.protocol", "../angel_eye", "note_driver"])
def test_what_is_no_make_is_not_on_this_board(name: str) -> None:
    with pytest.raises(NoMake) as why:
        make_named(name)
    assert str(why.value) == f"there is no driver drivers.{name} on this board"


def test_a_touch_screen_has_no_model() -> None:
    with pytest.raises(ProfileError) as why:
        choose({"touch": {"driver": "sim.touch"}})
    assert str(why.value) == "devices.touch.driver: there is no driver sim.touch on this board"


def test_a_board_without_simulated_devices_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def load(name: str) -> object:
        if name.startswith("sim"):
            raise ModuleNotFoundError("No module named 'sim'", name="sim")
        return whole(name)

    whole = importlib.import_module
    monkeypatch.setattr(importlib, "import_module", load)
    with pytest.raises(ProfileError) as why:
        choose({"shoe": {"driver": "sim.angel_eye", "port": "x"}})
    assert str(why.value) == "devices.shoe.driver: there is no driver sim.angel_eye on this board"


def test_a_package_that_is_loaded_late_is_asked_for_early(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(makes, "find_spec", lambda _: None)
    with pytest.raises(NoPackage, match="needs the package pygame, which is not installed"):
        make_named("touch")
    assert "touch" not in [named.name for named in makes.makes()]
    with pytest.raises(ProfileError, match=r"^devices\.touch\.driver: drivers\.touch needs the package pygame"):
        choose({"touch": {"driver": "drivers.touch"}})


@pytest.mark.parametrize(
    ("place", "says"),
    [
        ("acme_gone.make:MAKE", "the driver drivers.acme is not whole: acme_gone is not there"),
        ("acme.make:NOTHING", "the driver drivers.acme should be acme.make:NOTHING, which is no make of device"),
        ("acme.half:MAKE", "the driver drivers.acme is not whole: acme.missing is not there"),
        ("acme.poor:MAKE", "drivers.acme needs the package acme_library, which is not installed"),
    ],
)
def test_another_package_that_is_not_as_it_should_be(elsewhere: Path, place: str, says: str) -> None:
    distribution(elsewhere, "acme", f"[rapid_table.devices]\nacme = {place}\n")
    (elsewhere / "acme").mkdir()
    for name, text in (("make", ""), ("half", "import acme.missing"), ("poor", "import acme_library")):
        (elsewhere / "acme" / f"{name}.py").write_text(text)
    with pytest.raises(ProfileError) as why:
        choose({"shoe": {"driver": "drivers.acme", "port": "x"}})
    assert str(why.value) == f"devices.shoe.driver: {says}"


def test_nobody_takes_the_place_of_a_make_of_ours(elsewhere: Path) -> None:
    distribution(elsewhere, "taker", "[rapid_table.devices]\nangel_eye = taker.make:MAKE\n")
    assert "angel-eye" in makes_of("shoe")
    assert make_named("angel_eye").usual


def test_a_locked_image_has_its_list_alone(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    distribution(elsewhere, "acme", "[rapid_table.devices]\nacme = acme.make:MAKE\n")
    locked(tmp_path_factory.mktemp("drivers"), monkeypatch, "bee_tek drivers.bee_tek.make:MAKE\n")
    assert [named.name for named in makes.makes()] == ["bee_tek"]
    assert make_named("bee_tek").kind == "shoe"
    for name in ("angel_eye", "acme"):
        with pytest.raises(NoMake, match=f"there is no driver drivers.{name} on this board"):
            make_named(name)


def test_a_list_that_cannot_be_read_names_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    locked(tmp_path, monkeypatch, "bee_tek drivers.bee_tek.make:MAKE\nangel_eye\n")
    with pytest.raises(NoMake, match=r"makes\.list: line 2: 'angel_eye' reads NAME MODULE:MAKE"):
        make_named("bee_tek")


def test_the_list_of_an_image_is_what_is_installed() -> None:
    lines = makes.page().splitlines()
    assert "angel_eye drivers.angel_eye.make:MAKE" in lines
    assert len(lines) == len(list(makes.makes()))
