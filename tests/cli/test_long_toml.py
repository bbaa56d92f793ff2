"""TOML of any length and shape is read, or refused in one line, by work that grows as its length does."""

import time
import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from firmware import toml_lines
from firmware.cli.main import main
from firmware.toml_lines import line_of
from firmware.toml_text import MOST, MOST_PARTS, NotToml, read_toml

PARTS = 30_000
DEEP = "no key needs four levels"
KEY = f"a key has more than {MOST_PARTS} parts; none needs more than four"
# A whole second would do on the slowest machine: what was quadratic took nine.
FEW_SECONDS = 2.0
ODD = {
    "a key of parts": ("a." * PARTS + "b = 1", KEY),
    "parts in quotes": ('"a" . ' * PARTS + "b = 1", KEY),
    "parts in other quotes": ("'a.'.\t" * PARTS + "b = 1", KEY),
    "a table": ("[" + "a." * PARTS + "b]", KEY),
    "one of several tables": ("[[" + "a." * PARTS + "b]]", KEY),
    "within braces": ("x = {" + "a." * PARTS + "b = 1}", KEY),
    "arrays": ("x = " + "[" * PARTS, DEEP),
    "braces": ("x = " + "{x = " * PARTS, DEEP),
    "digits": ("x = " + "9" * PARTS, "thousands of digits"),
    "a long file": ("x = 1\n" * (MOST // 6 + 1), f"is longer than {MOST:,} characters"),
    "letters": ("x" * MOST, "is no TOML"),
    "quotes": ('"' * MOST, "is no TOML"),
    "dots": ("x = " + "." * (MOST - 4), "is no TOML"),
    "keys that are nearly too long": (("a." * (MOST_PARTS - 1) + "b = 1\n") * 2, "is no TOML: Cannot overwrite"),
}


@pytest.mark.parametrize(("text", "says"), ODD.values(), ids=ODD)
def test_a_configuration_of_any_shape_is_refused_in_one_line_and_soon(
    text: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (odd := tmp_path / "odd.toml").write_text(text)
    for command in (["check-config", str(odd)], ["tournament", "check", str(odd)]):
        begun = time.process_time()
        assert main(command) == 2
        assert time.process_time() - begun < FEW_SECONDS
        said = capsys.readouterr().err
        assert said.count("\n") == 1
        assert says in said or "conditions are at most" in said


def test_what_only_looks_like_a_long_key_is_read() -> None:
    sentences = "No. " * (MOST_PARTS - 1)
    numbers = ", ".join(f"{number}.5" for number in range(1000))
    assert read_toml(f'a = "{sentences}"\nb = [{numbers}]')["a"] == sentences
    assert read_toml(f"{'a.' * (MOST_PARTS - 1)}b = 1")
    with pytest.raises(NotToml, match="at line 3"):
        read_toml(f"\n[a]\n{'a.' * MOST_PARTS}b = 1")


def test_the_line_of_a_key_is_found_beside_a_value_of_many_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    reads = []

    def counted(text: str) -> dict[str, Any]:
        reads.append(text)
        return tomllib.loads(text)

    monkeypatch.setattr(toml_lines, "tomllib", SimpleNamespace(loads=counted))
    values = '1, # ]\n"]", ' + "''']\n''', " + '"""[""\\"\n""""", ' + "{a = ['}']},\n"
    text = f"# [\nx = [\n{values * 500}]\n\ny = 1\nz = ']'\n"
    last = text.count("\n") - 1
    assert {key: line_of(text, key) for key in ("x", "x[4].a", "y", "z", "none")} == {
        "x": 2, "x[4].a": 2, "y": last, "z": last + 1, "none": 1,
    }  # fmt: skip
    # By halves: once the text was read anew for each of its lines.
    assert len(reads) < 100
