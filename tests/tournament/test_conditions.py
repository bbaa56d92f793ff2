"""Conditions: every item of 12.2.1 is there, what is wrong is said in one line, and the paper says it all."""

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from plain_text import is_plain
from some_cases import some_of

from firmware.cli.main import main
from firmware.conditions_file import MOST, ConditionsError, read_conditions
from firmware.toml_lines import line_of
from firmware.tournament.conditions import Conditions
from firmware.tournament.paper import paper

EXAMPLES = sorted((Path(__file__).parents[2] / "deploy/tournaments").glob("*.toml"))
TEXT = EXAMPLES[0].read_text()
ODD = (
    "inf", "nan", "0", "-1", "1e400", "9" * 40, f"0x{'f' * 300}", "9" * 5000, "true", '""', '" "', r'"\u0000"',
    r'"a\r\n\u001b[2J\u202e"', f'"{"x" * 5000}"', '"é"', "2026-11-19", "07:32:00", "[]", "[[]]", "[1, 2]", '["", ""]',
    '["lot", "lot"]', "[100]", "[1, 1]", "{}", "{a = 1}", "'''\n'''", '"1e3"', '"0.001"', "[" * 3000,
)  # fmt: skip


def said(text: str) -> str:
    with pytest.raises(ConditionsError) as wrong:
        read_conditions(text)
    return str(wrong.value)


def changed(old: str, new: str) -> str:
    assert TEXT.count(old) >= 1, old
    return TEXT.replace(old, new, 1)


def line(old: str) -> int:
    """The line in which a text first stands."""
    return TEXT[: TEXT.index(old)].count("\n") + 1


