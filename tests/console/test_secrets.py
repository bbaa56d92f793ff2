"""Secrets stay where they are: PINs, what they are mixed with and the table's key are in nothing that is written."""

import asyncio
import base64
import logging
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from by_touch import Floor

from firmware.cli.main import main
from firmware.link.bus import MemoryNetwork
from firmware.table.core.commands import Role
from firmware.table.features.buying_in import BoughtIn
from firmware.table.features.staff import PinRefused, StaffEnrolled
from firmware.table.features.tickets import TicketIssued
from firmware.table.journal.pin_secret import pin_secret
from firmware.table.journal.signing import table_signer
from firmware.table.journal.sqlite_journal import SqliteJournal
from sim.ticket_numbers import SECRET
from sim.virtual_time import VirtualTimeLoop

# Long enough to come by chance nowhere.
PINS = {"700": "584920173", "202": "730281946", "101": "649183027", "303": "815093642"}
# Entered wrong, or in the wrong place: who knows whose they are elsewhere.
MISTYPED = ("584920137", "917364082", "730281964")


class Overheard(MemoryNetwork):
    """A network that remembers all that it carried."""

    def __init__(self) -> None:
        super().__init__()
        self.carried: list[bytes] = []

    def tell(self, subject: str, data: bytes) -> None:
        self.carried += [subject.encode(), data]
        super().tell(subject, data)

    async def ask(self, device: str, data: bytes) -> bytes:
        answer = await super().ask(device, data)
        self.carried += [data, answer]
        return answer


class Watched(Floor):
    """A floor of which somebody films the dealer's screen."""

    def __init__(self, *what: Any, **chosen: Any) -> None:
        super().__init__(*what, **chosen)
        self.seen: list[str] = []

    async def dealer(self, *actions: str) -> None:
        for action in actions:
            await super().dealer(action)
            assert self.table.sgc is not None
            assert self.table.sgc.stage is not None
            items = self.table.sgc.stage.scene.items
            self.seen.append(" ".join(what.text for item in items for what in item.lettering()))


async def a_day(floor: Watched) -> None:
    """People come and go, mistype, approve and enrol; money comes in and goes out by every way."""
    await floor.dealer("op first")
    for answer in ("700", "MEI", PINS["700"]):
        await floor.keys(answer)
    await floor.dealer("op sign-on")
    for answer in ("700", MISTYPED[0]):
        await floor.keys(answer)
    await asyncio.sleep(2)
    await floor.dealer("op sign-on")
    for answer in (PINS["700"][:8], "700700"):  # the PIN where the number belongs
        await floor.keys(answer)
    await asyncio.sleep(3)
    await floor.dealer("op sign-on")
    for answer in ("700", PINS["700"]):
        await floor.keys(answer)
    await floor.new_shoe()
    await floor.enrol_other("202", "ANA", "casino_supervisor", PINS["202"])
    await floor.enrol_other("101", "TOM", "dealer", PINS["101"], "700", PINS["700"])
    await floor.long_known("303", "IDA", Role.GAME_SUPERVISOR, PINS["303"])
    for number in range(3):
        await floor.dealer("tab terminals", "terminal 1", "op buy-in 1")
        await floor.keys("12000")
        await floor.dealer("key cash")
        if number == 1:
            await floor.dealer("key 303")
            await floor.keys(MISTYPED[2])
            await asyncio.sleep(6)
            await floor.dealer("op buy-in 1")
            await floor.keys("12000")
            await floor.dealer("key cash")
        await floor.dealer("key 303")
        await floor.keys(PINS["303"])
        await floor.dealer("tab coup", "op open")
        await floor.player(1, "chip 2500", "bet player")
        await floor.deal("7S 6H KD KC")
        await floor.dealer("op confirm")
    floor.table.seats[2].devices["note_acceptor"].model.do("insert 50")
    await asyncio.sleep(20)
    await floor.player(2, "cash-out", "pay")
    await asyncio.sleep(20)
    await floor.dealer("tab staff", "op sign-off")


def written(secret: bytes) -> Iterator[bytes]:
    """Return how a secret may be written."""
    yield secret
    yield secret.hex().encode()
    yield secret.hex().upper().encode()
    yield repr(secret)[2:-1].encode()
    for cut in range(3):  # base64 of it, wherever it begins in something longer
        yield base64.b64encode(bytes(cut) + secret)[4 : -4 or None]


