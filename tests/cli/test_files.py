"""Files that somebody named: read whole, or refused in a sentence."""

import os
import threading
from pathlib import Path

import pytest

from firmware.cli.arguments import decimal, path, time, whole
from firmware.cli.main import main
from firmware.files import NotReadable, read_file, read_text
from firmware.link.names import need_device, need_host, need_server
from firmware.table.core.journal import JournalError
from firmware.table.journal.sqlite_journal import SqliteJournal


def refusal(where: Path, most: int = 1000) -> str:
    with pytest.raises(NotReadable) as refused:
        read_file(where, most)
    return str(refused.value)


def test_a_file_is_read_whole_and_no_further_than_such_a_file_can_reach(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"x" * 1000)
    assert read_file(file, 1000) == b"x" * 1000
    assert refusal(file, 999) == f"{file}: is longer than 999 bytes"
    assert refusal(Path("/dev/zero")) == "/dev/zero: is longer than 1,000 bytes"


def test_what_is_no_file_is_refused_in_a_sentence(tmp_path: Path) -> None:
    assert refusal(tmp_path) == f"{tmp_path}: cannot be read: Is a directory"
    assert refusal(tmp_path / "x") == f"{tmp_path / 'x'}: cannot be read: No such file or directory"
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert refusal(pipe) == f"{pipe}: is a pipe, and nobody writes into it"
    (tmp_path / "bytes").write_bytes(b"\xff")
    with pytest.raises(NotReadable, match=r":1: is no text in UTF-8; it is a list$"):
        read_text(tmp_path / "bytes", "it is a list")


def test_a_file_without_rights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(*_: object) -> int:  # root may read everything
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("firmware.files.os.open", denied)
    assert refusal(tmp_path / "secret") == f"{tmp_path / 'secret'}: cannot be read: Permission denied"


def test_a_journal_without_rights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = tmp_path / "table.journal"
    journal.touch()

    def denied(path: Path, *_: object) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "open", denied)
    assert main(["journal", "replay", str(journal)]) == 2
    assert capsys.readouterr().err == f"{journal}: cannot be used: Permission denied\n"


def test_a_journal_that_is_no_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(JournalError, match="is no file, and so no journal"):
        SqliteJournal(tmp_path / "pipe")


def test_what_another_command_writes_is_waited_for() -> None:
    # As in `rapid-table play <(sed … coup.txt)`.
    ours, theirs = os.pipe()
    writer = threading.Timer(0.1, lambda: (os.write(theirs, b"bets\n"), os.close(theirs)))
    writer.start()
    assert read_file(Path(f"/dev/fd/{ours}")) == b"bets\n"
    os.close(ours)
    writer.join()


@pytest.mark.parametrize("word", ["0", "51", "-1", "1.5", "1e1", "", "x", "١", "1_0", "9" * 4000])
def test_a_number_out_of_its_range(word: str) -> None:
    with pytest.raises(Exception, match="is not a whole number from 1 to 50"):
        whole(1, 50)(word)
    assert (whole(1, 50)("50"), whole(1, 50)("007"), whole(-5, 5)("-5")) == (50, 7, -5)


@pytest.mark.parametrize("word", ["0", "0.0", "11", "-1", "nan", "inf", "1e1", "", ".", "9" * 400])
def test_a_decimal_out_of_its_range(word: str) -> None:
    with pytest.raises(Exception, match="is not a number above 0 and at most 10"):
        decimal(10)(word)
    assert (decimal(10)("10"), decimal(10)("0.5"), decimal(10)(".5")) == (10, 0.5, 0.5)


def test_times_are_utc_where_they_do_not_say_otherwise() -> None:
    # 2026-11-18T20:15 UTC is 1,795,032,900 s after 1970.
    assert time("2026-11-18T20:15") == time("2026-11-19T04:15+08:00") == 1_795_032_900_000
    for word in ("yesterday", "2026-13-40", "2026-11-18T24:01", ""):
        with pytest.raises(Exception, match=r"is not a time; write 2026-11-18"):
            time(word)


def test_paths_that_can_be() -> None:
    for word in ("", "a\0b", "x" * 256, "y/" * 2048, "é" * 128):
        with pytest.raises(Exception, match="is not a path"):
            path(word)
    assert path("x" * 255) == Path("x" * 255)


@pytest.mark.parametrize(
    "name", ["ats-0", "ats-01", "ats-1 ", "../../x", "ats-1.>", "table", "ats-99999", "ATS-1", "*", ""]
)
def test_devices_have_a_fixed_pattern(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ValueError, match="is no device's name; one reads ats-1"):
        need_device(name)
    folder = str(tmp_path / "house" / "table7")
    assert main(["provision", folder, "--ats", "0"]) == 0
    before = sorted(tmp_path.rglob("*"))
    assert main(["provision", folder, f"--add={name or '..'}"]) == 2
    assert "is no device's name" in capsys.readouterr().err
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize(
    ("option", "odd"),
    [
        ("--host", "a b"),
        ("--host", 'x"'),
        ("--host", "fe80::1%eth0"),
        ("--listen", 'x"\nport: 1'),
        ("--listen", "1:2:3:99999"),
    ],
)
def test_what_would_stand_in_the_servers_configuration(option: str, odd: str, tmp_path: Path) -> None:
    assert main(["provision", str(tmp_path / "house" / "table7"), "--ats", "0", f"{option}={odd}"]) == 2
    assert not list(tmp_path.rglob("*.pem"))


def test_a_folders_name_does_not_stand_in_the_servers_configuration(tmp_path: Path) -> None:
    assert main(["provision", str(tmp_path / 'house" }' / "table7"), "--ats", "0"]) == 0
    assert "house" not in (tmp_path / 'house" }' / "table7/server.conf").read_text()


def test_servers_and_hosts() -> None:
    for url in ("tls://table7.local:4222", "tls://192.0.2.7:4222", "nats://[::1]:4222"):
        need_server(url)
    for url in (
        "::bad::",
        "tls://",
        "tls://[::1",
        "tls://table7.local",
        "http://x:1",
        "tls://x:0",
        "tls://a b:1",
        "",
        "tls://:1",
    ):
        with pytest.raises(ValueError, match=r"one reads|it reads"):
            need_server(url)
    with pytest.raises(ValueError, match="no host's name"):
        need_host("a" * 64)
