"""Each setting of each profile has its bounds in its type, and what is beyond them is refused by its key."""

import json
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from each_case import each
from msgspec import Struct, inspect
from plain_text import is_plain
from some_cases import some_of

from firmware.board_parts import Config
from firmware.cli.main import main
from hal.makes import NoMake, makes
from sim.devices.simulation import simulation_of

DEPLOY = Path(__file__).parents[2] / "deploy"
PROFILES = {path.stem: tomllib.loads(path.read_text()) for path in sorted(DEPLOY.glob("*.toml"))}
# Their keys are held by the reader: names of bets, of devices, of a panel's lines, codes of notes and countries.
NAMED = ("limits", "devices", "inputs", "outputs", "notes", "country")


def numbers_and_texts(kind: Any, where: str) -> Iterator[tuple[str, Any]]:
    """Go over everything that a profile may say somewhere: each number and each text, with its key."""
    if isinstance(kind, (inspect.IntType, inspect.FloatType, inspect.StrType)):
        yield where, kind
    for inner, name in within(kind, where):
        yield from numbers_and_texts(inner, f"{where}{name}".strip("."))


def within(kind: Any, where: str) -> list[tuple[Any, str]]:
    match kind:
        case inspect.StructType(fields=fields):
            return [(one.type, f".{one.encode_name}") for one in fields]
        case inspect.UnionType(types=kinds):
            return [(each, "") for each in kinds]
        case inspect.VarTupleType(item_type=item):
            return [(item, "[]")]
        case inspect.TupleType(item_types=items):
            return [(each, "[]") for each in items]
        case inspect.DictType(value_type=value):
            assert where.rpartition(".")[2] in NAMED, f"{where}: who holds its keys?"
            # Of a device, its make reads what is below.
            return [] if where == "devices" else [(value, ".*")]
        case _:
            return []


def all_settings() -> Iterator[tuple[str, Any]]:
    yield from numbers_and_texts(inspect.type_info(Config), "")
    for named in makes():
        yield from numbers_and_texts(inspect.type_info(named.make.options), f"drivers.{named.name}")
        with suppress(NoMake):  # touch is a window's
            simulated: type[Struct] = simulation_of(named.name).settings
            yield from numbers_and_texts(inspect.type_info(simulated), f"sim.{named.name}")


SETTINGS = tuple(all_settings())


def test_there_are_many_settings() -> None:
    assert len(SETTINGS) > 100


@each("key, kind", SETTINGS)
def test_each_number_and_each_text_has_its_bounds_in_its_type(key: str, kind: Any) -> None:
    if isinstance(kind, inspect.StrType):
        assert None not in (kind.max_length, kind.pattern), key
    else:
        assert (kind.ge, kind.gt) != (None, None) != (kind.le, kind.lt), key


ODD_NUMBERS = ("-1", "0", "9223372036854775808", "100000000000000000000", "1e20", "nan", "inf", "-1e20")
ODD_TEXTS = ("", "\0", "\x1b[31m", "\n", "x\n", "\x9b", "x" * 10_000, "../../etc")
# Nothing is what these take for none, and a path or a port may lead anywhere.
NOTHING_IS_NONE = ("tables", "ticket_secret", "key", "barred", "witness", "currency", "folder", "papers", "help_line")
LEADS_ANYWHERE = ("journal", *NOTHING_IS_NONE, "path", "pin_secret", "pocket", "certificates", "port")
# No light, no delay, no number of terminals, no cap: 0 is a value.
ZERO_IS_ONE = (
    "ats", "aggregate_min", "witness_wait", "rotation", "sound", "settle_ms", "line", "face", "together", "gather",
    "placing", "denominations", "security", "b", "c", "f", "a", "d", "e", "left_behind",
    "reality_check",
)  # fmt: skip
NEGATIVE_IS_ONE = ("a", "b", "c", "d", "e", "f")


