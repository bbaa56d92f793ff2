"""`check-config`: the profiles that ship are sound, and what is wrong is said by its key."""

import json
import re
from pathlib import Path

import pytest

from firmware.cli.main import main
from firmware.config import load_board, read_board
from firmware.kit.words import languages
from firmware.table.core.setup import USUAL, WAYS, Approvals, Caps, NoteList

pytestmark = pytest.mark.lab(25)

DEPLOY = Path(__file__).parents[2] / "deploy"
PROFILES = sorted(path for path in DEPLOY.glob("*.toml"))
TABLE = (DEPLOY / "table.toml").read_text()
ATS = (DEPLOY / "ats.toml").read_text()
WND = (DEPLOY / "wnd.toml").read_text()
LANGUAGES = ", ".join(languages())


ID003 = ATS[ATS.index('driver = "drivers.id003"') : ATS.index("[devices.ticket_printer]")]
POSITIONS = 'driver = "drivers.ebds"\nport = "/dev/x"\nextended_notes = false\n'


def test_a_profile_of_each_role_ships_and_is_sound(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check-config", *map(str, PROFILES), "--json"]) == 0
    reports = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert sorted(report["role"] for report in reports) == ["ats", "table", "tournament", "wnd"]
    assert all(report["sound"] and report["warnings"] == [] for report in reports)


def test_it_is_said_in_words_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check-config", str(DEPLOY / "table.toml")]) == 0
    out = capsys.readouterr().out
    assert "sound: role table, crown-baccarat with 8 terminals and 8 decks" in out
    assert "shoe: drivers.angel_eye" in out


def test_a_tournaments_configuration_is_checked_with_its_conditions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shipped = DEPLOY / "tournament.toml"
    text = shipped.read_text().replace("tournaments/", f"{DEPLOY}/tournaments/")
    (cup := tmp_path / "cup.toml").write_text(text)
    assert main(["check-config", str(cup), str(DEPLOY / "table.toml"), "--json"]) == 0
    report, table = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert (report["role"], report["sound"], report["conditions"]) == ("tournament", True, "Spring Cup")
    assert report["tables"] == {str(number): f"tls://table{number}.local:4222" for number in (1, 2, 3, 4)}
    assert table["role"] == "table"
    assert main(["check-config", str(cup)]) == 0
    assert "sound: role tournament, Spring Cup at 4 tables" in capsys.readouterr().out
    # The conditions have a round at four tables.
    cup.write_text(text[: text.index("[tables.4]")])
    assert main(["check-config", str(cup)]) == 2
    assert "tables: has 3; Spring Cup has a round at 4" in capsys.readouterr().err
    cup.write_text(text.replace("spring-cup", "no-such"))
    assert main(["check-config", str(cup)]) == 2
    assert "no-such.toml" in capsys.readouterr().err


@pytest.mark.rule("crown 10.1")
def test_tables_with_the_same_odds_have_the_same_numbers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def odds(sides: str) -> dict[str, str]:
        status, out = checked(TABLE.replace('["pairs"]', sides), tmp_path, capsys)
        assert status == 0
        return dict(json.loads(out)["odds"])

    pairs = '["pairs"]'
    assert odds('["dragon:2"]')["dragon"] == odds('["pairs", "dragon:2"]')["dragon"]
    assert odds('["dragon:2"]')["dragon"] != odds('["dragon:3"]')["dragon"]
    (tmp_path / "said.toml").write_text(TABLE)
    assert main(["check-config", str(tmp_path / "said.toml")]) == 0
    said = capsys.readouterr().out
    assert f"  odds of pairs: {odds(pairs)['pairs']}\n" in said


@pytest.mark.rule("crown 10.1")
def test_tables_that_offer_a_side_wager_by_different_odds_are_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def together(one: str, other: str) -> tuple[int, str]:
        for name, text in (("one", one), ("other", other.replace("0x654300", "0x654400"))):
            (tmp_path / f"{name}.toml").write_text(text)
        status = main(["check-config", str(tmp_path / "one.toml"), str(tmp_path / "other.toml")])
        return status, capsys.readouterr().err.replace(f"{tmp_path}/", "")

    two, three, beside = (TABLE.replace('["pairs"]', f'["{sides}"]') for sides in ("dragon:2", "dragon:3", "super6"))
    why = "all tables offer the same odds of a side wager (rule 10.1)"
    assert together(two, three) == (2, f"other.toml: table.side: dragon:3, and one.toml offers dragon:2; {why}\n")
    assert together(two, two) == (0, "")
    assert together(two, beside) == (0, "")


def checked(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    path = tmp_path / "board.toml"
    path.write_text(text)
    status = main(["check-config", str(path), "--json"])
    captured = capsys.readouterr()
    return status, (captured.out if status == 0 else captured.err).replace(str(path), "FILE")


@pytest.mark.parametrize(
    ("text", "old", "new", "says"),
    [
        (TABLE, 'role = "table"', 'role = "chef"', "FILE: role: Invalid enum value 'chef'"),
        (TABLE, 'role = "table"', 'role = "table"\nextra = 1', "FILE: there is no setting `extra`"),
        (TABLE, "ats = 8", "seats = 8", "FILE: table: there is no setting `seats`"),
        (TABLE, "ats = 8", "ats = 51", "FILE: table.ats: must be at most 50"),
        (TABLE, "decks = 8", "decks = 9", "FILE: table: crown-baccarat is played with 4 to 8 decks, not 9"),
        (TABLE, '"crown-baccarat"', '"crown"', "FILE: table.rulebook: no rule book 'crown'; there are"),
        (TABLE, '["pairs"]', '["perfect"]', "FILE: table: side wager perfect needs the option of its odds: perfect:1"),
        (TABLE, '["pairs"]', '["pairs", "pairs"]', "FILE: table: side wager pairs stands twice"),
        (TABLE, '["pairs"]', '["dragon:x"]', "FILE: table: 'x' is no option"),
        (TABLE, '["pairs"]', '["nope"]', "FILE: table: crown-baccarat knows no side wager 'nope'"),
        (TABLE, "machine = 0x654300", "machine = 0xffffff", "FILE: table.machine: must be at most 16777165"),
        (TABLE, "machine = 0x654300", "machine = 0", "FILE: table.machine: must be 1 to 16777165"),
        (TABLE, "machine = 0x654300", "", "FILE: table.machine: is missing, and tickets are numbered from it"),
        (TABLE, "ticket_secret =", "# =", "FILE: journal.ticket_secret: is missing, the file of the secret"),
        (
            TABLE,
            '# tables = "/var/lib/rapid-table/board/',
            'tables = "/nowhere/',
            "FILE: table.tables: /nowhere/tables.json:",
        ),
        (TABLE, "[limits.tie]", "[limits.toe]", "FILE: limits.toe: crown-baccarat has no such bet; it has"),
        (TABLE, "max = 500\n", 'max = "5.5"\n', "FILE: limits.tie: '5.5' is no amount"),
        (TABLE, "max = 500\n", "max = 1\n", "FILE: limits.tie: a limit's min is above 0 and at most its max"),
        (
            TABLE,
            "[devices.shoe]",
            "[devices.show]",
            "FILE: devices.show: role table has panel, shoe, ticket_printer, ticket_scanner, touch, wnd",
        ),
        (TABLE, "line = 6", "line = 5", "FILE: devices.panel: line 5 of the panel is named twice"),
        (TABLE, '"drivers.alpha"', '"sim.nothing"', "FILE: devices.wnd.driver: there is no driver sim.nothing"),
        (ATS, 'currency = "AUD"', 'currency = "XYZ"', "FILE: ticket: there is no currency 'XYZ' here"),
        (ATS, "Australia/Melbourne", "Mars", "FILE: ticket: no time zone 'Mars' is known here"),
        (ATS, 'languages = ["en", "zh-Hans"]', "languages = []", "FILE: ticket: languages are one at least"),
        (ATS, 'venue = "Harbour Casino"', 'venue = "a\\u001bb"', "FILE: ticket.venue: "),
        (ATS, "# dots = 576", "dots = 500 #", "FILE: devices.ticket_printer.dots: "),
        (TABLE, "[limits.tie]", "[ticket]\n[limits.tie]", "FILE: ticket: a board with role table prints none"),
        (TABLE, '"AUD"', '"AUS"', "FILE: notes.currency: there is no currency 'AUS' here; there are AUD, CAD"),
        (TABLE, 'currency = "AUD"', "", "FILE: notes: Object missing required field `currency`"),
        (TABLE, "values = [5, 10, 20, 50, 100]", "", "FILE: notes: Object missing required field `values`"),
        (TABLE, "[5, 10, 20,", "[5, 10, 25,", "FILE: notes.values: AUD has no note of 25; it has 5, 10, 20, 50, 100"),
        (TABLE, "[5, 10, 20,", '["5.50", 10, 20,', "FILE: notes.values: AUD has no note of 5.50; it has 5, 10,"),
        (TABLE, "[5, 10, 20,", "[5, 5, 20,", "FILE: notes.values: names a note twice"),
        (TABLE, "[5, 10, 20,", '["five", 10, 20,', "FILE: notes.values: 'five' is no amount"),
        (
            TABLE,
            "balance = 50000",
            "balance = 0",
            "FILE: caps.balance: is above 0; a cap that is left out does not hold",
        ),
        (TABLE, "balance = 50000", 'balance = "-1"', "FILE: caps.balance: '-1' is no amount; one reads 25 or 25.00"),
        (TABLE, "balance = 50000", "wagers = 1", "FILE: caps: there is no setting `wagers`"),
        (
            ATS,
            "[terminal]",
            '[notes]\ncurrency = "AUD"\nvalues = [5]\n[terminal]',
            "FILE: notes: a board with role ats",
        ),
        (ATS, "[terminal]", "[caps]\nbalance = 5\n[terminal]", "FILE: caps: a board with role ats has none"),
        (ATS, '02 = "AUD"', '02 = "AUS"', "FILE: devices.note_acceptor: country.02: there is no currency 'AUS' here"),
        (ATS, '02 = "AUD"', 'AU = "AUD"', "FILE: devices.note_acceptor: country: 'AU' is no code; they are 00 to FF"),
        (ATS, ID003, POSITIONS, "FILE: devices.note_acceptor.notes: is missing; without extended notes an acceptor"),
        (ATS, ID003, f'{POSITIONS}\nnotes = {{ 9 = "AUD 5" }}\n', "FILE: devices.note_acceptor: notes: '9' is no code"),
        (TABLE, "witness_wait = 20", "witness_wait = 601", "FILE: journal.witness_wait: "),
        (
            TABLE,
            'key = "/var/lib/rapid-table/board/certificates/copy.key"',
            "",
            "FILE: copy.key: is missing; rapid-table provision makes one",
        ),
        (TABLE, "limit_mb = 8000", "limit_mb = 0", "FILE: copy.limit_mb: "),
        (TABLE, "limit_mb = 8000", "limit = 1", "FILE: copy: there is no setting `limit`"),
        (ATS, "limit_mb = 2000", 'key = "/k"', "FILE: copy: another board than the table's only has folder"),
        (
            ATS,
            'folder = "/var/lib/rapid-table/copy"',
            "",
            "FILE: copy.folder: is missing; in it this board keeps the copy",
        ),
        (WND, "[screen]", '[copy]\nfolder = "/c"\nboards = ["ats-1"]\n[screen]', "FILE: copy: another board than"),
        (ATS, "number = 1", "number = 51", "FILE: terminal.number: must be at most 50"),
        (ATS, "number = 1", "number = 2", "FILE: network.device: is ats-1; terminal 2 connects as ats-2"),
        (WND, '"wnd-1"', '"ats-1"', "FILE: network.device: is ats-1; a board with role wnd connects as wnd-1"),
        (
            TABLE,
            'device = "table"',
            'device = "sgc-1"',
            "FILE: network.device: is sgc-1; the table's board connects as",
        ),
        (ATS, "poll = 0.2", "poll = 2", "FILE: devices.note_acceptor: poll is 0.1 to 0.2 seconds"),
        (ATS, 'role = "ats"', 'role = "wnd"', "FILE: terminal: a board with role wnd has no such part"),
        (ATS, "[terminal]", "[limits.tie]\n[terminal]", "FILE: limits: a board with role ats has none"),
        (ATS, 'role = "ats"', 'role = "table"', "FILE: table: is missing; a board with role table needs it"),
        (WND, "[screen]", "[nothing]", "FILE: there is no setting `nothing`"),
        (WND, "diagonal = 43", "diagonal = 0", "FILE: screen.diagonal: must be above 0"),
        (
            WND,
            'language = "en"',
            'language = "xx"',
            f"FILE: screen: no language 'xx'; there are {LANGUAGES}",
        ),
        (
            WND,
            "[screen]",
            '[devices.wnd]\ndriver = "drivers.alpha"\nport = "/dev/x"\n[screen]',
            "FILE: screen: a board with role wnd has a screen of its own, or a sign in devices.wnd",
        ),
        (ATS, "[devices.touch]", "[devices.touchy]", "FILE: devices.touch: is missing; a screen that nobody can touch"),
        (ATS, "sound = 0.4", "sound = 4", "FILE: screen.sound: must be at most 1"),
        (
            ATS,
            "rotation = 0            # how",
            "rotation = 90           # how",
            "FILE: devices.touch.rotation: differs from screen.rotation, which is 90",
        ),
        (WND, 'role = "wnd"', "role =", "FILE: is no TOML: Invalid value (at line 2"),
    ],
)
def test_what_is_wrong_is_said_by_its_key(
    text: str, old: str, new: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert old in text
    status, said = checked(text.replace(old, new), tmp_path, capsys)
    assert (status, said.count("\n")) == (2, 1)
    assert said.startswith(says)


def test_a_stake_whose_win_is_rounded_is_warned_of(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = TABLE.replace('"crown-baccarat"', '"crown-traditional"').replace("step = 5\n", 'step = "0.50"\n')
    status, said = checked(text, tmp_path, capsys)
    assert status == 0
    # 0.95 of 5.50 is 5.225, half a cent over; of 5.00 it is 4.75, which is whole.
    (warning,) = json.loads(said)["warnings"]
    assert warning.startswith("limits.banker: a stake of 5.50 at 0.95:1 wins a part of a minor unit")


def test_a_screen_on_which_a_finger_is_too_thick_is_warned_of(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # 1024 x 600 on 5 inches: 237 pixels to the inch, so that 56 of them are 6 mm.
    small = ATS.replace("diagonal = 10.1", "size = [1024, 600]\ndiagonal = 5")
    status, said = checked(small, tmp_path, capsys)
    assert status == 0
    (warning,) = json.loads(said)["warnings"]
    assert warning.startswith("screen.diagonal: what is touched is 6.0 mm high here")
    status, said = checked(ATS.replace("diagonal = 10.1", "size = [1024, 600]\ndiagonal = 10.1"), tmp_path, capsys)
    assert (status, json.loads(said)["warnings"]) == (0, [])


def test_a_file_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check-config", str(tmp_path / "none.toml")]) == 2
    assert "cannot be read" in capsys.readouterr().err
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    assert main(["check-config", str(tmp_path / "bytes.toml")]) == 2
    assert "no text in UTF-8" in capsys.readouterr().err


def test_limits_of_the_file_are_the_tables() -> None:
    board = load_board(DEPLOY / "table.toml")
    assert [(limit.bet, limit.minimum, limit.maximum, limit.step) for limit in board.limits] == [
        ("*", 5_00, 5000_00, 5_00), ("tie", 5_00, 500_00, 5_00),
    ]  # fmt: skip
    assert board.setup is not None
    assert (board.setup.period, board.setup.machine) == (30_000, 0x654300)


def second_persons(lines: str) -> str:
    text, changed = re.subn(r"(\[table\.approvals\]).*?(?=\n\[)", rf"\1\n{lines}\n", TABLE, flags=re.DOTALL)
    assert changed == 1
    return text


def test_second_persons_are_configured_by_amounts_and_usual_where_nothing_is_said() -> None:
    def read(lines: str) -> Approvals:
        setup = read_board(second_persons(lines)).setup
        assert setup is not None
        return setup.approvals

    assert read("") == USUAL
    assert (USUAL.over("buy_in"), USUAL.over("payout")) == (10_000_00, 10_000_00)
    assert {USUAL.over(way) for way in WAYS if way not in ("buy_in", "payout")} == {1_000_00}
    told = read('buy_in_over = 500\nhand_pay_over = "250.50"\ncorrection_over = 0\nsession_over = "never"')
    assert (told.over("buy_in"), told.over("hand_pay"), told.over("correction")) == (500_00, 250_50, 0)
    assert (told.over("session"), told.over("payout")) == (None, 10_000_00)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("buy_in_over = -1", "FILE: table.approvals.buy_in_over: must be at least 0"),
        ('owed_over = "always"', "FILE: table: approvals.owed_over: 'always' is no amount"),
        ("hand_pay = 5", "FILE: table.approvals: there is no setting `hand_pay`"),
        ("correction = true", "FILE: table.approvals: there is no setting `correction`"),
    ],
)
def test_what_second_persons_cannot_approve(
    line: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, said = checked(second_persons(line), tmp_path, capsys)
    assert status == 2
    assert said.startswith(says)


@pytest.mark.parametrize(
    ("text", "old", "new", "warns"),
    [
        (
            TABLE,
            TABLE[TABLE.index("[notes]") : TABLE.index("# The operator's caps")],
            "",
            "notes: is missing, so no terminal",
        ),
        (
            ATS,
            'country = { 02 = "AUD" }',
            "",
            "devices.note_acceptor.country: is missing, so only notes of CAD, EUR, USD",
        ),
    ],
)
def test_a_board_that_cannot_name_its_notes_takes_none_and_says_so(
    text: str, old: str, new: str, warns: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert old in text
    status, out = checked(text.replace(old, new), tmp_path, capsys)
    assert status == 0
    (warning,) = json.loads(out)["warnings"]
    assert warning.startswith(warns)


def test_an_acceptor_of_positions_is_sound_with_a_map(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for more in ('extended_notes = false\nnotes = { 1 = "AUD 5", 2 = "AUD 10" }', "extended_notes = true", ""):
        text = ATS.replace(ID003, f'driver = "drivers.ebds"\nport = "/dev/x"\n{more}\n')
        status, out = checked(text, tmp_path, capsys)
        assert (status, json.loads(out)["warnings"]) == (0, [])


def test_what_a_configuration_says_of_cash_is_the_tables_setup() -> None:
    setup = load_board(DEPLOY / "table.toml").setup
    assert setup is not None
    assert setup.notes == NoteList("AUD", (5_00, 10_00, 20_00, 50_00, 100_00))
    assert setup.caps == Caps(10_000_00, 10_000_00, 50_000_00, 5_000_00)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('02 = "AUD"', '0D = "NZD"', "devices.note_acceptor.country: names no country of AUD"),
        (ID003, f'{POSITIONS}notes = {{ 1 = "NZD 5" }}\n', "devices.note_acceptor.notes: names no note of AUD"),
        ('country = { 02 = "AUD" }', 'notes = { 61 = "AUD 5" }', ""),
        (ID003, f'{POSITIONS}notes = {{ 1 = "AUD 5" }}\n', ""),
        (ID003, 'driver = "drivers.ebds"\nport = "/dev/x"\n', ""),
    ],
)
def test_an_acceptor_at_a_table_calls_some_note_the_tables_money(
    old: str, new: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, ats = DEPLOY / "table.toml", tmp_path / "ats.toml"
    assert old in ATS
    ats.write_text(ATS.replace(old, new))
    assert main(["check-config", str(ats)]) == 0
    assert main(["check-config", str(table), str(ats)]) == (2 if says else 0)
    err = capsys.readouterr().err
    assert err.startswith(f"{ats}: {says}" if says else "")
    assert err.endswith(f": {table} takes notes of AUD\n" if says else "")


ALONE = """
role = "table"
[table]
rulebook = "crown-baccarat"
tickets = false
[journal]
path = "table.journal"
pin_secret = "pin"
[devices.shoe]
driver = "drivers.angel_eye"
port = "/dev/shoe"
[copy]
key = "copy.key"
"""


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ("", "FILE: copy: names neither a folder on another medium nor boards that keep the copy"),
        ('boards = ["ats-1"]', "FILE: copy.boards: other boards are reached by a network, and there is none"),
    ],
)
def test_a_copy_goes_somewhere(more: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, said = checked(ALONE + more, tmp_path, capsys)
    assert (status, said.startswith(says)) == (2, True), said


def test_a_board_that_a_table_has_keep_its_copy_keeps_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    section = ATS[ATS.index("[copy]") : ATS.index("[metrics]")]
    files = {"table": TABLE, "keeps": ATS, "none": ATS.replace(section, "")}
    for name, text in files.items():
        (tmp_path / f"{name}.toml").write_text(text)

    def together(board: str) -> tuple[int, str]:
        status = main(["check-config", str(tmp_path / "table.toml"), str(tmp_path / f"{board}.toml")])
        return status, capsys.readouterr().err.replace(f"{tmp_path}/", "")

    why = "none.toml: copy: is missing, and table.toml has ats-1 keep its second copy (copy.boards)\n"
    assert together("keeps") == (0, "")
    assert together("none") == (2, why)