def keys() -> Iterator[tuple[int, int]]:
    """Where each value stands that is in one line."""
    yield from (found.span(1) for found in re.finditer(r"^\w+ = ([^#\n]*[^#\s])", TEXT, re.MULTILINE))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_examples_are_sound(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tournament", "check", str(path)]) == 0
    assert capsys.readouterr().out.startswith(f"{path}: sound: ")


@pytest.mark.rule(
    "crown 12.2, 12.2.1, 12.2.1(a), 12.2.1(b), 12.2.1(c), 12.2.1(d), 12.2.1(e), 12.2.1(f), 12.2.1(f)(i), 12.2.1(f)(ii)",
    "crown 12.2.1(f)(iii), 12.2.1(g), 12.2.1(h), 12.2.1(i), 12.2.1(j), 12.2.1(k)",
)
def test_nothing_may_be_left_out() -> None:
    # Every line `key = value` that is left out is missed by its name.
    found = list(re.finditer(r'^(\w+) = ("""[^"]*"""|.*)$', TEXT, re.MULTILINE))
    assert len(found) > 90
    for one in found:
        without = TEXT[: one.start()] + TEXT[one.end() :]
        assert f"{one[1]}: is missing; conditions leave nothing out (12.2.1)" in said(without)
    for header in re.findall(r"^\[(\w+)\]", TEXT, re.MULTILINE):
        assert "is no setting" in said(changed(f"[{header}]", f"[{header}_x]"))


@pytest.mark.parametrize(
    ("old", "new", "where", "key", "right"),
    [
        ("fee = 100", "fee = -1", "fee = 100", "entry.fee", "one reads 25 or 25.00"),
        ("least = 8", 'least = "x"', "least = 8", "entry.least", "`int`"),
        ("least = 8", "least = 201", "least = 8", "entry.least", "least is not above most"),
        ('kind = "repechage"', 'kind = "again"', 'kind = "repechage"', "rounds[1].kind", "repechage, catch-up"),
        ('"earlier-standing", "pl', '"later", "pl', "tie_breaks", "standing.tie_breaks[1]", "most-wins, earlier"),
        (', "lot"]', "]", "tie_breaks", "standing.tie_breaks", 'ends with "lot"'),
        ("percents = [50", "percents = [60", "percents", "prizes.percents", "together they are 100"),
        ("best_odds = 11", "best_odds = 10", "best_odds", "play.best_odds", "it is no less"),
        ('side = ["pairs"]', 'side = ["trios"]', 'side = ["', "play.side", "trios"),
        ('side = ["pairs"]', 'side = ["pairs:x"]', 'side = ["', "play.side", "is no option"),
        ("seats = 8\n", "seats = 7\n", "seats = 8\n", "rounds[3].seats", "8 players can come to it"),
        ('"heats:absent"]', '"final:absent"]', '"heats:absent"]', "rounds[1].takes", "is no source here"),
        ('"heats:absent"]', '"heats:eliminated"]', '"heats:absent"]', "rounds[1].takes", "twice"),
        ('takes = ["entry"]', "takes = []", 'takes = ["entry"]', "rounds[0].takes", "is empty"),
        ('["semi-final:progressed"]', '["entry"]', '["semi-final:pro', "rounds[3].takes", "there are heats:progressed"),
        ("coups = 20 ", "coups = 0 ", "coups = 20 ", "rounds[0].coups", "one of the two is above 0"),
        ("credit = 1000", "credit = 0", "credit = 1000", "rounds[0].credit", "above 0"),
        ("minimum = 5\n", "minimum = 501\n", "minimum = 5\n", "rounds[0].minimum", "not above maximum"),
        ("compulsory = 10 ", "compulsory = 4 ", "compulsory = 10 ", "rounds[0].compulsory", "from minimum"),
        ("penalty = 10", "penalty = 0", "penalty = 10", "play.penalty", "is above 0"),
        ('name = "second-chance"', 'name = "heats"', 'name = "second', "rounds[1].name", "twice"),
        ('rounds = ["second-chance"]', 'rounds = ["heats"]', 'rounds = ["se', "buy_back.rounds", "second-chance"),
        ("times = 1", "times = 0", 'rounds = ["se', "buy_back.rounds", "none where times is 0"),
        ('currency = "AUD"', 'currency = "XXX"', "currency", "currency", "there are AUD"),
        ('"heats"', '"Heats!"', '"heats"', "rounds[0].name", "small letters"),
        ('"tie", minimum', '"ties", minimum', '"tie"', "rounds[3].limits[1].bet", "is not offered; there are any, "),
        ('"tie", minimum', '"any", minimum', '"tie"', "rounds[3].limits[1].bet", "stands twice"),
        ("25, maximum = 200", "250, maximum = 200", '"tie"', "rounds[3].limits[1].minimum", "is not above"),
        ("25, maximum = 200", "0, maximum = 200", '"tie"', "rounds[3].limits[1].minimum", "must be at least 1"),
        ("200, step = 25", "200, step = 0", '"tie"', "rounds[3].limits[1].step", "must be at least 1"),
        ("hidden_coups", "hidden_cups", "hidden_coups", "play.hidden_cups", "is no setting"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_line_key_and_what_would_be_right(
    old: str, new: str, where: str, key: str, right: str
) -> None:
    sentence = said(changed(old, new))
    assert sentence.startswith(f"{line(where)}: {key}: "), sentence
    assert right in sentence


def test_a_round_from_which_nobody_goes_on_is_the_last() -> None:
    text = TEXT.replace('["heats:progressed", "second-chance:progressed"]', '["heats:progressed"]').replace(
        "best_of_table = 2\nbest_overall = 2", "best_of_table = 0\nbest_overall = 0"
    )
    assert said(text).startswith(f"{line('best_of_table = 2')}: rounds[1].best_of_table: nobody goes on")
    first = changed('takes = ["entry"]', 'takes = ["entry", "entry"]')
    assert "takes" in said(first)
    assert "grounds" in said(re.sub("grounds = .*", "grounds = []", TEXT))


def test_text_that_is_no_toml_is_said_with_its_line() -> None:
    unclosed = said(changed('name = "final"', 'name = "'))
    where = line('"final"')
    assert unclosed == f"{where}: is no TOML: Illegal character '\\n'"
    assert "is no TOML: Unterminated string" in said(changed('prevail."""', "prevail."))
    assert said("x" * (MOST + 1)).startswith("1: conditions are at most")
    assert said(f"a = {'9' * 5000}").startswith("1: a number there has thousands of digits")
    assert said(f"a = {'[' * 5000}").startswith("1: arrays and tables lie in each other too deep")
    assert said("").endswith("is missing; conditions leave nothing out (12.2.1)")


def test_each_value_in_turn_is_odd(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], pytestconfig: pytest.Config
) -> None:
    path = tmp_path / "cup.toml"
    deep = os.environ.get("PROPERTIES") == "deep"
    for number, (start, end) in enumerate(keys()):
        # Each key meets three of them, and each of them several keys; all meet all where it may take long.
        three = (*ODD, *ODD)[number * 3 % len(ODD) :][:3]
        for odd in ODD if deep else some_of(three, 3, str(number), pytestconfig):
            path.write_text(TEXT[:start] + odd + TEXT[end:])
            status = main(["tournament", "check", str(path)])
            told = capsys.readouterr()
            if status:
                assert (status, told.err.count("\n"), told.out) == (2, 1, "")
                assert re.match(rf"{re.escape(str(path))}:[0-9]+: ", told.err)
            assert all(is_plain(one) for one in (told.out + told.err).split("\n"))


@given(
    cuts=st.lists(st.tuples(st.integers(0, len(TEXT)), st.integers(0, 40), st.text(max_size=6)), min_size=1, max_size=4)
)
def test_a_spoilt_file_is_sound_or_said_in_one_line(cuts: list[tuple[int, int, str]]) -> None:
    text = TEXT
    for at, gone, instead in cuts:
        text = text[:at] + instead + text[at + gone :]
    try:
        conditions = read_conditions(text)
    except ConditionsError as error:
        problem = str(error)
    else:
        assert msgspec.json.decode(msgspec.json.encode(conditions), type=Conditions) == conditions
        return
    where, colon, _ = problem.partition(": ")
    assert colon
    assert 1 <= int(where) <= text.count("\n") + 1


@pytest.mark.rule("crown 12.1.3")
def test_the_digest_names_the_conditions_and_not_the_layout_of_the_file() -> None:
    conditions = read_conditions(TEXT)
    assert read_conditions(TEXT.replace("\n\n", "\n# a remark\n\n")).digest() == conditions.digest()
    assert read_conditions(changed("fee = 100", 'fee = "100.00"')).digest() == conditions.digest()
    assert read_conditions(changed("fee = 100", "fee = 101")).digest() != conditions.digest()
    assert conditions.entry.fee == 100_00
    assert conditions.round_named("final").through == 0
    assert conditions.round_named("heats").through == 4 * 8 + 8


@pytest.mark.rule("crown 12.2.4")
def test_the_paper_has_every_text_every_round_and_a_place_to_sign(capsys: pytest.CaptureFixture[str]) -> None:
    assert "Standings are hidden in the last 5 coups of a session." in paper(read_conditions(EXAMPLES[0].read_text()))
    assert main(["tournament", "check", str(EXAMPLES[0]), "--print"]) == 0
    printed = capsys.readouterr().out
    words = " ".join(printed.split())
    conditions = read_conditions(TEXT)
    for text in (
        conditions.statement, conditions.eligibility.entitled, conditions.eligibility.may_refuse,
        conditions.entry.application_form, conditions.departures.retirement, *conditions.departures.grounds,
        conditions.digest(), "Signature",
        *(one.name for one in conditions.rounds), "Entry fee: 100, of which 90 percent",
    ):  # fmt: skip
        assert " ".join(text.split()) in words
    assert max(map(len, printed.splitlines())) <= 100


def test_the_paper_says_what_is_not_there() -> None:
    text = (
        TEXT.replace("times = 1", "times = 0").replace('rounds = ["second-chance"]', "rounds = []")
        .replace("The casino operator may refuse any application.", "none")
        .replace("criteria = []", 'criteria = ["Members only."]')
        .replace("coups = 10\nminutes = 0", "coups = 0\nminutes = 30")
    )  # fmt: skip
    conditions = read_conditions(text)
    from_paper = paper(conditions)
    assert "There is no buying back." in from_paper
    assert "Criterion: Members only." in from_paper
    assert "session(s) of 30 minutes" in from_paper
    assert "may refuse any" not in from_paper


def test_programs_read_the_report(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tournament", "check", str(EXAMPLES[0]), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["digest"] == read_conditions(TEXT).digest()
    assert told["rounds"] == ["heats", "second-chance", "semi-final", "final"]
    assert main(["tournament", "check", "/nowhere.toml"]) == 2


def test_lines_of_keys_are_found_over_values_of_several_lines() -> None:
    text = 'a = 1\nb = """\nc = 2\n"""\n\n[d]\ne = [\n1,\n2]\n[[f]]\ng = 1\n[[f]]\ng = 2\n'
    wanted = {"a": 1, "b": 2, "d": 6, "d.e": 7, "f[0].g": 11, "f[1]": 12, "f[1].g": 13, "d.x": 6, "x": 1, "d.e[5]": 7}
    assert {key: line_of(text, key) for key in wanted} == wanted
    assert {key: line_of(text.replace("\n", "\r\n"), key) for key in wanted} == wanted