def places(found: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    if isinstance(found, dict):
        for name, value in found.items():
            yield from places(value, (*path, name))
    elif isinstance(found, list):
        for index, value in enumerate(found):
            yield from places(value, (*path, index))
    else:
        yield path, found


def in_toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(name)} = {in_toml(one)}" for name, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(in_toml, value)) + "]"
    if isinstance(value, Raw):
        return value.text
    return json.dumps(value, ensure_ascii=True)


class Raw:
    def __init__(self, text: str) -> None:
        self.text = text


def changed(found: Any, path: tuple[str | int, ...], value: object) -> Any:
    if not path:
        return value
    step, *rest = path
    if isinstance(found, list):
        return [changed(one, tuple(rest), value) if place == step else one for place, one in enumerate(found)]
    return {name: changed(one, tuple(rest), value) if name == step else one for name, one in found.items()}


def checked(profile: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """Return what check-config has against a profile; nothing when it is sound."""
    path = tmp_path / "board.toml"
    path.write_text("".join(f"{json.dumps(name)} = {in_toml(value)}\n" for name, value in profile.items()))
    status = main(["check-config", str(path)])
    said = capsys.readouterr()
    assert status in (0, 2)
    assert said.err.count("\n") == (status == 2)
    assert all(is_plain(line) for line in (said.out + said.err).split("\n"))
    return said.err.removeprefix(f"{path}: ")


def filled(profile: Any) -> Any:
    """Return a profile with settings that the one that ships leaves out."""
    parts = json.loads(json.dumps(profile))
    if parts["role"] == "tournament":
        parts["tournament"]["conditions"] = str(DEPLOY / parts["tournament"]["conditions"])
        return parts
    parts["screen"] = {"size": [1280, 800], "rotation": 0, **parts.get("screen", {})}
    if parts["role"] == "table":
        names = [field.name for field in msgspec.structs.fields(type(Config(role="table", table=None).watch))]
        assert set(parts["watch"]) == set(names)
        parts["table"]["remote"] = [2]
        parts["devices"]["panel"]["watchdog_s"] = 0.5
        parts["devices"]["shoe"] |= {"answer_within": 0.5, "patience": {"grace": 2.0, "first": 0.25, "longest": 5.0}}
        parts["devices"]["shoe"]["line"]["write_timeout"] = 1.0
        parts["devices"]["wnd"] |= {"look": 10.0, "answer_within": 1.5}
        parts["devices"]["touch"]["calibration"] = dict(zip("abcdef", (1.0, 0.0, 0.0, 0.0, 1.0, 0.0), strict=True))
    if parts["role"] == "ats":
        parts["devices"]["note_acceptor"] |= {"answer_within": 0.15, "denominations": 0, "security": 0}
        parts["devices"]["ticket_printer"] |= {"poll": 1.0, "answer_within": 0.05, "print_within": 4.0}
    return parts


@pytest.mark.parametrize("name", PROFILES)
def test_what_is_impossible_is_refused_by_its_key(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], pytestconfig: pytest.Config
) -> None:
    profile = filled(PROFILES[name])
    assert checked(profile, tmp_path, capsys) == ""
    for path, value in places(profile):
        key = next(step for step in reversed(path) if isinstance(step, str) and not step.isdigit())
        if isinstance(value, bool):
            continue
        odd = [in_toml(text) for text in ODD_TEXTS] if isinstance(value, str) else ODD_NUMBERS
        for one in some_of([one for one in odd if not harmless(key, one)], 3, f"{name} {path}", pytestconfig):
            problem = checked(changed(profile, path, Raw(one)), tmp_path, capsys)
            assert key in problem, f"{path} = {one[:40]}: {problem}"


def harmless(key: str, odd: str) -> bool:
    if odd == '""':
        return key in NOTHING_IS_NONE
    if odd == '"../../etc"':
        return key in LEADS_ANYWHERE or key in ("name", "location", "venue", "address", "help")
    if odd in ("0", "-1"):
        return key in (NEGATIVE_IS_ONE if odd == "-1" else ZERO_IS_ONE) or (odd == "0" and key.endswith("_over"))
    return False
