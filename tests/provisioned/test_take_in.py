"""A board file: taken in wholly or not at all, wherever the power is cut; each refusal has its own code."""

import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from firmware.cli.main import main
from firmware.openssl import public_of
from firmware.provisioned import take_in as taking
from firmware.provisioned.board_file import BoardFile, NotTakenIn, WhyNot, digest_of, write_board_file
from firmware.provisioned.take_in import Me, serial_number, take_in

SEED, OTHERS = bytes(32), bytes([1]) * 32
NOW = 1_800_000_000
ME = Me("ats", "10000000abcdef01", NOW)
FILES = {"ats.toml": b'role = "ats"\n', "certificates/ats-1.key": b"private", "certificates/ats-1.pem": b"public"}


def board_file(number: str = "01", seed: bytes = SEED, **changes: object) -> bytes:
    board = BoardFile(number, "ats", "ats-1", "table7", NOW + 60, FILES)
    return write_board_file(msgspec.structs.replace(board, **changes), seed)


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    (tmp_path / "stick").mkdir()
    (tmp_path / "stick/ats-1.board").write_bytes(board_file())
    return tmp_path / "stick"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    (tmp_path / "data").mkdir()
    return tmp_path / "data"


def given(data: Path) -> dict[str, bytes]:
    """Return what a board was given; nothing where it was given nothing."""
    folder = data / "board"
    files = (path for path in folder.rglob("*") if path.is_file() and path.name != "taken.json")
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def test_it_is_taken_in_and_leaves_nothing(stick: Path, data: Path) -> None:
    assert take_in([stick], data, ME) == "taken in: ats-1 of table7"
    assert given(data) == FILES
    assert (data / "board/certificates/ats-1.key").stat().st_mode & 0o777 == 0o600
    assert (data / "board/ats.toml").stat().st_mode & 0o777 == 0o644
    assert list(stick.iterdir()) == []
    assert [path.name for path in data.iterdir()] == ["board"]
    assert take_in([stick], data, ME) == "nothing to take in"


def test_an_empty_folder_that_waits_for_it_is_filled(stick: Path, data: Path) -> None:
    (data / "board").mkdir()
    take_in([stick], data, ME)
    assert given(data) == FILES


