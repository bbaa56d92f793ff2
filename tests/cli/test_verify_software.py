"""`verify-software`: one byte is found wherever it is; a seed is answered by what lies there."""

import hashlib
import hmac
import json
import os
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from firmware.cli.main import main
from firmware.openssl import public_of
from firmware.software.manifest import FileListed, Manifest, PartListed, read_manifest, write_manifest

pytestmark = pytest.mark.lab(72)

SEED = bytes(range(32))
KEY = public_of(SEED).hex()


@pytest.fixture
def board(tmp_path: Path) -> Path:
    root = tmp_path / "root"
    for name, text in {"opt/rt/a.py": "a = 1\n", "opt/rt/b.py": "b = 2\n", "boot/kernel": "vmlinuz"}.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
        (root / name).chmod(0o644)
    (root / "opt/rt/link").symlink_to("a.py")
    (tmp_path / "sign.key").write_text(SEED.hex())
    words = ["--make", "0.4.0", "--role", "table", "--component", "firmware=opt/rt", "--component", "boot=/boot"]
    given = ["--root", str(root), "--sign", str(tmp_path / "sign.key"), "--manifest", str(tmp_path / "manifest.json")]
    assert main(["verify-software", *words, *given]) == 0
    return tmp_path


@pytest.fixture
def held(board: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, Any]]:
    def call(*words: str, key: str = KEY) -> tuple[int, Any]:
        capsys.readouterr()
        given = ["--manifest", str(board / "manifest.json"), "--root", str(board / "root"), "--key", key, "--json"]
        status = main(["verify-software", *given, *words])
        said = capsys.readouterr()
        return status, json.loads(said.out) if said.out else said.err

    return call


def test_what_is_as_it_was_signed_is_sound(held: Any) -> None:
    status, said = held()
    assert status == 0
    assert said["sound"] is True
    assert (said["version"], said["role"], said["signer"], said["files"], said["wrong"]) == (
        "0.4.0",
        "table",
        KEY,
        4,
        [],
    )


def one_byte(root: Path) -> None:
    (root / "opt/rt/b.py").write_text("b = 3\n")


def led_elsewhere(root: Path) -> None:
    (root / "opt/rt/link").unlink()
    (root / "opt/rt/link").symlink_to("b.py")


def put_beside(root: Path) -> None:
    (root / "boot/more").mkdir()
    (root / "boot/more/extra.so").write_text("")


def a_folder_led_in(root: Path) -> None:
    (root / "boot/away").symlink_to("/var")


def with_other_rights(root: Path) -> None:
    (root / "boot/kernel").chmod(0o4755)


def a_pipe(root: Path) -> None:
    (root / "boot/kernel").unlink()
    os.mkfifo(root / "boot/kernel")


