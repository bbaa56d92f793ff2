"""Machine numbers: a range for each table, out of one list, and no two overlap."""

import json
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from firmware.cli.main import main
from firmware.known_tables import read_tables
from firmware.link.machine_ranges import hand_out

DEPLOY = Path(__file__).parents[2] / "deploy"


def test_each_table_gets_fifty_ids_of_its_own_and_keeps_them(tmp_path: Path) -> None:
    path = tmp_path / "tables.json"
    with ThreadPoolExecutor(4) as threads:  # several who provision at once
        tables = list(threads.map(lambda number: hand_out(path, f"Table {number}"), range(40)))
    ids = [table.machine + ats for table in tables for ats in range(1, 51)]
    assert len(set(ids)) == 40 * 50
    assert all(1 <= one <= 0xFFFFFF for one in ids)
    assert set(read_tables(path)) == set(tables)
    assert hand_out(path, "Table 7") == tables[7]


def test_a_number_that_a_table_has_already_is_put_on_the_list(tmp_path: Path) -> None:
    path = tmp_path / "tables.json"
    assert hand_out(path, "first", 0x654300).machine == 0x654300
    with pytest.raises(ValueError, match="first has machine number 0x654300 already, and keeps it"):
        hand_out(path, "first", 0x100)
    for overlapping in (0x654300 + 49, 0x654300 - 49):
        with pytest.raises(ValueError, match="overlaps first, which has 0x654300 and the 50 after it"):
            hand_out(path, "second", overlapping)
    assert hand_out(path, "second", 0x654300 + 50).machine == 0x654332
    assert hand_out(path, "third").machine == 0x654380  # the next multiple of 64 that is free
    assert hand_out(path, "last", 0xFFFFFF - 50).machine == 0xFFFFCD
    assert hand_out(path, "around").machine == 0x40
    for wrong in (0, 0xFFFFFF):
        with pytest.raises(ValueError, match="must be 0x1 to 0xffffcd"):
            hand_out(path, "wrong", wrong)
    for name in ("", "x" * 61):
        with pytest.raises(ValueError, match="has 1 to 60 characters"):
            hand_out(path, name)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is no list of tables"),
        ('{"tables": [{"name": "a"}]}', "is no list of tables"),
        ('{"tables": [{"name": "a", "machine": 0}]}', "is no list of tables"),
        (
            '{"tables": [{"name": "a", "machine": 1}, {"name": "b", "machine": 50}]}',
            "b and a have machine numbers less",
        ),
    ],
)
def test_a_list_that_is_none_is_not_written_over(
    text: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "tables.json"
    path.write_text(text)
    assert main(["provision", str(tmp_path / "table7"), "--ats", "1"]) == 2
    said = capsys.readouterr().err
    assert says in said
    assert said.count("\n") == 1
    assert path.read_text() == text
    assert not (tmp_path / "table7").exists()


def test_provisioning_says_which_number_goes_into_the_configuration(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    house = tmp_path / "house"
    for name, more in (("table7", ()), ("table8", ()), ("nine", ("--name", "Table 9", "--machine", "0x654300"))):
        assert main(["provision", str(house / name), "--ats", "1", *more]) == 0
    found = re.findall(r"^(.*): machine = (0x[0-9a-f]{6}), for \[table\]", capsys.readouterr().out, re.MULTILINE)
    assert [name for name, _ in found] == ["table7", "table8", "Table 9"]
    assert found[2][1] == "0x654300"
    listed = json.loads((house / "tables.json").read_text())["tables"]
    assert [(one["name"], one["machine"]) for one in listed] == [(name, int(number, 16)) for name, number in found]
    assert main(["provision", str(house / "x"), "--ats", "1", "--tables", str(house), "--machine", "1"]) == 2
    assert main(["provision", str(house / "x"), "--ats", "1", "--machine", "0xx"]) == 2
    assert capsys.readouterr().err.count("\n") == 2


def test_tables_whose_ranges_overlap_are_told_apart_from_those_that_do_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (DEPLOY / "table.toml").read_text()

    def table(name: str, machine: str, **more: str) -> str:
        changed = text.replace("machine = 0x654300", f"machine = {machine}")
        for old, new in more.items():
            changed = changed.replace(f"\n{old} ", f"\n{new}\n{old} ")
        (tmp_path / name).write_text(changed)
        return str(tmp_path / name)

    first, near, next_to = table("a.toml", "0x100"), table("b.toml", "0x131"), table("c.toml", "0x132")
    assert main(["check-config", first, next_to]) == 0
    assert main(["check-config", first, first]) == 0
    capsys.readouterr()
    assert main(["check-config", first, near]) == 2
    said = capsys.readouterr().err
    assert said == (
        f"{near}: table.machine: 0x000131 overlaps {first}, which has 0x000100 and the 50 after it: "
        "their tickets would share numbers\n"
    )
    (tmp_path / "tables.json").write_text(
        '{"tables": [{"name": "Table 1", "machine": 256}, {"name": "Table 2", "machine": 400}]}'
    )
    assert main(["check-config", table("d.toml", "0x100", ticket_days=f'tables = "{tmp_path}/tables.json"')]) == 0
    capsys.readouterr()
    assert main(["check-config", table("e.toml", "0x181", ticket_days=f'tables = "{tmp_path}/tables.json"')]) == 2
    assert "table.machine: overlaps Table 2 in" in capsys.readouterr().err


def test_a_printer_at_a_table_that_prints_no_tickets_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, ats = tmp_path / "table.toml", DEPLOY / "ats.toml"
    table.write_text((DEPLOY / "table.toml").read_text().replace("machine = 0x654300", "tickets = false"))
    assert main(["check-config", str(table)]) == 0
    capsys.readouterr()
    assert main(["check-config", str(table), str(ats)]) == 2
    assert f"{ats}: devices.ticket_printer: its table prints no tickets: {table} says" in capsys.readouterr().err


def test_a_ticket_says_the_currency_in_which_its_table_counts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, ats = DEPLOY / "table.toml", tmp_path / "ats.toml"
    ats.write_text((DEPLOY / "ats.toml").read_text().replace('currency = "AUD"', 'currency = "SGD"'))
    assert main(["check-config", str(ats)]) == 0
    capsys.readouterr()
    assert main(["check-config", str(table), str(ats)]) == 2
    assert capsys.readouterr().err == f"{ats}: ticket.currency: is SGD, and {table} takes notes of AUD\n"
