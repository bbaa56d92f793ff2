"""A board proves its software by a process of its own: before play, once a day, and when somebody asks."""

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from device_under_test import run

from firmware.boards import proving as module
from firmware.boards.own_faults import OwnFaults
from firmware.boards.proving import DAY_S, Proving
from firmware.cli.main import main
from firmware.openssl import public_of
from firmware.software.proof import MOST_NAMED, Proven

SEED = bytes(range(32))
KEY = public_of(SEED).hex()


@pytest.fixture
def board(tmp_path: Path) -> Callable[[], tuple[Proving, OwnFaults]]:
    """A board with a root of its own and a signed manifest of it."""
    (tmp_path / "root/usr").mkdir(parents=True)
    for number in range(8):
        (tmp_path / f"root/usr/file{number}").write_text(f"{number}")
    (tmp_path / "sign.key").write_text(SEED.hex())
    where = ["--manifest", str(tmp_path / "manifest.json"), "--root", str(tmp_path / "root")]
    made = ["verify-software", "--make", "0.5.0", "--role", "table", "--component", "system=usr"]
    assert main([*made, *where, "--sign", str(tmp_path / "sign.key")]) == 0
    command = (sys.executable, "-m", "firmware.cli.main", "verify-software", "--json", *where, "--key", KEY)

    def opened() -> tuple[Proving, OwnFaults]:
        faults = OwnFaults()
        return Proving(faults, command, (tmp_path / "manifest.json",)), faults

    return opened


def codes(faults: OwnFaults) -> set[str]:
    return {code for part in faults.seen() for code in part.faults}


@pytest.mark.outside
def test_software_as_signed_is_sound_and_one_wrong_byte_is_not(
    board: Callable[[], tuple[Proving, OwnFaults]], tmp_path: Path
) -> None:
    async def story() -> None:
        proving, faults = board()
        assert proving.state == "proving"
        proven = await proving.prove("00ff")
        assert (proven.verdict, proven.version, proven.signer, proven.files) == ("sound", "0.5.0", KEY, 8)
        assert proven.seed == "00ff"
        assert len(proven.answer) == len(proven.digest) == 64
        assert proving.state == "sound"
        assert codes(faults) == set()
        (tmp_path / "root/usr/file3").write_text("4")
        proven = await proving.prove(gently=True)
        assert (proven.verdict, proven.wrong, proven.count) == ("wrong", ("usr/file3",), 1)
        assert codes(faults) == {"software_wrong"}

    asyncio.run(story())


@pytest.mark.outside
def test_a_manifest_that_cannot_be_believed_is_wrong_and_so_is_one_that_is_gone(
    board: Callable[[], tuple[Proving, OwnFaults]], tmp_path: Path
) -> None:
    async def story() -> None:
        proving, _ = board()
        text = (tmp_path / "manifest.json").read_text()
        (tmp_path / "manifest.json").write_text(text.replace("0.5.0", "0.6.0"))
        proven = await proving.prove()
        assert proven.verdict == "wrong"
        assert "is not what" in proven.wrong[0]
        for number in range(MOST_NAMED + 2):
            (tmp_path / f"root/usr/added{number}").write_text("")
        (tmp_path / "manifest.json").write_text(text)
        proven = await proving.prove()
        assert (len(proven.wrong), proven.count) == (MOST_NAMED, MOST_NAMED + 2)

    asyncio.run(story())


@pytest.mark.outside
def test_a_proof_that_is_broken_off_leaves_no_process(board: Callable[[], tuple[Proving, OwnFaults]]) -> None:
    async def story() -> None:
        proving = Proving(OwnFaults(), ("sleep", "60"), (Path("/"),))
        task = asyncio.create_task(proving.prove())
        await asyncio.sleep(0.2)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert board
        assert proving.found is None

    asyncio.run(story())


def test_a_board_without_manifest_and_key_has_nothing_to_prove(tmp_path: Path) -> None:
    async def story() -> None:
        proving = Proving(OwnFaults(), ("false",), (tmp_path / "manifest.json",))
        assert await proving.prove() == Proven("unproven")
        assert proving.state == "unproven"

    run(story)


def test_it_is_proven_when_somebody_asks_and_once_a_day(tmp_path: Path) -> None:
    async def story() -> None:
        proving, told = Proving(OwnFaults(), ("false",), (tmp_path / "manifest.json",)), list[Proven]()

        async def tell(proven: Proven) -> None:
            told.append(proven)

        task = asyncio.create_task(proving.run(tell))
        await asyncio.sleep(1)
        assert told == []
        proving.ask("00")
        proving.ask("ff")
        await asyncio.sleep(1)
        assert told == [Proven("unproven", seed="ff")]
        await asyncio.sleep(DAY_S)
        assert [one.seed for one in told] == ["ff", ""]
        task.cancel()

    assert module.COMMAND[-2:] == ("verify-software", "--json")
    run(story)
