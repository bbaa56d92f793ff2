"""Conditions that somebody spoilt, by bytes, by lines, or with far too much: one line says what is wrong."""

import os
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import process_time

import pytest
from plain_text import is_plain

from firmware.cli.main import main

EXAMPLE = Path(__file__).parents[2] / "deploy/tournaments/spring-cup.toml"
RAW = EXAMPLE.read_bytes()
LINES = RAW.split(b"\n")
ROUND = RAW[RAW.index(b"[[rounds]]") : RAW.index(b"[[rounds]]", RAW.index(b"[[rounds]]") + 1)]
ODD = (
    b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", b"\r", b"\r\n", b"\xc0\x80", b"\xed\xa0\x80", b'"""', b"'''", b"[[", b"]]",
    b"#", b"\x1b[2J", b"\xf4\x90\x80\x80", "\u202e".encode(),
)  # fmt: skip
NUMBERS = (0, 1, -1, 2, 7, 99, 100, 101, 200, 201, 2**31, 2**63 - 1, 2**63, 10**19)
VALUES = (
    b"true", b"inf", b"nan", b"1e400", b'""', b"[]", b"[[]]", b"{}", b"{a = 1}", b"2026-11-19", b'"0.001"', b"5.005",
    b"[" * 3000, b"[" + b"1," * 9000 + b"]", b'["' + b"x" * 60000 + b'"]', b'"\\ud800"', b'"\\u0000"',
)  # fmt: skip
MOST_CASES = 400 if os.environ.get("PROPERTIES") == "deep" else 8
# A hundredth of a second is usual; where branches are counted, ten times that.
MOST_S = 3.0


def some_bytes(chance: Random) -> bytes:
    """Some bytes are others, gone, or come in between."""
    found = bytearray(RAW if chance.random() < 0.7 else RAW.replace(b"\n", b"\r\n"))
    for _ in range(chance.randint(1, 6)):
        at = chance.randrange(len(found))
        end = at + chance.choice((0, 1, chance.randint(2, 60)))
        found[at:end] = chance.choice((b"", chance.randbytes(chance.randint(1, 9)), chance.choice(ODD)))
    return bytes(found)


def some_lines(chance: Random) -> bytes:
    """Some lines are gone, stand twice, or stand elsewhere."""
    found = list(LINES)
    for _ in range(chance.randint(1, 5)):
        at = chance.randrange(len(found))
        moved = found[at : at + chance.randint(1, 9)]
        del found[at : at + chance.choice((0, len(moved)))]
        place = chance.randrange(len(found))
        found[place:place] = moved * chance.choice((0, 1, 40))
    return b"\n".join(found)


def some_numbers(chance: Random) -> bytes:
    """Some numbers are at an edge, or far beyond."""
    return re.sub(
        rb"(?<== )\d+", lambda one: str(chance.choice(NUMBERS)).encode() if chance.random() < 0.1 else one[0], RAW
    )


def some_values(chance: Random) -> bytes:
    """Some values are of another kind."""
    return re.sub(
        rb"(?m)(?<== )[^#\n\"]+$", lambda one: chance.choice(VALUES) if chance.random() < 0.1 else one[0], RAW
    )


def far_too_much(chance: Random) -> bytes:
    """It is too long, too deep, or has too many parts."""
    many = chance.randint(100, 9000)
    return chance.choice(
        (
            RAW * 12, RAW + b"x" * 1000 * many, RAW.replace(ROUND, ROUND * chance.randint(2, 220), 1),
            b"[a" + b".b" * many + b"]\n" + RAW, b"a = " + b"[" * many + b"]" * many + b"\n" + RAW,
            b"".join(b"k%d = 1\n" % number for number in range(many)) + RAW, chance.randbytes(many),
        )
    )  # fmt: skip


@pytest.mark.parametrize("spoilt", [some_bytes, some_lines, some_numbers, some_values, far_too_much])
def test_spoilt_conditions_are_refused_in_one_line_and_soon(
    spoilt: Callable[[Random], bytes], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "cup.toml"
    refused = 0
    for number in range(MOST_CASES):
        path.write_bytes(spoilt(Random(f"{spoilt.__name__} {number}")))
        began = process_time()
        status = main(["tournament", "check", str(path)])
        assert process_time() - began < MOST_S, number
        told = capsys.readouterr()
        assert all(is_plain(one) for one in (told.out + told.err).split("\n")), number
        if status:
            assert (status, told.err.count("\n"), told.out) == (2, 1, ""), number
            assert told.err.startswith(f"{path}"), number
        else:
            assert told.out.startswith(f"{path}: sound: "), number
        refused += bool(status)
    assert refused > MOST_CASES / 2