@pytest.mark.parametrize(
    ("spoil", "path", "what"),
    [
        (one_byte, "opt/rt/b.py", "changed"),
        (led_elsewhere, "opt/rt/link", "changed"),
        (put_beside, "boot/more/extra.so", "added"),
        (a_folder_led_in, "boot/away", "added"),
        (with_other_rights, "boot/kernel", "rights"),
        (lambda root: (root / "opt/rt/a.py").unlink(), "opt/rt/a.py", "missing"),
        (a_pipe, "boot/kernel", "unreadable"),
    ],
)
def test_whatever_is_not_as_signed_is_named(
    spoil: Callable[[Path], None], path: str, what: str, held: Any, board: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spoil(board / "root")
    status, said = held()
    assert (status, said["sound"], said["wrong"]) == (1, False, [{"path": path, "what": what}])
    given = ["--manifest", str(board / "manifest.json"), "--root", str(board / "root"), "--key", KEY]
    assert main(["verify-software", *given]) == 1
    assert f"{what}: {path}\n4 held: 1 not as signed\n" in capsys.readouterr().out


def test_a_seed_is_answered_by_what_lies_there(held: Any, board: Path) -> None:
    """The inspector's own sum, over the files in the order of their names: name, NUL, contents."""
    seed = bytes.fromhex("5f2c90d1a7")
    boot = hmac.new(seed, b"boot/kernel\0vmlinuz", hashlib.sha256).hexdigest()
    rest = b"opt/rt/a.py\0a = 1\nopt/rt/b.py\0b = 2\nopt/rt/link\0a.py"
    firmware = hmac.new(seed, rest, hashlib.sha256).hexdigest()
    both = hmac.new(seed, f"boot {boot}\nfirmware {firmware}\n".encode(), hashlib.sha256).hexdigest()
    status, said = held("--seed", seed.hex())
    assert (status, said["components"], said["all"]) == (0, {"boot": boot, "firmware": firmware}, both)
    one_byte(board / "root")
    _, other = held("--seed", seed.hex())
    assert other["components"]["boot"] == boot
    assert other["all"] != both
    assert held("--seed", "00")[1]["all"] != other["all"]


def test_a_manifest_that_the_pinned_key_did_not_sign_is_not_believed(held: Any, board: Path) -> None:
    status, said = held(key="ab" * 32)
    assert (status, said.count("\n")) == (2, 1)
    assert "is the key that is trusted" in said
    text = (board / "manifest.json").read_text()
    (board / "manifest.json").write_text(text.replace("0.4.0", "0.4.1"))
    assert "is not what" in held()[1]
    (board / "manifest.json").write_text(text[:-20])
    assert "is no manifest" in held()[1]
    (board / "manifest.json").unlink()
    assert "cannot be read" in held()[1]


def of_start(board: Path, seed: bytes = SEED, component: str = "start") -> None:
    """Lay what a board's own firmware reads beside the rest, with a manifest of its own, and have the other name it."""
    start = board / "root/start"
    start.mkdir(exist_ok=True)
    (start / "boot.scr").write_text("script")
    for file in start.iterdir():
        file.chmod(0o755)
    listed = {"start/boot.scr": FileListed(hashlib.sha256(b"script").hexdigest(), 0o755)}
    (start / "manifest.json").write_bytes(write_manifest(Manifest("0.1.0", "", {component: "start"}, listed), seed))
    (start / "manifest.json").chmod(0o755)
    whole = read_manifest(board / "manifest.json", bytes.fromhex(KEY))
    told = replace(whole, beside={"start": "start/manifest.json"})
    (board / "manifest.json").write_bytes(write_manifest(told, SEED))


def test_what_an_update_leaves_as_it_is_has_a_manifest_of_its_own(held: Any, board: Path) -> None:
    """A slot's own manifest would ask for the boot script of its own making: no update would ever be sound."""
    of_start(board)
    status, said = held()
    assert (status, said["wrong"], said["files"]) == (0, [], 6)
    (board / "root/start/boot.scr").write_text("script.")
    (board / "root/start/more").write_text("")
    assert [(one["path"], one["what"]) for one in held()[1]["wrong"]] == [
        ("start/boot.scr", "changed"), ("start/more", "added"),
    ]  # fmt: skip
    (board / "root/start/manifest.json").unlink()
    assert held()[0] == 2


@pytest.mark.parametrize(("seed", "component"), [(bytes(32), "start"), (SEED, "boot")])
def test_a_manifest_beside_is_believed_by_its_signer_and_for_its_own_folder_alone(
    seed: bytes, component: str, held: Any, board: Path
) -> None:
    of_start(board, seed, component)
    status, said = held()
    assert status == 2
    assert ("the key that is trusted" if component == "start" else "is not the manifest of start") in said


def test_the_key_may_be_a_file(held: Any, board: Path) -> None:
    (board / "software.pub").write_text(KEY + "\n")
    assert held(key=str(board / "software.pub"))[0] == 0
    (board / "software.pub").write_text("no key\n")
    assert "is no public key" in held(key=str(board / "software.pub"))[1]
    assert "--key: " in held(key="x" * 300)[1]


def test_a_board_that_was_given_no_key_believes_nobody(board: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify-software", "--manifest", str(board / "manifest.json")]) == 2
    said = capsys.readouterr().err
    assert "software.pub: cannot be read" in said
    assert said.endswith("name the signer's key: --key FILE|HEX\n")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--seed", "5"], "no seed"),
        (["--seed", "zz"], "no seed"),
        (["--make", "1"], "--make: needs"),
        (["--make", "1", "--sign", "nowhere", "--component", "x"], "--component: "),
        (["--make", "1", "--sign", "nowhere", "--component", "x=../y"], "--component: "),
        (["--make", "1", "--sign", "nowhere", "--component", "x=y"], "nowhere: cannot be read"),
        (["--make", "1", "--sign", "/dev/null", "--component", "x=y"], "is no private key"),
        (["--image", "nowhere", "--seed", "00"], "--seed: is for files"),
        (["--image", "nowhere"], "lists no partitions"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line(words: list[str], says: str, held: Any) -> None:
    status, said = held(*words)
    assert (status, said.count("\n")) == (2, 1)
    assert says in said


def test_what_is_no_file_cannot_be_listed(board: Path, capsys: pytest.CaptureFixture[str]) -> None:
    a_pipe(board / "root")
    words = ["--make", "1", "--component", "boot=boot", "--root", str(board / "root")]
    given = ["--sign", str(board / "sign.key"), "--manifest", str(board / "other.json")]
    assert main(["verify-software", *words, *given]) == 2
    assert "it is no file" in capsys.readouterr().err
    assert not (board / "other.json").exists()


def test_many_files_that_are_wrong_are_counted(board: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number in range(30):
        (board / f"root/boot/x{number}").write_text("")
    given = ["--manifest", str(board / "manifest.json"), "--root", str(board / "root"), "--key", KEY, "--seed", "00"]
    assert main(["verify-software", *given]) == 1
    said = capsys.readouterr().out
    assert "and 10 more\n" in said
    assert "all: " in said


# A card on another machine.


def mbr(*starts: int) -> bytes:
    entries = b"".join(struct.pack("<4sB3sII", b"", 0x83, b"", start, 8) for start in starts)
    return (bytes(446) + entries).ljust(510, b"\0") + b"\x55\xaa"


def gpt(*starts: int, count: int = 128, size: int = 128) -> bytes:
    header = struct.pack("<8sIIIIQQQQ16sQIII", b"EFI PART", 0, 92, 0, 0, 1, 0, 0, 0, b"", 2, count, size, 0)
    entries = b"".join(struct.pack("<16s16sQQQ72s", b"\1" * 16, b"", start, start + 7, 0, b"") for start in starts)
    return mbr(1) + header.ljust(512, b"\0") + entries.ljust(128 * 128, b"\0")


@pytest.fixture
def card(board: Path) -> Callable[[bytes], list[str]]:
    """A card with two partitions of 1 kB at 64 and 72, and what holds it."""
    parts = {"boot": b"boot" * 256, "root": b"root" * 256}
    listed = {
        name: PartListed(number, 1024, hashlib.sha256(data).hexdigest())
        for number, (name, data) in enumerate(parts.items(), 1)
    }
    (board / "card.json").write_bytes(write_manifest(Manifest("0.4.0", "table", {}, {}, listed), SEED))

    def made(table: bytes) -> list[str]:
        data = table.ljust(64 * 512, b"\0") + parts["boot"].ljust(8 * 512, b"\0") + parts["root"].ljust(4096, b"\0")
        (board / "card.img").write_bytes(data)
        return ["--manifest", str(board / "card.json"), "--key", KEY, "--image", str(board / "card.img"), "--json"]

    return made


@pytest.mark.parametrize("table", [mbr(64, 72), gpt(64, 72)])
def test_a_card_is_held_by_what_is_on_another_machine(
    table: bytes, card: Callable[[bytes], list[str]], board: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = card(table)
    assert main(["verify-software", *words]) == 0
    with (board / "card.img").open("r+b") as file:
        file.seek(72 * 512 + 900)
        file.write(b"!")
    capsys.readouterr()
    assert main(["verify-software", *words]) == 1
    assert json.loads(capsys.readouterr().out)["wrong"] == [{"path": "root", "what": "changed"}]


def test_what_an_update_has_put_into_the_other_slot_is_found_there(
    card: Callable[[bytes], list[str]], board: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = card(gpt(64, 72))
    whole = read_manifest(board / "card.json", bytes.fromhex(KEY))
    moved = {**whole.parts, "root": replace(whole.parts["root"], number=1, other=2)}
    (board / "card.json").write_bytes(write_manifest(replace(whole, parts=moved), SEED))
    capsys.readouterr()
    assert main(["verify-software", *words]) == 0
    assert json.loads(capsys.readouterr().out)["places"] == {"boot": 1, "root": 2}
    assert main(["verify-software", *words[:-1]]) == 0
    assert "root: partition 2" in capsys.readouterr().out
    with (board / "card.img").open("r+b") as file:
        file.seek(72 * 512 + 900)
        file.write(b"!")
    assert main(["verify-software", *words]) == 1


@pytest.mark.parametrize(
    ("table", "what"),
    [(mbr(64), "missing"), (mbr(64, 79), "changed"), (gpt(64), "missing")],
)
def test_a_card_without_its_partition_is_not_sound(
    table: bytes, what: str, card: Callable[[bytes], list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    words = card(table)
    capsys.readouterr()
    assert main(["verify-software", *words]) == 1
    assert json.loads(capsys.readouterr().out)["wrong"] == [{"path": "root", "what": what}]


@pytest.mark.parametrize("table", [b"", b"\0" * 512, gpt(64, 72, count=100_000), gpt(64, 72, size=8)])
def test_what_is_no_card_is_said(
    table: bytes, card: Callable[[bytes], list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify-software", *card(table)]) == 2
    assert "partitions" in capsys.readouterr().err


def test_a_card_that_is_not_there(card: Callable[[bytes], list[str]], board: Path) -> None:
    words = card(b"")
    (board / "card.img").unlink()
    assert main(["verify-software", *words]) == 2


def test_a_file_that_leads_out_of_root_is_not_listed(board: Path) -> None:
    text = (board / "manifest.json").read_text()
    body = json.loads(text)["manifest"]
    body["files"]["../etc/passwd"] = body["files"].pop("boot/kernel")
    from firmware.openssl import sign  # noqa: PLC0415
    from firmware.software.manifest import NAMED, NoManifest  # noqa: PLC0415

    raw = json.dumps(body)
    signature = sign(SEED, NAMED + raw.encode()).hex()
    (board / "manifest.json").write_text(f'{{"manifest":{raw},"signer":"{KEY}","signature":"{signature}"}}')
    with pytest.raises(NoManifest, match="is no manifest"):
        read_manifest(board / "manifest.json", bytes.fromhex(KEY))
