"""Staff: sign-on, wrong PINs, enrolment, who may do what, and what is kept of all that."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import cheap_pins
import pytest
from people_at_a_table import PEPPER, SETUP, Story, hands, people_at, refuse

from firmware.game import steps as s
from firmware.refusal import Refused
from firmware.table.core.authority import LADDER, least, may
from firmware.table.core.codes import TableCode
from firmware.table.core.commands import Role
from firmware.table.core.service import TableService
from firmware.table.core.state import TableState
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cashing_out import CashedOut, CashOut
from firmware.table.features.closing import CloseTable
from firmware.table.features.corrections import CorrectOutcome, InvalidateCoup
from firmware.table.features.freezing import AccountsFrozen
from firmware.table.features.limits import SetLimit
from firmware.table.features.malfunctions import ClearMalfunction
from firmware.table.features.sessions import StartSession
from firmware.table.features.staff import EnrolStaff, RefusePin, SignOn
from firmware.table.features.wagers import Wager
from firmware.table.journal.file import checked, connect_to_read
from firmware.table.people import staff_desk
from firmware.table.people.staff_desk import Approval, StaffDesk
from hal.cards import Card

pytestmark = pytest.mark.lab(76, 77)


@pytest.fixture
def floor(tmp_path: Path) -> Callable[[Story], Path]:
    return people_at(tmp_path / "table.journal")


def test_who_did_what_is_in_the_journal(floor: Callable[[Story], Path]) -> None:
    async def story(desk: StaffDesk, service: TableService) -> None:
        await desk.sign_on("sgc", "7", "7391")
        await desk.ask("sgc", BuyIn(1, 100_00))
        assert service.state.consoles == {"office": "700", "sgc": "7"}
        await desk.sign_on_by_card("sgc", "card-70")
        assert service.state.consoles["sgc"] == "70"
        await desk.ask("sgc", s.NewShoe(8))
        await desk.ask("sgc", s.OpenBets())
        await desk.sign_off("sgc")
        assert await refuse(desk.ask("sgc", s.CloseBets())) == "sign_on_first"
        assert await refuse(desk.sign_off("sgc")) == "nobody_here"

    path = floor(story)
    db = connect_to_read(path)
    by = [(type(entry.event).__name__, entry.by) for entry in checked(db, path)]
    db.close()
    assert ("BoughtIn", "7 dealer, rule 6.3") in by
    assert ("CoupOpened", "70 game supervisor, rule 8.1") in by
    assert ("StaffSignedOff", "70") in by


@pytest.mark.parametrize("person", ["7", "nobody"])
def test_a_console_waits_after_a_wrong_pin_longer_each_time(floor: Callable[[Story], Path], person: str) -> None:
    async def story(desk: StaffDesk, service: TableService) -> None:
        clock = hands(service)
        # 1 s after the first, twice as long after each further one, five minutes at most.
        for seconds in (1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300):
            assert await refuse(desk.sign_on("sgc", person, "0246")) == "wrong_pin"
            clock.at += seconds * 1000 - 1
            with pytest.raises(Refused) as refusal:
                await desk.sign_on("sgc", "7", "7391")  # the right one is not looked at either
            assert (refusal.value.code, refusal.value.values) == (TableCode.PIN_WAIT, {"seconds": 1})
            assert await refuse(desk.sign_on_by_card("sgc", "card-7")) == "pin_wait"
            # It holds back nobody elsewhere, not even whose PIN was guessed at.
            await desk.sign_on("office", "7", "7391")
            clock.at += 1
        await desk.sign_on("sgc", "7", "7391")

    floor(story)


def test_what_is_typed_for_a_number_that_nobody_has_is_not_kept(floor: Callable[[Story], Path]) -> None:
    async def story(desk: StaffDesk, _: TableService) -> None:
        assert await refuse(desk.sign_on("sgc", "705193", "700")) == "wrong_pin"  # the PIN where the number belongs

    path = floor(story)
    assert b"705193" not in b"".join(file.read_bytes() for file in path.parent.iterdir())


def test_whoever_gets_their_pin_right_has_guessed_at_nobodys_and_time_forgets(floor: Callable[[Story], Path]) -> None:
    async def story(desk: StaffDesk, service: TableService) -> None:
        clock = hands(service)

        async def waits(person: str) -> int:
            await refuse(desk.sign_on("sgc", person, "0246"))
            waits = service.state.guards["sgc"].until - clock.at
            clock.at += waits
            return waits // 1000

        assert [await waits("7"), await waits("7")] == [1, 2]
        await desk.sign_on("sgc", "7", "7391")
        assert await waits("7") == 1
        # A dealer who guesses at a supervisor's PIN and signs on between the guesses gains nothing.
        assert await waits("70") == 2
        await desk.sign_on("sgc", "7", "7391")
        assert await waits("70") == 2
        await desk.sign_on("sgc", "7", "7391")
        assert await waits("70") == 4
        clock.at += 60 * 60 * 1000
        assert await waits("70") == 1

    floor(story)


def test_forty_guesses_at_once_are_one_guess(floor: Callable[[Story], Path]) -> None:
    async def story(desk: StaffDesk, service: TableService) -> None:
        guesses = [refuse(desk.sign_on("sgc", "7", f"{number:04}")) for number in range(1000, 1039)]
        # The right one is among them, and comes too late.
        told = await asyncio.gather(*guesses, refuse(desk.sign_on("sgc", "7", "7391")))
        assert sorted(told) == ["pin_wait"] * 39 + ["wrong_pin"]
        assert service.state.guards["sgc"].wrong == {"7": 1}

    floor(story)


def test_guesses_at_who_approves_make_the_console_wait_too(floor: Callable[[Story], Path]) -> None:
    async def story(desk: StaffDesk, service: TableService) -> None:
        await service.submit(s.NewShoe(8))
        await desk.sign_on("sgc", "7", "7391")
        for command in (s.OpenBets(), s.CloseBets(), s.Unreadable()):
            await desk.ask("sgc", command)
        assert await refuse(desk.ask("sgc", s.Enter(Card("7S")), Approval("70", "0246"))) == "wrong_pin"
        assert await refuse(desk.ask("sgc", s.Enter(Card("7S")), Approval("70", "70482"))) == "pin_wait"
        assert await refuse(desk.sign_on_by_card("sgc", "card-of-nobody")) == "pin_wait"
        hands(service).at += 1000
        assert await refuse(desk.sign_on_by_card("sgc", "card-of-nobody")) == "unknown_card"
        hands(service).at += 2000
        await desk.ask("sgc", s.Enter(Card("7S")), Approval("70", "70482"))

    floor(story)


def test_wrong_pins_survive_a_restart(floor: Callable[[Story], Path]) -> None:
    async def fail(desk: StaffDesk, service: TableService) -> None:
        for _ in range(5):
            await refuse(desk.sign_on("sgc", "7", "0246"))
            hands(service).at = service.state.guards["sgc"].until
        await refuse(desk.sign_on("sgc", "7", "0246"))

    async def still(desk: StaffDesk, service: TableService) -> None:
        hands(service).at = service.state.guards["sgc"].last + 31_999
        assert await refuse(desk.sign_on("sgc", "7", "7391")) == "pin_wait"
        hands(service).at += 1
        await desk.sign_on("sgc", "7", "7391")

    floor(fail)
    floor(still)


@pytest.mark.parametrize(
    "pin", ["1111", "000000", "1234", "4321", "0123", "7890", "2109", "1357", "1212", "123123", "1313", "2580", "1984"]
)  # fmt: skip
def test_pins_that_are_guessed_first_are_refused(floor: Callable[[Story], Path], pin: str) -> None:
    async def story(desk: StaffDesk, _: TableService) -> None:
        assert await refuse(desk.hash_pin(pin, "7")) == "pin_common"
        assert await refuse(desk.hash_pin("4711", "4711")) == "pin_common"  # the person's own number
        await desk.hash_pin("4711", "7")

    floor(story)


def test_a_pin_costs_whoever_guesses_twenty_megabytes_and_two_passes(
    floor: Callable[[Story], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(staff_desk, "_HASHER", cheap_pins.PRODUCTS)

    async def story(desk: StaffDesk, _: TableService) -> None:
        assert (await desk.hash_pin("7391", "7")).startswith("$argon2id$v=19$m=19456,t=2,p=1$")

    floor(story)


def test_pins_are_kept_as_argon2id_and_have_four_to_twelve_digits(floor: Callable[[Story], Path]) -> None:
    async def story(desk: StaffDesk, service: TableService) -> None:
        assert service.state.staff["7"].pin_hash.startswith("$argon2id$")
        with pytest.raises(ValueError, match="at least 16 bytes"):
            StaffDesk(service, b"short")
        other = StaffDesk(service, b"the secret of another table")
        assert await refuse(other.sign_on("elsewhere", "7", "7391")) == "wrong_pin"
        for pin in ("123", "1234567890123", "12a4", "١٢٣٤", ""):
            assert await refuse(desk.hash_pin(pin, "7")) == "pin_length"
        assert await refuse(desk.enrol_first("1", "Eve", "4711")) == "staff_enrolled"

    path = floor(story)
    assert b"70482" not in b"".join(
        file.read_bytes() for file in path.parent.iterdir() if file.name.startswith("table")
    )


def test_who_is_idle_is_signed_off(floor: Callable[[Story], Path]) -> None:
    async def story(desk: StaffDesk, service: TableService) -> None:
        await desk.sign_on("sgc", "70", "70482")
        quick = StaffDesk(service, PEPPER, idle_s=0.01)
        await quick.sign_on("sgc", "7", "7391")
        signed_off = asyncio.get_running_loop().create_future()
        publish = service._publish  # noqa: SLF001 - the test listens beside the others

        def hear(happened: object) -> None:
            publish(happened)  # type: ignore[arg-type]
            if "sgc" not in service.state.consoles and not signed_off.done():
                signed_off.set_result(None)

        service._publish = hear  # type: ignore[method-assign]  # noqa: SLF001
        await asyncio.wait_for(signed_off, 5)
        assert await refuse(quick.ask("sgc", s.NewShoe(8))) == "sign_on_first"

    floor(story)


def test_who_was_signed_on_before_a_restart_is_idle_from_then_on(floor: Callable[[Story], Path]) -> None:
    async def story(desk: StaffDesk, service: TableService) -> None:
        await desk.sign_on("sgc", "70", "70482")
        StaffDesk(service, PEPPER, idle_s=0.01)  # as the table has it that comes back
        async with asyncio.timeout(30):
            while service.state.consoles:
                await asyncio.sleep(0.01)

    floor(story)


@pytest.mark.rule("crown 1.2")
def test_a_supervisor_may_do_all_that_a_dealer_may() -> None:
    state = TableState(SETUP)
    commands = [
        s.OpenBets(), s.CloseBets(), s.Confirm(), s.Burn(Card("7S")), s.NewShoe(8), s.Decide("carry"), s.Invalidate(),
        BuyIn(1, 1), CashOut(1), CashOut(1, "hand-pay"), SetLimit("*"), CorrectOutcome(1, (), ()),
        InvalidateCoup(1, "malfunction", "x"), InvalidateCoup(1, "disruption", "x"), CloseTable(),
    ]  # fmt: skip
    for command in commands:
        able = [may(state, role, command) for role in LADDER]
        assert able == sorted(able), command
        assert able[-1], command
    assert not may(state, Role.DEALER, SetLimit("*"))
    assert not may(state, Role.GAME_SUPERVISOR, InvalidateCoup(1, "disruption", "x"))
    assert not may(state, Role.DEALER, s.Invalidate("the reader", "malfunction"))
    assert not may(state, Role.TECHNICIAN, BuyIn(1, 1))
    assert may(state, Role.TECHNICIAN, ClearMalfunction("system"))
    assert may(state, Role.TOURNAMENT_DIRECTOR, StartSession("x", (1,), 1))
    assert not may(state, Role.CASINO_SUPERVISOR, Wager(1, "player", 5_00))  # a player's, and nobody else's
    assert least(state, Wager(1, "player", 5_00)) is None


def test_what_a_role_may_not_do_is_refused(floor: Callable[[Story], Path]) -> None:
    async def story(desk: StaffDesk, _: TableService) -> None:
        await desk.sign_on("sgc", "7", "7391")
        assert await refuse(desk.ask("sgc", SetLimit("*", minimum=1_00))) == "role_may_not"
        await desk.sign_on("sgc", "8", "8264")
        assert await refuse(desk.ask("sgc", s.OpenBets())) == "role_may_not"

    floor(story)


def test_a_correction_needs_a_second_person_where_the_table_says_so(floor: Callable[[Story], Path]) -> None:
    wrong = CorrectOutcome(1, (Card("7S"), Card("KD")), (Card("8H"), Card("KC")))

    async def story(desk: StaffDesk, service: TableService) -> None:
        await service.submit(s.NewShoe(8))
        await desk.sign_on("sgc", "7", "7391")
        for command in (BuyIn(1, 1000_00), s.OpenBets()):
            await desk.ask("sgc", command)
        await service.submit(Wager(1, "player", 100_00), by="ATS 1")
        for code in ("7S", "6H", "KD", "KC"):
            await desk.ask("sgc", s.CardDrawn(Card(code)))
        await desk.ask("sgc", s.Confirm())
        assert await refuse(desk.ask("sgc", wrong)) == "approval_needed"
        assert await refuse(desk.ask("sgc", wrong, Approval("7", "7391"))) == "approves_own"
        assert await refuse(desk.ask("sgc", wrong, Approval("70", "0000"))) == "wrong_pin"
        hands(service).at += 1000
        assert await refuse(desk.ask("sgc", wrong, Approval("8", "8264"))) == "may_not_approve"
        await desk.ask("sgc", wrong, Approval("70", "70482"))
        await desk.sign_on("sgc", "70", "70482")
        assert await refuse(desk.ask("sgc", CashOut(1, "hand-pay"))) == "approval_needed"
        await desk.ask("sgc", CashOut(1, "hand-pay"), Approval("700", "705193"))

    path = floor(story)
    db = connect_to_read(path)
    by = {type(entry.event): entry.by for entry in checked(db, path)}
    db.close()
    assert by[AccountsFrozen] == "7 dealer, approved by 70 game supervisor, rule 11.11"
    assert by[CashedOut] == "70 game supervisor, approved by 700 casino supervisor, rule 6.7.2(b)"


def test_a_card_that_is_entered_is_confirmed_by_a_supervisor(floor: Callable[[Story], Path]) -> None:
    async def story(desk: StaffDesk, service: TableService) -> None:
        await service.submit(s.NewShoe(8))
        await desk.sign_on("sgc", "7", "7391")
        for command in (s.OpenBets(), s.CloseBets(), s.Unreadable()):
            await desk.ask("sgc", command)
        assert await refuse(desk.ask("sgc", s.Enter(Card("7S")))) == "approval_needed"
        await desk.ask("sgc", s.Enter(Card("7S")), Approval("70", "70482"))

    floor(story)


@pytest.mark.parametrize(
    "wrong",
    [
        EnrolStaff("", "x", Role.DEALER, "x"),
        EnrolStaff("1", "x", Role.DEALER, ""),
    ],
)
def test_enrolment_is_whole(floor: Callable[[Story], Path], wrong: EnrolStaff) -> None:
    async def story(desk: StaffDesk, service: TableService) -> None:
        await refuse(desk.ask("office", wrong))
        assert await refuse(desk.sign_on_by_card("sgc", "")) == "unknown_card"
        await refuse(service.submit(SignOn("sgc", "nobody")))
        await refuse(service.submit(RefusePin("sgc", "nobody")))

    floor(story)