def test_no_secret_is_in_anything_that_a_day_leaves_behind(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    network, path = Overheard(), tmp_path / "table.journal"
    floors: list[Watched] = []

    async def whole() -> None:
        with closing(SqliteJournal(path, table_signer(tmp_path / "journal.key"))) as journal:
            floor = Watched(tmp_path, journal, network)
            floors.append(floor)
            await floor.table.start()
            await a_day(floor)
            await floor.table.stop()

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        runner.run(whole())
    (floor,) = floors
    # The day was one: who came in, who mistyped, who approved, and what was paid.
    assert len(floor.of(StaffEnrolled)) == 4
    assert [event.staff for event in floor.of(PinRefused)] == ["700", "", "303"]
    assert len(floor.of(BoughtIn)) == 4
    assert len(floor.of(TicketIssued)) == 1
    theirs = ("pin.secret", "journal.key")
    left = {file.name: file.read_bytes() for file in tmp_path.iterdir() if file.name not in theirs}
    left["network"], left["screen"] = b"\n".join(network.carried), "\n".join(floor.seen).encode()
    for words in (["show"], ["show", "--json"], ["verify"], ["replay"], ["replay", "--json"],
                  ["export", "--key", str(tmp_path / "journal.key")]):  # fmt: skip
        assert main(["journal", words[0], str(path), *words[1:]]) == 0
    out, err = capfd.readouterr()
    left["output"], left["logs"] = f"{out}{err}".encode(), caplog.text.encode()
    left["terminals"] = "\n".join(line for seat in floor.table.seats.values() for line in seat.said).encode()
    secrets = {f"PIN {pin}": [pin.encode()] for pin in (*PINS.values(), *MISTYPED)}
    # What is typed as a number is seen while it is typed, and nowhere afterwards.
    left_behind = {where: held for where, held in left.items() if where != "screen"}
    assert not [where for where, held in left_behind.items() if PINS["700"][:8].encode() in held]
    secrets["pepper"] = list(written(pin_secret(tmp_path / "pin.secret", new=False)))
    secrets["tickets' secret"] = list(written(SECRET))
    pem = (tmp_path / "journal.key").read_text().split("-----")[2]
    secrets["key"] = [pem.strip().encode(), *written(base64.b64decode(pem)[-32:])]
    for name, ways in secrets.items():
        found = [where for where, held in left.items() if any(way in held for way in ways)]
        assert not found, name
    # This would find them: what people may know is there.
    assert b"MEI" in left["table.journal"] + left.get("table.journal-wal", b"")
    assert any("•" * 9 in shown for shown in floor.seen)


def test_no_private_key_is_in_what_a_server_reads_or_a_command_says(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "house" / "table7"
    for words in (["--ats", "2"], ["--renew", "ats-1"], ["--add", "cage-2"], ["--revoke", "ats-2"]):
        assert main(["provision", str(folder), *words]) == 0
    keys = {file.name: file for file in folder.rglob("*.key")}
    assert keys.keys() >= {"authority.key", "table.key", "ats-1.key", "cage-2.key"}
    assert all(file.stat().st_mode & 0o077 == 0 for file in keys.values())
    others = [file.read_bytes() for file in tmp_path.rglob("*") if file.is_file() and file.suffix != ".key"]
    said = "".join(capfd.readouterr()).encode()
    for name, file in keys.items():
        held = file.read_bytes()
        ways = [line for line in held.splitlines() if len(line) == 64] if b"BEGIN" in held else list(written(held))
        assert len(ways) > 1
        assert not any(way in other for way in ways for other in (said, *others)), name


def test_nobodys_pin_is_read_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "table.journal"

    async def whole() -> None:
        with closing(SqliteJournal(path)) as journal:
            floor = Floor(tmp_path, journal)
            await floor.table.start()
            await floor.enrol()
            await floor.table.stop()

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        runner.run(whole())
    assert main(["journal", "show", str(path), "--kind", "staff_enrolled"]) == 0
    said = capsys.readouterr().out
    assert "700 MEI is enrolled as casino supervisor" in said
    assert "argon2" not in said
