"""Whatever stands under any key of a configuration: it is sound, or one line says what is wrong with it."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from plain_text import is_plain
from some_cases import some_of

from firmware.cli.main import main

DEPLOY = Path(__file__).parents[2] / "deploy"
TABLE = (DEPLOY / "table.toml").read_text()
PROFILES = sorted(DEPLOY.glob("*.toml"))
ODD = (
    "inf",
    "-inf",
    "nan",
    "1e400",
    "0",
    "-1",
    "-0.0",
    "1e-300",
    "0.0001",
    "9223372036854775808",
    "9" * 40,
    f"0x{'f' * 300}",
    "true",
    '""',
    '" "',
    r'"\u0000"',
    r'"a\r\n\u001b[2J\u202e"',
    '"../../x"',
    f'"{"x" * 5000}"',
    '"é"',
    "2026-11-19",
    "07:32:00",
    "[]",
    "[[]]",
    "[1, 2, 3]",
    '["", ""]',
    "{}",
    "{a = 1}",
    "'''\n'''",
    '"1e3"',
    '"0.001"',
    '"-5"',
    '"nan"',
)


def keys(text: str) -> Iterator[tuple[int, int]]:
    """Return where each value of a profile stands."""
    for line in re.finditer(r"^[\w\"*.-]+ = (.*)$", text, re.MULTILINE):
        yield line.span(1)


def checked(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "board.toml"
    path.write_text(text)
    status = main(["check-config", str(path)])
    said = capsys.readouterr()
    assert status in (0, 2)
    assert (said.err.count("\n"), said.err.startswith(f"{path}: ")) == ((1, True) if status else (0, False)), said.err
    assert len(said.err) < 2000
    assert all(is_plain(line) for line in (said.out + said.err).split("\n"))


@pytest.mark.parametrize("profile", PROFILES, ids=lambda path: path.stem)
def test_each_value_in_turn_is_odd(
    profile: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], pytestconfig: pytest.Config
) -> None:
    text = profile.read_text()
    tomllib.loads(text)
    found = list(keys(text))
    assert len(found) > 5
    for start, end in found:
        for odd in some_of(ODD, 5, text[:end], pytestconfig):
            checked(text[:start] + odd + text[end:], tmp_path, capsys)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\0",
        "[" * 20_000,
        f"a = {'[' * 20_000}{']' * 20_000}",
        f"a = {'{a=' * 5_000}",
        "a" + ".a" * 2_000 + " = 1",
        f"[{'a.' * 2_000}a]",
        "a = 1\na = 2",
        "[a]\n[a]",
        "\ufeffrole = 'ats'",
        'role = "wnd"\r',
        "role = 'ats'\n[table]\n",
        "[devices]\nshoe = 1",
        "[devices.shoe]\ndriver = 1",
        '[devices.shoe]\ndriver = "drivers."',
        '[devices."\\u0000"]',
        'role = "table"\n[devices.shoe]\ndriver = "drivers.\\u0000"',
        'role = "table"\n[devices.shoe]\ndriver = "drivers...os"',
        'role = "table"\n[devices.shoe]\ndriver = "drivers.ports"',
    ],
    ids=range(19),
)
def test_what_is_no_configuration(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    checked(text, tmp_path, capsys)


def test_a_number_of_thousands_of_digits_is_said_as_such(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "odd.toml").write_text(f'role = "ats"\n[terminal]\nats = {"9" * 5000}')
    assert main(["check-config", str(tmp_path / "odd.toml")]) == 2
    assert capsys.readouterr().err.endswith("a number there has thousands of digits; no setting takes more than 18\n")


@pytest.mark.parametrize("key", ["path", "pin_secret", "ticket_secret", "certificates"])
@pytest.mark.parametrize("odd", ['"\\u0000"', '"a\\u0000b"', f'"{"x/" * 3000}"', "1"])
def test_a_path_can_be_one(key: str, odd: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text, changed = re.subn(rf"^{key} = \".*?\"", f"{key} = " + odd.replace("\\", r"\\"), TABLE, flags=re.MULTILINE)
    assert changed == 1
    (tmp_path / "table.toml").write_text(text)
    assert main(["check-config", str(tmp_path / "table.toml")]) == 2
    assert f".{key}: " in capsys.readouterr().err


@pytest.mark.parametrize("period", ["inf", "nan", "1e400", "0", "-1", "1e-9", "0.999", "3600.5", "1e300"])
def test_a_period_is_a_time_that_people_wait(period: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text, changed = re.subn(r"^period = .*$", f"period = {period}", TABLE, flags=re.MULTILINE)
    assert changed == 1
    (tmp_path / "table.toml").write_text(text)
    assert main(["check-config", str(tmp_path / "table.toml")]) == 2
    assert "table.period: " in capsys.readouterr().err
