"""What acceptors call their notes: a currency and an amount, in their own words or their profile's, never guessed."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from device_under_test import Bench, run

from drivers.ebds import protocol as ebds_wire
from drivers.ebds.driver import Ebds
from drivers.ebds.driver import Options as EbdsOptions
from drivers.id003 import notes as id003_notes
from drivers.id003 import protocol as id003_wire
from drivers.id003.driver import Id003
from drivers.id003.options import Options as Id003Options
from hal.currency import NOTES, Note
from hal.device import FaultBegan, FaultEnded
from hal.life import Stage
from hal.note_acceptor import Credited, Escrowed, InDoubt, Rejected, Returned
from sim.devices.ebds import EbdsModel
from sim.devices.id003 import Id003Model
from sim.devices.id003_facts import COUNTRIES
from sim.devices.model import Model, NoCommand
from sim.devices.note_path import NotePlace

pytestmark = pytest.mark.lab(38)

AUSTRALIAN = {"02": "AUD"}


def id003(model: Model, **options: Any) -> Bench:
    bench = Bench(model)
    device = Id003("acceptor", bench.wire, bench.hear, Id003Options("", **options), way=bench.way(), book=bench.book)
    bench.live(device)
    return bench


def ebds(model: Model, **options: Any) -> Bench:
    bench = Bench(model)
    device = Ebds("acceptor", bench.wire, bench.hear, EbdsOptions("", **options), way=bench.way(), book=bench.book)
    bench.live(device)
    return bench


def played(make: Callable[[], Bench], story: Callable[[Bench], Any]) -> None:
    async def whole() -> None:
        bench = make()
        bench.device.enable()
        await bench.ready()
        await asyncio.sleep(2)
        await story(bench)
        await bench.stop()

    run(whole)


async def offered(bench: Bench, value: int) -> Escrowed:
    """Put a note in, and return what the acceptor says of it."""
    bench.heard.clear()
    bench.model.do(f"insert {value}")
    await bench.until(Escrowed)
    (said,) = bench.of(Escrowed)
    assert isinstance(said, Escrowed)
    return said


@pytest.mark.parametrize("currency", NOTES)
@pytest.mark.parametrize("protocol", ["id003", "ebds"])
def test_each_note_of_each_currency_is_named_and_credited_as_it_is(protocol: str, currency: str) -> None:
    def make() -> Bench:
        if protocol == "ebds":
            return ebds(EbdsModel(currency=currency))
        return id003(Id003Model(currency=currency), country={f"{COUNTRIES[currency]:02X}": currency})

    async def story(bench: Bench) -> None:
        for value in NOTES[currency]:
            assert await offered(bench, value) == Escrowed(value * 100, currency)
            bench.device.stack()
            credited = await bench.until(Credited)
            assert credited.note.is_note == Note(currency, value * 100)
            await asyncio.sleep(3)
        assert list(bench.book.credits.values()) == [value * 100 for value in NOTES[currency]]
        assert not bench.book.doubts
        assert not bench.of(FaultBegan)

    played(make, story)


MAPPED = {
    "id003": lambda: id003(Id003Model(currency="AUD", table=False), notes={"61": "AUD 5", "63": "AUD 20"}),
    "ebds": lambda: ebds(EbdsModel(currency="AUD", extended=False), notes={"1": "AUD 5", "3": "AUD 20"}),
    "ebds, not asked": lambda: ebds(
        EbdsModel(currency="AUD"), extended_notes=False, notes={"1": "AUD 5", "3": "AUD 20"}
    ),
}


@pytest.mark.parametrize("make", MAPPED.values(), ids=MAPPED)
def test_an_acceptor_that_does_not_name_its_notes_is_named_them_by_its_profile(make: Callable[[], Bench]) -> None:
    async def story(bench: Bench) -> None:
        assert await offered(bench, 20) == Escrowed(20_00, "AUD")
        bench.device.stack()
        assert (await bench.until(Credited)).note.is_note == Note("AUD", 20_00)
        await asyncio.sleep(3)
        # the map says nothing of this one: it is never taken, whoever asks for it
        assert await offered(bench, 10) == Escrowed(0, "")
        bench.device.stack()
        await bench.until(Returned)
        assert bench.book.credits == {1: 20_00}
        assert bench.model.path.cash_box == {20: 1}

    played(make, story)


NAMELESS: dict[str, tuple[Callable[[], Bench], str]] = {
    "no table": (lambda: id003(Id003Model(currency="AUD", table=False)), "it has no table of its notes"),
    "a country that nobody names": (lambda: id003(Id003Model(currency="AUD")), "its table names country 02"),
    "another country is named": (
        lambda: id003(Id003Model(currency="NZD"), country=AUSTRALIAN),
        "its table names country 0D",
    ),
    "positions alone": (lambda: ebds(EbdsModel(currency="AUD", extended=False)), "it speaks of position 3"),
}


@pytest.mark.parametrize(("make", "detail"), NAMELESS.values(), ids=NAMELESS)
def test_a_note_that_nobody_names_has_no_currency_and_that_is_a_fault(make: Callable[[], Bench], detail: str) -> None:
    async def story(bench: Bench) -> None:
        bench.model.do("insert 20")
        escrowed = await bench.until(Escrowed)
        assert escrowed.currency == ""
        assert bench.device.faults == {"no_currency"}
        assert bench.of(FaultBegan)[-1].detail == detail

    played(make, story)


def test_a_table_that_nobody_heard_is_asked_for_again() -> None:
    async def whole() -> None:
        model = Id003Model(currency="AUD")
        asked = 0

        def deaf(data: bytes) -> None:
            nonlocal asked
            if data == id003_wire.write_frame(id003_wire.GET_CURRENCY):
                asked += 1
                if asked <= 3:
                    return
            Id003Model.received(model, data)

        model.received = deaf  # type: ignore[method-assign]
        bench = id003(model, country=AUSTRALIAN)
        bench.device.enable()
        await bench.until(FaultBegan, code="no_currency")
        await bench.until(FaultEnded, code="no_currency")
        await asyncio.sleep(5)
        assert asked == 4
        assert await offered(bench, 20) == Escrowed(20_00, "AUD")
        await bench.stop()

    run(whole)


def test_an_acceptor_that_keeps_silent_about_its_notes_is_not_asked_for_ever() -> None:
    async def whole() -> None:
        model = Id003Model(currency="AUD")
        asked = 0

        def deaf(data: bytes) -> None:
            nonlocal asked
            if data == id003_wire.write_frame(id003_wire.GET_CURRENCY):
                asked += 1
            else:
                Id003Model.received(model, data)

        model.received = deaf  # type: ignore[method-assign]
        bench = id003(model, notes={"63": "AUD 20"})
        bench.device.enable()
        await asyncio.sleep(20)
        assert asked == 8
        assert await offered(bench, 20) == Escrowed(20_00, "AUD")
        await bench.stop()

    run(whole)


def test_a_fault_of_names_ends_with_a_note_that_has_one() -> None:
    def make() -> Bench:
        return ebds(EbdsModel(currency="AUD", extended=False), notes={"1": "AUD 5"})

    async def story(bench: Bench) -> None:
        await offered(bench, 20)
        bench.device.give_back()
        await asyncio.sleep(3)
        assert bench.device.faults == {"no_currency"}
        await offered(bench, 5)
        assert bench.of(FaultEnded, code="no_currency")

    played(make, story)


@pytest.mark.parametrize(
    "make",
    [lambda: id003(Id003Model(table=False)), lambda: ebds(EbdsModel(extended=False))],
    ids=["id003", "ebds"],
)
def test_on_a_desk_where_nothing_is_credited_codes_are_the_usual_notes_of_no_currency(
    make: Callable[[], Bench],
) -> None:
    def assuming() -> Bench:
        bench = make()
        bench.device.assume_usual_notes()
        return bench

    async def story(bench: Bench) -> None:
        for value in (1, 2, 5, 10, 20, 50, 100):
            assert await offered(bench, value) == Escrowed(value * 100, "")
            bench.device.give_back()
            await asyncio.sleep(3)
        assert not bench.device.faults

    played(assuming, story)


# What a profile may say.


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"notes": {"60": "AUD 5"}}, r"notes: '60' is no code; they are 61 to 68"),
        ({"notes": {"1": "AUD 5"}}, r"notes: '1' is no code"),
        ({"notes": {"61": "AUD 7"}}, r"notes\.61: AUD has no note of 7; it has 5, 10, 20, 50, 100"),
        ({"notes": {"61": "5"}}, r"notes\.61: '5' is no note; one reads \"AUD 5\""),
        ({"notes": {"61": "XYZ 5"}}, r"notes\.61: there is no currency 'XYZ' here; there are AUD, CAD"),
        ({"country": {"2": "AUD"}}, r"country: '2' is no code; they are 00 to FF"),
        ({"country": {"02": "Australia"}}, r"country\.02: there is no currency 'Australia' here"),
    ],
)
def test_what_an_id003_profile_cannot_say(options: Any, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        Id003Options("", **options)


def test_what_an_ebds_profile_cannot_say() -> None:
    with pytest.raises(ValueError, match=r"notes: '8' is no code; they are 1 to 7"):
        EbdsOptions("", notes={"8": "AUD 5"})
    assert EbdsOptions("", extended_notes=False).missing.startswith("notes: is missing")
    assert not EbdsOptions("", extended_notes=False, notes={"1": "AUD 5"}).missing
    assert not EbdsOptions("").missing


def test_an_id003_profile_without_countries_is_uncertain() -> None:
    assert Id003Options("").uncertain.startswith("country: is missing, so only notes of CAD, EUR, USD are known")
    assert not Id003Options("", country=AUSTRALIAN).uncertain
    assert not Id003Options("", notes={"61": "AUD 5"}).uncertain


def test_what_a_profile_says_of_a_country_wins() -> None:
    assert Id003Options("", country={"01": "AUD"}).countries()[0x01] == "AUD"


# What the host switches off, and what it hears late, or otherwise than before.


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda: id003(Id003Model(), denominations=1 << 4), "this note is not taken"),
        (lambda: ebds(EbdsModel(), denominations=0x7F & ~(1 << 4)), "not recognised"),
    ],
    ids=["id003", "ebds"],
)
def test_a_note_that_the_host_has_switched_off_is_rejected_and_the_others_are_not(
    make: Callable[[], Bench], why: str
) -> None:
    async def story(bench: Bench) -> None:
        bench.heard.clear()
        bench.model.do("insert 20")
        await asyncio.sleep(4)
        assert bench.of(Rejected) == [Rejected(why)]
        assert not bench.of(Escrowed)
        assert await offered(bench, 10) == Escrowed(10_00, "USD")

    played(make, story)


def test_an_answer_that_comes_late_with_the_right_toggle_is_one() -> None:
    # 157 ms, with 150 allowed: the note was in doubt
    async def story(bench: Bench) -> None:
        send, loop = bench.model.send, asyncio.get_running_loop()
        bench.model.send = lambda data: loop.call_later(0.157, send, data)
        await offered(bench, 20)
        bench.device.stack()
        await bench.until(Credited)
        await asyncio.sleep(5)
        assert bench.device.stage is Stage.READY
        assert bench.book.credits == {1: 20_00}
        assert not bench.of(InDoubt)

    played(lambda: ebds(EbdsModel()), story)


@pytest.mark.parametrize("after_s", [0.05, 0.17])
@pytest.mark.parametrize("silent", [False, True])
def test_an_answer_to_another_question_says_nothing(silent: bool, after_s: float) -> None:  # noqa: FBT001
    async def story(bench: Bench) -> None:
        asked, receive = bytearray(), bench.model.received

        def hear(data: bytes) -> None:
            asked.extend(data)
            if not silent:
                receive(data)

        bench.model.received = hear
        await asyncio.sleep(0.5)
        bench.heard.clear()
        asked.clear()
        while not asked:
            await asyncio.sleep(0.001)
        # while the answer is waited for, or after that
        await asyncio.sleep(after_s)
        poll = ebds_wire.Reader().feed(bytes(asked))[-1]
        assert isinstance(poll, ebds_wire.Poll)
        # by the toggle of the question before, or of the one that comes next: no note lies in escrow
        note = ebds_wire.ExtendedNote("USD", 1, 2)
        reply = ebds_wire.Reply(poll.toggle ^ 1, ebds_wire.ESCROWED, 16, 0, extended=note)
        bench.model.send(ebds_wire.write_reply(reply))
        await asyncio.sleep(1)
        assert not bench.of(Escrowed)

    played(lambda: ebds(EbdsModel()), story)


@pytest.mark.parametrize("other", [("NZD", 2, 1), ("AUD", 5, 1)])
def test_a_note_that_is_stacked_as_another_than_the_one_in_escrow_is_in_doubt(
    other: tuple[str, int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(bench: Bench) -> None:
        assert await offered(bench, 20) == Escrowed(20_00, "AUD")
        monkeypatch.setattr(bench.model, "_note", lambda _: ebds_wire.ExtendedNote(*other))
        bench.device.stack()
        doubt = await bench.until(InDoubt)
        assert doubt.why == f"the acceptor took {Note(other[0], other[1] * 1000).in_words}; AUD 20 lay in escrow"
        assert bench.book.doubts == [0]
        assert not bench.book.credits

    played(lambda: ebds(EbdsModel(currency="AUD")), story)


# The models themselves.


def talked(model: Model) -> tuple[list[bytes], Callable[[bytes], bytes]]:
    said: list[bytes] = []
    model.attach(said.append)

    def ask(data: bytes) -> bytes:
        model.hear(data)
        return said[-1]

    return said, ask


def test_after_its_credit_is_acknowledged_a_note_is_stacked_and_never_stacking_again() -> None:
    async def whole() -> None:
        model = Id003Model()
        _, ask = talked(model)
        await asyncio.sleep(1)
        for code, data in ((0x40, b""), (0xC3, b"\x00")):
            ask(id003_wire.write_frame(code, data))
            await asyncio.sleep(1)
        model.do("insert 20")
        await asyncio.sleep(1)
        ask(id003_wire.write_frame(id003_wire.STACK_1))
        seen = []
        for _ in range(200):
            (frame,) = id003_wire.Reader().feed(ask(id003_wire.write_frame(id003_wire.STATUS)))
            seen.append(frame.code)
            if frame.code == 0x15:
                model.hear(id003_wire.write_frame(id003_wire.ACK))
            await asyncio.sleep(0.02)
        assert [code for place, code in enumerate(seen) if not place or seen[place - 1] != code] == [
            0x14,
            0x15,
            0x16,
            0x11,
        ]

    run(whole)


def test_the_model_answers_8a_with_the_country_of_its_notes() -> None:
    async def whole() -> None:
        model = Id003Model(currency="SGD")
        _, ask = talked(model)
        await asyncio.sleep(1)
        (frame,) = id003_wire.Reader().feed(ask(id003_wire.write_frame(id003_wire.GET_CURRENCY)))
        # codes 61 to 68; country 22; 2, 5, 10 = 1 x 10^1, 50, 100, 1000 = 1 x 10^3; two codes stand for nothing
        assert frame.data.hex(" ") == (
            "61 22 02 00 62 22 05 00 63 22 01 01 64 22 05 01 65 22 01 02 66 22 01 03 67 00 00 00 68 00 00 00"
        )
        assert id003_notes.read_table(frame.data, {0x22: "SGD"})[0x66] == Note("SGD", 1000_00)

    run(whole)


def test_the_model_tells_each_entry_of_its_notes_until_there_is_none() -> None:
    async def whole() -> None:
        model = EbdsModel(currency="GBP")
        _, ask = talked(model)
        await asyncio.sleep(2)
        found = []
        for index in range(1, 6):
            query = ebds_wire.Query(ebds_wire.Poll(index & 1, 0, options=ebds_wire.EXTENDED_NOTES), index)
            (reply,) = ebds_wire.Reader().feed(ask(ebds_wire.write_query(query)))
            assert isinstance(reply, ebds_wire.Reply)
            assert reply.extended is not None
            found.append((reply.extended.index, reply.extended.note))
        assert found == [
            (1, Note("GBP", 5_00)), (2, Note("GBP", 10_00)), (3, Note("GBP", 20_00)), (4, Note("GBP", 50_00)),
            (0, Note()),
        ]  # fmt: skip

    run(whole)


@pytest.mark.parametrize(("policy", "told"), [(ebds_wire.POLICY_B, True), (0x00, False), (0x08, False)])
def test_a_note_past_escrow_when_the_power_fails_is_stacked_and_reported_by_policy_b_alone(
    policy: int,
    told: bool,  # noqa: FBT001
) -> None:
    async def whole() -> None:
        model = EbdsModel(currency="AUD")
        _, ask = talked(model)
        options = policy | ebds_wire.EXTENDED_NOTES
        await asyncio.sleep(2)
        toggle = 0

        def poll(mode: int = 0) -> ebds_wire.Reply:
            nonlocal toggle
            toggle ^= 1
            asked = ebds_wire.Poll(toggle, 0x7F, ebds_wire.ESCROW_MODE | mode, options)
            (reply,) = ebds_wire.Reader().feed(ask(ebds_wire.write_poll(asked)))
            assert isinstance(reply, ebds_wire.Reply)
            return reply

        poll()
        model.do("insert 50")
        await asyncio.sleep(1)
        poll(ebds_wire.STACK)
        await asyncio.sleep(0.1)
        assert model.path.place is NotePlace.TO_STACKER
        model.do("power-cycle")
        await asyncio.sleep(3)
        assert model.path.cash_box == {50: 1}
        replies = [poll() for _ in range(4)]
        stacked = [reply for reply in replies if reply.d0 & ebds_wire.STACKED]
        assert [reply.extended and reply.extended.note for reply in stacked] == ([Note("AUD", 50_00)] if told else [])

    run(whole)


@pytest.mark.parametrize("model", [Id003Model, EbdsModel])
def test_a_note_that_the_currency_does_not_have_is_said(model: Any) -> None:
    async def whole() -> None:
        with pytest.raises(NoCommand, match="AUD has no note of 1: its notes are 5, 10, 20, 50, 100"):
            model(currency="AUD").do("insert 1")
        with pytest.raises(NoCommand, match="SGD has no note of 20: its notes are 2, 5, 10, 50, 100, 1000"):
            model(currency="SGD").do("insert 20")
        with pytest.raises(NoCommand, match="insert reads"):
            model(currency="SGD").do("insert ²")

    run(whole)
