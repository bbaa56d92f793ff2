"""`rapid-table provision` over a folder that somebody has been at."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509

from firmware.cli.main import main

PROJECT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    house = tmp_path_factory.mktemp("house")
    assert main(["provision", str(house / "table7"), "--ats", "1"]) == 0
    assert main(["provision", str(house / "table8"), "--ats", "1"]) == 0
    return house


@pytest.fixture
def run(made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    """A house of its own, and what a command line says there."""
    shutil.copytree(made, tmp_path / "house")

    def call(*words: str) -> tuple[int, str]:
        capsys.readouterr()
        status = main(["provision", str(tmp_path / "house" / "table7"), *words])
        return status, capsys.readouterr().err

    return call


def _junk(file: Path) -> None:
    file.write_bytes(os.urandom(300))


def _of_another_table(file: Path) -> None:
    house = next(folder for folder in file.parents if folder.name == "house")
    shutil.copy(house / "table8" / file.relative_to(house / "table7"), file)


def _endless(file: Path) -> None:
    file.unlink()
    file.symlink_to("/dev/zero")


def _pipe(file: Path) -> None:
    file.unlink()
    os.mkfifo(file)


def _folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


NOT_THIS = "table7: authority.pem and authority.key are not this table's authority; put them back"


@pytest.mark.parametrize("name", ["authority.pem", "authority/authority.key"])
@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (_junk, NOT_THIS),
        (_of_another_table, NOT_THIS),
        (_endless, "is longer than 65,536 bytes"),
        (_pipe, "is a pipe, and nobody writes into it"),
        (_folder, "cannot be read: Is a directory"),
        (Path.unlink, "cannot be read: No such file or directory"),
    ],
)
def test_an_authority_that_is_none_gives_no_certificate(
    run: Any, tmp_path: Path, name: str, spoil: Callable[[Path], None], said: str
) -> None:
    spoil(tmp_path / "house" / "table7" / name)
    for words in (("--add", "ats-2"), ("--renew", "ats-1")):
        status, err = run(*words)
        assert (status, err.count("\n")) == (2, 1)
        assert said in err
    assert not (tmp_path / "house" / "table7" / "ats-2.pem").exists()


def test_a_folder_can_be_carried_to_the_board(made: Path) -> None:
    """Nothing in it says where it was made."""
    texts = [file.read_text() for file in (made / "table7").iterdir() if file.suffix in (".conf", ".json", ".pem")]
    assert any('cert_file: "server.pem"' in text for text in texts)
    assert not any(str(made) in text for text in texts)


def test_what_signs_certificates_lies_apart_from_what_boards_get(made: Path) -> None:
    folder = made / "table7"
    assert [file.name for file in folder.rglob("authority.key")] == ["authority.key"]
    assert not (folder / "authority.key").exists()
    assert (folder / "authority").stat().st_mode & 0o077 == 0


def test_a_folder_from_before_it_lay_apart_still_gives_certificates(run: Any, tmp_path: Path) -> None:
    folder = tmp_path / "house" / "table7"
    (folder / "authority/authority.key").replace(folder / "authority.key")
    (folder / "authority").rmdir()
    assert run("--renew", "ats-1")[0] == 0
    assert not (folder / "authority.key").exists()


def test_a_board_whose_files_are_gone_can_be_revoked(run: Any, tmp_path: Path) -> None:
    """Its key may have been made for the board alone, and be with the thief."""
    folder = tmp_path / "house" / "table7"
    for file in folder.glob("ats-1.*"):
        file.unlink()
    assert run("--revoke", "ats-1") == (0, "")
    assert "ats-1" not in (folder / "users.conf").read_text()


@pytest.mark.parametrize("spoil", [_junk, _endless, _pipe, _folder])
def test_a_list_of_tables_that_is_none_gives_no_number(run: Any, tmp_path: Path, spoil: Any) -> None:
    house = tmp_path / "house"
    spoil(house / "tables.json")
    shutil.rmtree(house / "table7")
    status, err = run("--ats", "1")
    assert (status, err.count("\n")) == (2, 1)
    assert "tables.json: " in err
    assert not (house / "table7" / "devices.json").exists()


def test_a_place_where_nothing_can_be_made_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["provision", "/proc/table7", "--ats", "1"]) == 2
    err = capsys.readouterr().err
    assert err == "/proc/.tables.json.lock: cannot be used: No such file or directory\n"


@pytest.mark.parametrize(
    ("hosts", "named"),
    [
        (["192.0.2.7"], ["192.0.2.7", "localhost"]),
        (["192.0.2.7", "table7.local"], ["192.0.2.7", "table7.local"]),
        (["table7.local"], ["table7.local"]),
    ],
)
def test_a_server_that_has_addresses_alone_is_called_localhost_too(
    tmp_path: Path, hosts: list[str], named: list[str]
) -> None:
    words = [word for host in hosts for word in ("--host", host)]
    assert main(["provision", str(tmp_path / "t"), "--ats", "1", *words]) == 0
    certificate = x509.load_pem_x509_certificate((tmp_path / "t" / "server.pem").read_bytes())
    names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert [str(name.value) for name in names] == named


def test_a_configuration_that_does_not_fit_its_table_is_warned_of(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Made by the shipped profiles as they are: another server's name, another machine number, other terminals."""
    house, profile = tmp_path / "house", PROJECT / "deploy/table.toml"
    assert main(["provision", str(house / "table7"), "--ats", "2", "--host", "10.0.7.1", "--machine", "0x2a4bc0"]) == 0
    capsys.readouterr()

    def made(text: str) -> str:
        (tmp_path / "table.toml").write_text(text)
        words = ("--from", str(house / "table7"), "--config", str(tmp_path / "table.toml"), "--out", str(tmp_path))
        assert main(["provision", "board", "table", *words]) == 0
        return capsys.readouterr().out.replace(f"{tmp_path}/", "")

    sound = "table.board: table, to be taken in within 30 days\n"
    assert made(profile.read_text()) == (
        f"{sound}"
        "  warning: network.server: table.local is not in the server's certificate, which has 10.0.7.1\n"
        "  warning: table.machine: is 0x654300, and the house's list gives table7 0x2a4bc0\n"
        "  warning: table.ats: is 8, and there are certificates for 2 terminals\n"
    )
    fits = profile.read_text().replace("table.local", "10.0.7.1").replace("0x654300", "0x2a4bc0")
    assert made(fits.replace("ats = 8", "ats = 2")) == sound