def test_its_bytes_are_overwritten_before_it_is_removed(
    stick: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[bytes] = []
    unlink = Path.unlink
    monkeypatch.setattr(Path, "unlink", lambda path, **more: (seen.append(path.read_bytes()), unlink(path, **more)))
    take_in([stick], data, ME)
    assert seen == [bytes(len(board_file()))]


def spoilt(data: bytes) -> bytes:
    return data.replace(b'"table7"', b'"table8"')


def without_signature(data: bytes) -> bytes:
    return json.dumps({"board": json.loads(data)["board"]}).encode() + b"\n"


@pytest.mark.parametrize(
    ("file", "why"),
    [
        (None, WhyNot.NONE),
        (board_file()[:-40], WhyNot.HALF),
        (b"", WhyNot.HALF),
        (b"{}\n", WhyNot.HALF),
        (b'{"board":1,"signer":"0"}\n', WhyNot.HALF),
        (board_file()[:-2] + b',"more":1}\n', WhyNot.HALF),
        (board_file(files={"../../etc/passwd": b""}), WhyNot.HALF),
        (spoilt(board_file()), WhyNot.UNSIGNED),
        (without_signature(board_file()), WhyNot.UNSIGNED),
        (board_file(seed=OTHERS), WhyNot.FOREIGN),
        (board_file(role="wnd"), WhyNot.WRONG_ROLE),
        (board_file(valid_until_s=NOW - 1), WhyNot.EXPIRED),
        (board_file(serial=digest_of("another")), WhyNot.OTHER_BOARD),
    ],
)
def test_each_refusal_has_its_own_code_and_changes_nothing(
    file: bytes | None, why: WhyNot, stick: Path, data: Path
) -> None:
    (stick / "ats-1.board").unlink()
    if file is not None:
        (stick / "ats-1.board").write_bytes(file)
    with pytest.raises(NotTakenIn) as refused:
        take_in([stick], data, ME, public_of(SEED))
    assert refused.value.why is why
    assert str(refused.value).startswith(f"{why}: ")
    assert list(data.iterdir()) == []
    assert (stick / "ats-1.board").exists() == (file is not None)


def test_two_files_are_refused(stick: Path, data: Path) -> None:
    (stick / "ats-2.board").write_bytes(board_file("02"))
    with pytest.raises(NotTakenIn, match="provision_two_files"):
        take_in([stick], data, ME)


def test_what_is_no_file_is_refused(stick: Path, data: Path) -> None:
    (stick / "ats-1.board").unlink()
    (stick / "ats-1.board").mkdir()
    with pytest.raises(NotTakenIn, match="provision_unreadable"):
        take_in([stick], data, ME)


def test_a_file_for_this_very_board_is_taken_in(stick: Path, data: Path) -> None:
    (stick / "ats-1.board").write_bytes(board_file(serial=digest_of(ME.serial)))
    take_in([stick], data, ME)
    assert given(data) == FILES


def test_the_first_file_decides_whom_a_board_belongs_to(stick: Path, data: Path) -> None:
    take_in([stick], data, ME)
    (stick / "new.board").write_bytes(board_file("02", seed=OTHERS))
    with pytest.raises(NotTakenIn, match="provision_foreign"):
        take_in([stick], data, ME)
    (stick / "new.board").write_bytes(board_file("02", files={"ats.toml": b"new"}))
    take_in([stick], data, ME)
    assert given(data) == {"ats.toml": b"new"}


def test_none_is_taken_in_twice_also_not_after_another(stick: Path, data: Path) -> None:
    for number in ("01", "02"):
        (stick / "x.board").write_bytes(board_file(number))
        (stick / "ats-1.board").unlink(missing_ok=True)
        take_in([stick], data, ME)
    for number in ("01", "02"):
        (stick / "x.board").write_bytes(board_file(number))
        with pytest.raises(NotTakenIn, match="provision_twice"):
            take_in([stick], data, ME)


def test_a_record_of_what_was_taken_in_that_is_damaged_is_said(stick: Path, data: Path) -> None:
    take_in([stick], data, ME)
    for text in ("{", '{"signer": "", "numbers": []}'):
        (data / "board/taken.json").write_text(text)
        with pytest.raises(NotTakenIn, match="provision_unreadable"):
            take_in([stick], data, ME)


class Cut(Exception):
    """The power went."""


def cut_at(number: int) -> Callable[[], None]:
    left = number

    def step() -> None:
        nonlocal left
        if left == 0:
            raise Cut
        left -= 1

    return step


def steps_of(story: Callable[[Callable[[], None]], object]) -> int:
    """Return between how many things a power cut can come."""
    count = 0

    def step() -> None:
        nonlocal count
        count += 1

    story(step)
    return count


@pytest.mark.parametrize("provisioned", [False, True])
def test_wherever_the_power_is_cut_it_is_not_yet_or_wholly_there(*, provisioned: bool, tmp_path: Path) -> None:
    old = {"ats.toml": b"old", "certificates/ats-1.key": b"old"}

    def prepared(name: str) -> tuple[Path, Path]:
        stick, data = tmp_path / name / "stick", tmp_path / name / "data"
        stick.mkdir(parents=True)
        data.mkdir()
        if provisioned:
            (stick / "old.board").write_bytes(board_file("00", files=old))
            take_in([stick], data, ME)
        (stick / "ats-1.board").write_bytes(board_file())
        return stick, data

    stick, data = prepared("count")
    count = steps_of(lambda step: take_in([stick], data, ME, None, step))
    assert count > 6
    before = old if provisioned else {}
    whole = 0
    for number in range(count):
        stick, data = prepared(str(number))
        with pytest.raises(Cut):
            take_in([stick], data, ME, None, cut_at(number))
        assert given(data) in (before, FILES), number
        whole += given(data) == FILES
        # It comes back, is cut once more at its first step, and comes back again.
        for again in (cut_at(0), lambda: None):
            try:
                take_in([stick], data, ME, None, again)
            except Cut:
                assert given(data) in (before, FILES), number
        assert given(data) == FILES, number
        assert list(stick.iterdir()) == [], number
        assert [path.name for path in data.iterdir()] == ["board"], number
        assert take_in([stick], data, ME) == "nothing to take in"
    assert 0 < whole < count


def test_a_file_that_was_overwritten_in_part_is_removed(stick: Path, data: Path) -> None:
    # In place, and the overwriting begins: step by step through its files, the exchange, what is left over.
    with pytest.raises(Cut):
        take_in([stick], data, ME, None, cut_at(len(FILES) + 3))
    assert given(data) == FILES
    (stick / "ats-1.board").write_bytes(bytes(100) + board_file()[100:])
    take_in([stick], data, ME)
    assert list(stick.iterdir()) == []


def test_folders_that_cannot_change_places_are_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        taking._exchange(tmp_path / "a", tmp_path / "b")  # noqa: SLF001


def test_a_boards_serial_number_is_the_first_that_there_is(tmp_path: Path) -> None:
    (tmp_path / "empty").write_bytes(b"\0")
    (tmp_path / "tree").write_bytes(b"10000000abcdef01\0")
    assert serial_number([tmp_path / "none", tmp_path / "empty", tmp_path / "tree"]) == "10000000abcdef01"
    assert serial_number([tmp_path / "none"]) == ""


# The two commands, one after the other.

ATS = """
role = "ats"
[terminal]
number = 1
pocket = "pocket"
[network]
server = "tls://table.local:4222"
device = "ats-1"
certificates = "/var/lib/rapid-table/board/certificates"
"""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    assert main(["provision", "table", str(tmp_path / "table7"), "--ats", "2"]) == 0
    (tmp_path / "table7/ats-1.toml").write_text(ATS)
    return tmp_path


def test_a_board_is_made_by_two_commands(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = house / "table7"
    make = ["provision", "board", "ats-1", "--from", str(table), "--out", str(house / "stick")]
    assert main(make) == 0
    assert "ats-1.board: ats, to be taken in within 30 days" in capsys.readouterr().out
    take = ["take-in", "--role", "ats", "--media", str(house / "stick"), "--into", str(house / "data")]
    pinned = ["--key", str(table / "boards.pub")]
    (house / "data").mkdir()
    assert main([*take, *pinned]) == 0
    assert sorted(given(house / "data")) == [
        "ats.toml", "certificates/ats-1.key", "certificates/ats-1.pem", "certificates/authority.pem",
    ]  # fmt: skip
    assert given(house / "data")["certificates/ats-1.key"] == (table / "ats-1.key").read_bytes()
    assert main(make) == 0
    capsys.readouterr()
    wrong = ["take-in", "--role", "wnd", "--media", str(house / "stick"), "--into", str(house / "data"), "--json"]
    assert main(wrong) == 1
    said = json.loads(capsys.readouterr().out)
    assert (said["taken_in"], said["code"]) == (False, "provision_wrong_role")
    assert main(take) == 0


def test_the_tables_board_gets_the_servers_files_and_not_the_authority(house: Path) -> None:
    deploy = Path(__file__).parents[2] / "deploy"
    words = ["--config", str(deploy / "table.toml"), "--out", str(house / "stick"), "--serial", "abc"]
    assert main(["provision", "board", "table", "--from", str(house / "table7"), *words]) == 0
    data = (house / "stick/table.board").read_bytes()
    names = json.loads(data)["board"]["files"].keys()
    assert {"table.toml", "certificates/server.key", "certificates/users.conf", "certificates/copy.key"} <= names
    assert not any("authority.key" in name or "boards.key" in name or "ats-" in name for name in names)
    assert json.loads(data)["board"]["serial"] == digest_of("abc\n")
    assert b"abc" not in data.split(b'"files"')[0]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["board", "ats-1"], "--out: is missing"),
        (["board", "ats-2", "--out", "o", "--config", "FOLDER/ats-1.toml"], "network.device: is for ats-1"),
        (["board", "ats-9", "--out", "o"], "ats-9.toml: cannot be read"),
        (["boat", "ats-1", "--out", "o"], "what: is `table DIR` or `board NAME`"),
        (["board", "ats-1", "--out", "/proc/x"], "cannot be used"),
    ],
)
def test_what_cannot_be_made_is_said_in_a_line(
    words: list[str], says: str, house: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    given_words = [word.replace("FOLDER", str(house / "table7")) for word in words]
    assert main(["provision", *given_words, "--from", str(house / "table7")]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert says in err


def test_a_board_that_is_not_known_any_more_gets_no_file(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = str(house / "table7")
    assert main(["provision", table, "--revoke", "ats-1"]) == 0
    assert main(["provision", "board", "ats-1", "--from", table, "--out", str(house)]) == 2
    assert "there is no such board" in capsys.readouterr().err
    (house / "table7/authority/boards.key").write_bytes(b"short")
    (house / "table7/wnd-1.toml").write_text(ATS.replace("ats-1", "ats-2").replace("number = 1", "number = 2"))
    words = ["--config", str(house / "table7/wnd-1.toml"), "--out", str(house)]
    assert main(["provision", "board", "ats-2", "--from", table, *words]) == 2
    assert "is no key" in capsys.readouterr().err
    (house / "table7/ats-2.key").unlink()
    assert main(["provision", "board", "ats-2", "--from", table, *words]) == 2


def test_a_key_that_is_none_is_said(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (house / "pub").write_text("x")
    words = ["--media", str(house), "--into", str(house / "data"), "--key", str(house / "pub")]
    assert main(["take-in", "--role", "ats", *words]) == 2
    assert "is no public key" in capsys.readouterr().err
