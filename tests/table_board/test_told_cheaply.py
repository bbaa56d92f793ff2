"""What telling fifty terminals a settlement takes, in counts: nothing is gone through once for each pair of them."""

import asyncio
from typing import Any

import msgspec
import pytest

from firmware import openssl
from firmware.game import steps as s
from firmware.link import views
from firmware.link.besides_play import BesidesPlay
from firmware.link.bus import MemoryNetwork
from firmware.link.message import Message
from firmware.link.views import Recall, account_view
from firmware.table.core import session_terms
from firmware.table.core.events import WagersSettled
from firmware.table.core.service import Happened, TableService
from firmware.table.core.setup import Setup
from firmware.table.core.state import TableState
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.wagers import Wager
from firmware.table.journal.memory import MemoryJournal
from firmware.table.journal.signing import new_signer
from firmware.table_board.answers import TableBoard
from hal.cards import Card
from hal.clock import LoopClock
from sim.virtual_time import VirtualTimeLoop

TERMINALS = 20
COUPS = 4
BETS = ("player", "tie")
HAND = [s.CardDrawn(Card(code)) for code in ("7S", "6H", "KD", "KC")]


async def _play(heard: Any) -> TableState:
    """Play coups at a table with a board that tells its terminals; `heard` is told what happens, and afterwards."""
    boards: list[TableBoard] = []

    def publish(happened: Happened) -> None:
        heard(happened)
        for board in boards:
            board.follow(happened)

    clock = LoopClock(asyncio.get_running_loop())
    service = TableService(Setup("crown-baccarat", ats=TERMINALS), MemoryJournal(), clock, publish)
    boards.append(TableBoard(service, MemoryNetwork().board("table")))
    telling = asyncio.create_task(boards[0].run())
    await service.start()
    for command in (s.NewShoe(8), *(BuyIn(ats, 100_00) for ats in range(1, TERMINALS + 1))):
        await service.submit(command)
    for _ in range(COUPS):
        await service.submit(s.OpenBets())
        for ats in range(1, TERMINALS + 1):
            for bet in BETS:
                await service.submit(Wager(ats, bet, 5_00))
        for command in (s.CloseBets(), *HAND, s.Confirm()):
            await service.submit(command)
        await asyncio.sleep(0.1)
    telling.cancel()
    await asyncio.gather(telling, return_exceptions=True)
    return service.state


def played(heard: Any = lambda _: None) -> TableState:
    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        return runner.run(_play(heard))


def test_a_settlement_asks_of_each_terminal_once_whether_its_player_agreed(monkeypatch: pytest.MonkeyPatch) -> None:
    plain, asked, told = session_terms.agreed_at, [0], []

    def counted(ats: int) -> str:
        asked[0] += 1
        return plain(ats)

    def heard(happened: Happened) -> None:
        told.append((any(isinstance(one, WagersSettled) for one in happened.events), asked[0]))

    monkeypatch.setattr(session_terms, "agreed_at", counted)
    played(heard)
    settled = [place for place, (is_settled, _) in enumerate(told) if is_settled]
    assert len(settled) == COUPS
    for place in settled[:-1]:
        # Until the next event: the settlement is told, and some are looked at with the beat.
        assert TERMINALS <= told[place + 1][1] - told[place][1] <= 2 * TERMINALS


def test_each_coup_that_is_recalled_is_written_once_for_each_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    plain, written = msgspec.json.encode, []

    def counted(view: Message) -> bytes:
        written.append(view)
        return plain(view)

    monkeypatch.setattr(views, "_encode", counted)
    state = played()
    assert len(written) == COUPS * TERMINALS
    recall, besides_play = Recall(), BesidesPlay()
    for ats in range(1, TERMINALS + 1):
        view = account_view(state, ats, 1, 0, recall, besides_play)
        assert len(view.recent) == COUPS
        said = msgspec.structs.replace(view, recent=recall.written(state, ats))
        assert plain(said) == plain(view), "it is the same message"


def test_a_key_is_made_ready_once_however_often_a_table_signs(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    class Counted(openssl.PrivateKey):
        def __init__(self, seed: bytes) -> None:
            made.append(seed)
            super().__init__(seed)

    monkeypatch.setattr(openssl, "PrivateKey", Counted)
    signer = new_signer()
    texts = [b"one", b"two", b"three"]
    signatures = [signer.sign(text) for text in texts]
    assert len(made) == 1
    for text, signature in zip(texts, signatures, strict=True):
        assert openssl.is_signed(bytes.fromhex(signer.public), signature, text)
