"""What a soak is for: a product that is broken on purpose is found out, each time by what it breaks."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from drivers.driver import Driver
from drivers.escpos.driver import EscposPrinter
from firmware.game import events as g
from firmware.game import steps as s
from firmware.game.bets import Outcome
from firmware.game.hands import Winner
from firmware.link import cash_desk as desk_side
from firmware.link.local_table import LocalTable
from firmware.link.wager_messages import SetWager
from firmware.refusal import Refused
from firmware.table.core import numbering
from firmware.table.core.events import SettledLine, WagersSettled
from firmware.table.core.service import Happened, TableService
from firmware.table.core.setup import Setup, Version
from firmware.table.core.state import CoupRecord, NoteDoubt, TableState
from firmware.table.features import cash_desks as redeeming
from firmware.table.features import notes
from firmware.table.features.cash_desks import _BY_FATE, _answer
from firmware.table.features.cashing_out import CashingOutCode, CashOut
from firmware.table.features.note_doubts import ResolveNoteDoubt
from firmware.table.features.wagers import WagerSet
from firmware.table.journal import rows as journal_rows
from firmware.table.journal.stored_row import chain
from firmware.table.shoe.card_watch import CardWatch
from firmware.table.shoe.shoe_desk import ShoeDesk
from firmware.table_board.requests import Requests
from firmware.terminal import ticket_page
from firmware.terminal.note_desk import NoteDesk
from firmware.terminal.player import ShownWager, WagerDesk
from firmware.terminal.ticket_page import money
from hal.cards import Card
from hal.clock import LoopClock
from hal.currency import UNKNOWN, Note
from hal.note_way import NoteInFlight, NoteWay
from hal.ticket_printer import PrintOutcome as Printed
from hal.ticket_printer import PrintResult, Ticket
from sim import virtual_time
from sim.devices.note_path import NotePlace
from sim.soak import cash_desk, faults, run
from sim.soak.cards import ShoeCards
from sim.soak.cash_desk import ClerkDesk
from sim.soak.dealer import Dealer
from sim.soak.journal import SoakJournal
from sim.soak.people import Attendant
from sim.soak.people import SeatedPlayer as Someone
from sim.soak.run import Case, soak
from sim.soak.shrink import command, repeat, shrink
from sim.soak.watch import Watch

Break = Callable[[pytest.MonkeyPatch], None]


def test_what_is_shown_and_was_not_accepted_is_found_and_made_small(monkeypatch: pytest.MonkeyPatch) -> None:
    # A terminal that shows as placed what it only asked for.
    follow = WagerDesk.follow

    def hasty(self: WagerDesk) -> None:
        follow(self)
        self.wagers = {bet: ShownWager(shown.asked or shown.accepted) for bet, shown in self.wagers.items()}

    monkeypatch.setattr(WagerDesk, "follow", hasty)
    case = Case(4, 0.1, 2, ("rough-network", "one-side", "storage-full"))
    found = repeat(case)
    assert "which was never accepted" in found.wrong[0]
    told: list[str] = []
    small = shrink(case, told.append)
    assert repeat(small).wrong
    assert small.hours < case.hours
    assert len(small.faults) < len(case.faults)
    assert told[-1].startswith(command(small))


def a_note_that_is_not_credited(patch: pytest.MonkeyPatch) -> None:
    credit = LocalTable.credit

    async def forgetful(self: LocalTable, note: NoteInFlight) -> bool:
        return note.amount == 50_00 or await credit(self, note)

    patch.setattr(LocalTable, "credit", forgetful)


def a_note_that_is_forgotten_in_the_box(patch: pytest.MonkeyPatch) -> None:
    vended = NoteWay.vended

    def forgetful(self: NoteWay, said: Note = UNKNOWN) -> Any:
        if self.note is not None and self.note.amount == 50_00:
            self._keeper.keep(None)
            return None
        return vended(self, said)

    patch.setattr(NoteWay, "vended", forgetful)


def a_wager_that_is_acknowledged_and_not_kept(patch: pytest.MonkeyPatch) -> None:
    append = SoakJournal.append

    async def leaky(self: SoakJournal, at: int, batches: Sequence[Any], snapshot: TableState | None = None) -> None:
        await append(self, at, [batch for batch in batches if not isinstance(batch.events[0], WagerSet)], snapshot)

    patch.setattr(SoakJournal, "append", leaky)


def an_answer_that_is_not_what_was_done(patch: pytest.MonkeyPatch) -> None:
    wager = Requests._wager  # noqa: SLF001

    async def generous(self: Requests, asker: Any, number: str, what: Any) -> Any:
        answer = await wager(self, asker, number, what)
        return msgspec.structs.replace(answer, accepted=answer.accepted + 5_00)

    patch.setitem(Requests._DO, SetWager, generous)  # noqa: SLF001


def cards_that_change_places(patch: pytest.MonkeyPatch) -> None:
    heard = CardWatch.heard

    def with_another_first(self: CardWatch, event: Any, at: int, game: Any) -> list[s.Step]:
        steps = heard(self, event, at, game)
        kept: list[s.Step] = self.__dict__.setdefault("kept", [])
        if not kept and steps and isinstance(steps[0], s.CardDrawn) and game.coups > 5:
            kept += steps
            return []
        if kept and steps:
            steps = [*steps, *kept]
            self.__dict__["kept"] = []
        return steps

    patch.setattr(CardWatch, "heard", with_another_first)


def a_card_that_counts_twice(patch: pytest.MonkeyPatch) -> None:
    say = ShoeDesk._say  # noqa: SLF001

    def twice(self: ShoeDesk, step: Any) -> None:
        say(self, step)
        if isinstance(step, s.CardDrawn):
            say(self, step)

    patch.setattr(ShoeDesk, "_say", twice)


def a_lock_that_fails_where_nobody_looks(patch: pytest.MonkeyPatch) -> None:
    async def breaks(*_: Any) -> None:
        await asyncio.sleep(0)
        raise RuntimeError("the lock's task is dead")

    patch.setattr(ShoeDesk, "_set_lock", breaks)


def a_ticket_that_is_paid_twice(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(_BY_FATE, "paid", "paid")


def a_ticket_that_says_another_amount(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ticket_page, "money", lambda amount, currency: money(amount + 1, currency))


def a_ticket_that_is_printed_again(patch: pytest.MonkeyPatch) -> None:
    once = EscposPrinter.print

    async def twice(self: EscposPrinter, ticket: Ticket) -> PrintResult:
        await once(self, ticket)
        return await once(self, ticket)

    patch.setattr(EscposPrinter, "print", twice)


def a_note_that_is_nobodys_for_a_moment(patch: pytest.MonkeyPatch) -> None:
    credit = NoteDesk.credit

    async def forgets_first(self: NoteDesk, note: NoteInFlight) -> None:
        self.keep(None)
        await asyncio.sleep(0.6)  # longer than a note takes from the lever to the box
        await credit(self, note)

    patch.setattr(NoteDesk, "credit", forgets_first)


def a_question_that_is_asked_again_and_never_waits(patch: pytest.MonkeyPatch) -> None:
    credit = NoteDesk.credit

    async def impatient(self: NoteDesk, note: NoteInFlight) -> None:
        while note.amount == 50_00:
            await asyncio.sleep(0)
        await credit(self, note)

    patch.setattr(NoteDesk, "credit", impatient)
    patch.setattr(virtual_time, "MOST_TURNS", 2_000)


def a_ticket_that_is_said_to_be_printed(patch: pytest.MonkeyPatch) -> None:
    async def lies(*_: Any) -> PrintResult:
        return PrintResult(Printed.PRINTED)

    patch.setattr(EscposPrinter, "print", lies)


def a_ticket_that_is_said_to_have_failed(patch: pytest.MonkeyPatch) -> None:
    once = EscposPrinter.print

    async def denies(self: EscposPrinter, ticket: Ticket) -> PrintResult:
        await once(self, ticket)
        return PrintResult(Printed.FAILED)

    patch.setattr(EscposPrinter, "print", denies)


def refused(patch: pytest.MonkeyPatch, kind: type[Any], after: int) -> None:
    submit = TableService.submit

    async def stubborn(self: TableService, command: Any, **how: Any) -> Any:
        if isinstance(command, kind) and self.state.game.coups > after:
            raise Refused(CashingOutCode.WAGERS_IN_PLAY, ats=1)
        return await submit(self, command, **how)

    patch.setattr(TableService, "submit", stubborn)


def a_table_that_takes_no_more_bets(patch: pytest.MonkeyPatch) -> None:
    refused(patch, s.OpenBets, 5)


def an_account_that_is_never_closed(patch: pytest.MonkeyPatch) -> None:
    refused(patch, CashOut, 5)


def a_row_that_is_not_written_as_it_was_hashed(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(journal_rows, "chain", lambda head, named, data: chain(head, (*named[:2], "me", *named[3:]), data))


@pytest.mark.some(5)
@pytest.mark.parametrize(
    ("breaks", "says", "seed", "hours"),
    [
        (a_ticket_that_is_said_to_be_printed, "is printed, and on no page", 1, 0.2),
        (a_ticket_that_is_said_to_have_failed, "failed for certain, and is on paper", 3, 0.05),
        (a_table_that_takes_no_more_bets, "no play 1200 s after the last fault", 1, 0.05),
        (an_account_that_is_never_closed, "accounts that cannot be closed", 1, 0.05),
        (a_row_that_is_not_written_as_it_was_hashed, "the journal is not whole", 1, 0.05),
        (a_question_that_is_asked_again_and_never_waits, "and time does not go on", 1, 0.2),
        (a_ticket_that_is_paid_twice, "is paid, and its money was handed over", 8, 0.05),
        (a_ticket_that_says_another_amount, "is on paper as", 1, 0.2),
        (a_ticket_that_is_printed_again, "is on paper twice", 1, 0.2),
        (a_note_that_is_nobodys_for_a_moment, "more in cash boxes than in the ledger", 1, 0.2),
        (a_note_that_is_not_credited, ") is done, and the journal does not hold it", 1, 0.2),
        (a_note_that_is_forgotten_in_the_box, "5000 more in cash boxes than in the ledger", 1, 0.2),
        (a_wager_that_is_acknowledged_and_not_kept, "was acknowledged and is not in the journal", 1, 0.2),
        (an_answer_that_is_not_what_was_done, "was told that SetWager", 1, 0.2),
        (cards_that_change_places, "on record", 1, 0.2),
        (a_card_that_counts_twice, "is on record, and no card had left the shoe", 1, 0.2),
        (a_lock_that_fails_where_nobody_looks, "the lock's task is dead", 1, 0.05),
    ],
)
def test_what_is_broken_is_found(
    breaks: Break, says: str, seed: int, hours: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    breaks(monkeypatch)
    found = soak(seed, hours, 2, ())
    assert any(says in wrong for wrong in found.wrong), found.wrong


@pytest.mark.some(2)
@pytest.mark.parametrize("seed", [2, 8], ids=["id003", "ebds"])
def test_a_note_that_is_credited_by_its_figure_in_another_currency_is_found(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert soak(seed, 0.05, 3, ()).wrong == ()
    monkeypatch.setattr(notes, "is_taken", lambda taken, note: note.amount in taken.values)
    found = soak(seed, 0.05, 3, ())
    assert any("are no money here: {'in its cash box'" in wrong for wrong in found.wrong), found.wrong


def test_a_board_that_wakes_up_in_the_past_goes_on_from_its_journal(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not soak(1, 0.08, 1, ("clock-jump",)).wrong
    monkeypatch.setattr(faults, "woken_clock", lambda loop, wall_ms, _: LoopClock(loop, wall_ms))
    assert any("time ran back" in wrong for wrong in soak(1, 0.08, 1, ("clock-jump",)).wrong)


def test_a_board_that_does_not_stop_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    run = Driver.run

    async def stubborn(self: Driver) -> None:
        try:
            await run(self)
        except asyncio.CancelledError:
            await asyncio.sleep(1e6)  # held by the loop's timers: what nobody holds would be collected

    monkeypatch.setattr(Driver, "run", stubborn)
    found = soak(1, 0.1, 1, ("table-power",))
    assert any("does not end when it is stopped" in wrong for wrong in found.wrong), found.wrong


def test_what_heaps_up_while_nothing_moves_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    async def idle(_: Dealer) -> None:
        await asyncio.sleep(1e6)

    async def heap_up(_: Someone) -> None:
        left = [asyncio.create_task(asyncio.sleep(1e6)) for _ in range(200)]
        await asyncio.wait(left)

    monkeypatch.setattr(Dealer, "run", idle)
    monkeypatch.setattr(Someone, "run", heap_up)
    monkeypatch.setattr(ClerkDesk, "run", idle)
    found = soak(1, 0.05, 1, ())
    assert any("tasks are under way" in wrong for wrong in found.wrong), found.wrong


def test_a_fault_that_does_not_end_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    async def for_ever(*_: Any) -> None:
        await asyncio.sleep(1e6)

    monkeypatch.setitem(faults.Faults.KINDS, "lost-report", faults.Kind(1, for_ever))
    monkeypatch.setattr(run, "ENDS_S", 90.0)
    found = soak(1, 0.1, 1, ("lost-report",))
    assert found.wrong == ("faults that began do not end within 90 s",)


def test_the_attendant_looks_at_notes_in_doubt_together() -> None:
    # 20 and 50 are in doubt, and 50 lie in the box: one look at each by itself would find 20, and then 30.
    class Box:
        value = 0
        place = NotePlace.NOWHERE
        cash_box = {50: 1}

    said: list[Any] = []

    class Floor:
        class state:  # noqa: N801
            ledger: dict[int, dict[str, int]] = {}
            note_doubts = {"1-a": NoteDoubt(1, 20_00, ""), "1-b": NoteDoubt(1, 50_00, "")}

        class service:  # noqa: N801
            @staticmethod
            async def submit(command: Any, *, by: str) -> None:
                said.append((command, by))

        seats: dict[int, Any] = {}

    class Where:
        ats, on, others = 1, True, ()

        class pocket:  # noqa: N801
            @staticmethod
            def in_flight() -> None:
                return None

        devices = {"note_acceptor": type("Kept", (), {"model": type("Model", (), {"path": Box})})}

    asyncio.run(Attendant(Floor, None)._notes(Where))  # type: ignore[arg-type]  # noqa: SLF001
    assert said == [(ResolveNoteDoubt("1-a", 0), "supervisor"), (ResolveNoteDoubt("1-b", 50_00), "supervisor")]


def test_what_must_hold_is_held_against_each_event() -> None:
    state = soaked_state()
    watch = Watch(ShoeCards())
    hands = g.HandShown((Card("7S"), Card("KD")), 7), g.HandShown((Card("6H"), Card("KC")), 6)
    wrong = g.CoupResult(1, Winner.BANKER, *hands, natural=False, dummy=False, last=False, flags=(), notation="x")
    short = msgspec.structs.replace(wrong, winner=Winner.PLAYER, player=g.HandShown((Card("7S"),), 7))
    settled = WagersSettled(1, (SettledLine(1, "tie", 5_00, Outcome.WIN, 45_00),), False, Version("x", {}))  # noqa: FBT003
    ended = msgspec.structs.replace(state, recent=(CoupRecord(msgspec.structs.replace(wrong, winner=Winner.PLAYER)),))
    settled = msgspec.structs.replace(settled, version=state.setup.version)
    poor = msgspec.structs.replace(state, ledger={1: {"balance": -5, "in/cash": 4}})
    watch.happened(Happened(0, (wrong, short), state))
    watch.happened(Happened(0, (settled, WagerSet(1, "tie", 5_00, 5_00, None)), ended))
    watch.happened(Happened(0, (), poor))
    watch.shows(1, 0, {"tie": ShownWager(5_00)})
    watch.lies(state)
    said = " / ".join(watch.wrong)
    for what in (
        "was not won by banker", "the table of play cannot give this", "did not lie there", "is not what x comes to",
        "after betting was closed", "the ledger's sum is not zero", "ATS 1 has less than nothing", "was never accepted",
        "and {} is held",
    ):  # fmt: skip
        assert what in said, what


def soaked_state() -> TableState:
    return msgspec.structs.replace(TableState.unopened(), setup=Setup("crown-baccarat"))


def test_a_desk_that_dies_and_is_told_that_somebody_else_was_paid_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def forgets(*_: Any) -> None:
        return None

    monkeypatch.setattr(cash_desk, "DIES", 0.8)
    monkeypatch.setattr(cash_desk, "DIES_WITHIN_S", 1.0)
    monkeypatch.setattr(redeeming, "_told_before", forgets)
    monkeypatch.setattr(desk_side, "_of", forgets)
    founds = (soak(seed, 0.25, 2, ("rough-network",)) for seed in (15, 13, 11, 21, 17, 10))
    assert any("more in the ledger than was handed over" in wrong for found in founds for wrong in found.wrong)


def plain_numbers(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(numbering, "permuted", lambda _, place: place)


def another_tables_tickets_that_are_guesses(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(redeeming, "_elsewhere", lambda _, __: None)


def an_amount_that_nobody_compares(patch: pytest.MonkeyPatch) -> None:
    compared = _answer
    patch.setattr(redeeming, "_answer", lambda turn, one, asked: compared(turn, one, replace(asked, amount=None)))


@pytest.mark.some(5)
@pytest.mark.parametrize(
    ("breaks", "says", "seeds"),
    [
        (plain_numbers, "could be worked out from", (6, 8, 7, 2)),
        (another_tables_tickets_that_are_guesses, "was not said to be another table's", (6, 2, 5, 8)),
        (an_amount_that_nobody_compares, "for a page that says a hundred times as much", (3, 5, 8, 6)),
    ],
)
def test_what_is_broken_about_tickets_is_found(
    breaks: Break, says: str, seeds: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    breaks(monkeypatch)
    founds = (soak(seed, 0.15, 2, ()) for seed in seeds)
    assert any(says in wrong for found in founds for wrong in found.wrong)
