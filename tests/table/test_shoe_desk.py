"""From the shoe's bytes and the panel's sensors to the coup: the real driver, a model of the shoe, a table."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from device_under_test import run
from floor import ALL, CROWN, SILENT

from drivers.angel_eye.driver import AngelEye, Options
from firmware.game import events as g
from firmware.game import steps as s
from firmware.game.state import Game, Phase
from firmware.table.core.service import Happened, TableService
from firmware.table.core.setup import Setup
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.devices import DeviceReported
from firmware.table.features.malfunctions import ClearMalfunction
from firmware.table.features.wagers import Wager
from firmware.table.journal.memory import MemoryJournal
from firmware.table.shoe.shoe_desk import ShoeDesk
from hal.cards import Card
from hal.clock import LoopClock
from hal.device import FaultBegan, FaultEnded, StageChanged
from hal.life import Stage
from hal.panel import InputChanged
from hal.shoe import ShoeCard
from sim.devices.angel_eye import AngelEyeModel
from sim.devices.wire import Wire

books = pytest.mark.parametrize("book", ALL)
DEAL = (("7S", "player", 1), ("6H", "banker", 1), ("KD", "player", 2), ("KC", "banker", 2))  # neither hand draws


class Floor:
    """A table with a shoe on a line, and somebody who deals."""

    def __init__(self, rulebook: str) -> None:
        self.said: list[g.Event] = []
        self.model = AngelEyeModel()
        options = Options("")
        self.wire = Wire(self.model, options.line)
        clock = LoopClock(asyncio.get_running_loop())
        self.service = TableService(Setup(rulebook), MemoryJournal(), clock, self._hear)
        self.desk = ShoeDesk(self.service)
        self.shoe = AngelEye("shoe", self.wire, self.desk.heard, options)
        self.desk.serve(self.shoe)
        self.life = asyncio.create_task(self.shoe.run())

    def _hear(self, happened: Happened) -> None:
        self.said += happened.events
        self.desk.follow(happened)

    @property
    def game(self) -> Game:
        return self.service.state.game

    async def tell(self, *commands: Any) -> None:
        for command in commands:
            await self.service.submit(command)
        await asyncio.sleep(0.5)

    async def bets(self) -> None:
        await self.tell(BuyIn(1, 100_00), s.OpenBets(), Wager(1, "player", 10_00), s.CloseBets())

    async def card(self, code: str, hand: str, position: int, *, after: float = 0.5) -> None:
        self.model.do(f"card {code} {hand} {position}")
        await asyncio.sleep(after)

    async def deal(self, count: int = 4) -> None:
        await self.bets()
        for card in DEAL[:count]:
            await self.card(*card)

    def sense(self, name: str, *, on: bool = True) -> None:
        self.desk.heard(InputChanged(name, on, round(asyncio.get_running_loop().time() * 1000)))

    def irregular(self) -> list[str]:
        return [event.kind for event in self.said if isinstance(event, g.Irregularity)]

    def reported(self) -> list[str]:
        return [event.what for event in self.said if isinstance(event, DeviceReported)]


def on_the_floor(story: Callable[[Floor], Coroutine[Any, Any, None]], rulebook: str = "crown-baccarat") -> None:
    async def whole() -> None:
        floor = Floor(rulebook)
        await floor.service.start()
        await floor.tell(s.NewShoe(8))
        await asyncio.sleep(1)
        await story(floor)
        floor.life.cancel()
        await asyncio.gather(floor.life, return_exceptions=True)

    run(whole)


@books
def test_a_coup_from_the_shoes_bytes(book: str) -> None:
    async def story(floor: Floor) -> None:
        await floor.deal()
        floor.model.do("result player")
        await asyncio.sleep(0.5)
        await floor.tell(s.Confirm())
        (result,) = [event for event in floor.said if isinstance(event, g.CoupResult)]
        assert (result.winner, result.flags) == ("player", ())
        assert floor.service.state.balance(1) == 110_00

    on_the_floor(story, book)


@pytest.mark.rule("crown 3.8, 3.8.2, 8.1(c)")
def test_the_lock_is_open_while_a_card_may_leave_and_only_then() -> None:
    async def story(floor: Floor) -> None:
        assert floor.model.locked  # no coup is open
        await floor.tell(BuyIn(1, 100_00), s.OpenBets())
        assert not floor.model.locked  # a card ends betting (8.1(c))
        await floor.tell(Wager(1, "player", 10_00), s.CloseBets())
        for card in DEAL:
            assert not floor.model.locked
            await floor.card(*card)
        assert floor.model.locked  # complete
        await floor.tell(s.Confirm())
        assert floor.model.locked
        await floor.tell(s.NewShoe(8, burned=False))
        assert not floor.model.locked  # its burn is due
        floor.model.do("burn 2H")
        await asyncio.sleep(0.5)
        assert floor.model.locked

    on_the_floor(story)


@books
def test_a_shoe_that_was_switched_off_is_locked_again(book: str) -> None:
    async def story(floor: Floor) -> None:
        floor.model.do("power-cycle")
        await asyncio.sleep(0.6)
        assert not floor.model.locked
        await asyncio.sleep(2)
        assert floor.model.locked

    on_the_floor(story, book)


@books
def test_somebody_who_unlocks_the_shoe_by_its_own_key_is_overruled(book: str) -> None:
    async def story(floor: Floor) -> None:
        floor.model.locked = False
        floor.model.report("L", b"\x80")
        await asyncio.sleep(1)
        assert floor.model.locked

    on_the_floor(story, book)


@books
@pytest.mark.parametrize("when", ["before", "after"])
def test_the_face_sensor_makes_a_first_card_face_up_and_the_coup_a_dummy(book: str, when: str) -> None:
    async def story(floor: Floor) -> None:
        await floor.bets()
        if when == "before":
            floor.sense("face_sensor")
            await asyncio.sleep(0.05)
        await floor.card("7S", "player", 1, after=0.1)
        if when == "after":
            floor.sense("face_sensor")
        await asyncio.sleep(0.5)
        assert floor.irregular() == ["face_up"]
        assert floor.game.coup is not None
        assert floor.game.coup.dummy is (book in CROWN)  # 11.6.1; the others have somebody asked
        asked = [] if book in CROWN else [("face_up", ("play-on", "void"))]
        assert [(question.kind, question.options) for question in floor.game.questions] == asked

    on_the_floor(story, book)


@books
def test_a_face_seen_long_before_is_no_cards(book: str) -> None:
    async def story(floor: Floor) -> None:
        await floor.bets()
        floor.sense("face_sensor")
        await asyncio.sleep(2)
        await floor.card("7S", "player", 1)
        assert floor.irregular() == []

    on_the_floor(story, book)


@pytest.mark.parametrize(
    ("rulebook", "phase"), [(book, Phase.DEALING if book in CROWN else Phase.ASKING) for book in ALL]
)
def test_a_position_sensor_finds_a_card_on_the_wrong_hand(rulebook: str, phase: Phase) -> None:
    async def story(floor: Floor) -> None:
        await floor.deal(1)
        floor.sense("player_position")
        await floor.card("6H", "banker", 1)
        floor.sense("player_position")
        await asyncio.sleep(0.5)
        assert floor.irregular() == ["wrong_hand"]
        assert floor.game.phase is phase

    on_the_floor(story, rulebook)


@books
def test_positions_are_matched_with_cards_in_their_order(book: str) -> None:
    async def story(floor: Floor) -> None:
        await floor.deal(2)  # both cards are put down when both have been drawn
        floor.sense("player_position")
        await asyncio.sleep(0.3)
        floor.sense("banker_position")
        await asyncio.sleep(0.3)
        assert floor.irregular() == []
        await floor.card("KD", "player", 2)
        floor.sense("banker_position")
        await asyncio.sleep(0.3)
        assert floor.irregular() == ["wrong_hand"]

    on_the_floor(story, book)


@books
def test_a_card_that_a_sensor_sees_where_it_belongs_is_not_worth_a_line_on_record(book: str) -> None:
    async def story(floor: Floor) -> None:
        await floor.deal()
        before = len(floor.said)
        for place in ("player_position", "banker_position") * 2:
            floor.sense(place)
            await asyncio.sleep(0.5)
        assert floor.said[before:] == []

    on_the_floor(story, book)


def test_a_card_over_that_is_put_on_a_hand_is_ruled_on_as_such() -> None:
    async def story(floor: Floor) -> None:
        await floor.deal()
        for place in ("player_position", "banker_position") * 2:
            floor.sense(place)
        floor.model.locked = False
        floor.model.do("card 9C player 3")
        await asyncio.sleep(0.5)
        assert [event.action for event in floor.said if isinstance(event, g.Ruling)] == ["carry"]  # crown 11.2
        floor.sense("player_position")
        await asyncio.sleep(0.5)
        # The shoe counts it to Player, which a supervisor is asked about; what is seen meanwhile waits for the answer.
        await floor.tell(s.Decide("play-on"))
        last = [event for event in floor.said if isinstance(event, g.Ruling)][-1]
        assert (last.action, last.rule) == ("settle-then-dummy", "11.7.1(b)")
        assert floor.game.dummy_due

    on_the_floor(story)


@pytest.mark.parametrize("book", SILENT)
@pytest.mark.rule("mbs 5.2", "rws 5.1.2")
def test_a_card_over_that_is_put_on_a_hand_has_the_hands_reconstructed_or_void(book: str) -> None:
    async def story(floor: Floor) -> None:
        await floor.deal()
        for place in ("player_position", "banker_position") * 2:
            floor.sense(place)
        floor.model.locked = False
        floor.desk.heard(ShoeCard(Card("9C")))
        await asyncio.sleep(0.3)
        assert [question.options for question in floor.game.questions] == [("carry", "set-aside")]
        floor.sense("player_position")
        await asyncio.sleep(0.5)
        assert [question.options for question in floor.game.questions] == [("reconstruct", "cannot-reconstruct")]
        await floor.tell(s.Decide("reconstruct"), s.Decide("carry"), s.Confirm())
        assert floor.service.state.balance(1) == 110_00  # Player won with seven, as the hands were
        assert floor.game.carried == ("9C",)

    on_the_floor(story, book)


@books
def test_two_cards_at_once_by_the_sensor(book: str) -> None:
    async def story(floor: Floor) -> None:
        await floor.deal(1)
        floor.sense("double_sensor")
        await floor.card("6H", "banker", 1, after=0.12)
        await floor.card("KD", "player", 2)
        await asyncio.sleep(0.5)
        assert floor.irregular() == ["simultaneous_draw"]
        assert floor.game.questions[0].options == ("order=6H,KD", "order=KD,6H", "order=unknown")

    on_the_floor(story, book)


@books
def test_two_cards_by_the_sensor_of_which_one_was_read(book: str) -> None:
    async def story(floor: Floor) -> None:
        await floor.deal(1)
        floor.sense("double_sensor")
        await floor.card("6H", "banker", 1)
        await asyncio.sleep(0.5)
        assert floor.irregular() == ["unreadable_card"]
        assert floor.game.phase is Phase.UNREADABLE

    on_the_floor(story, book)


@books
def test_a_double_sensor_without_a_card_is_nothing(book: str) -> None:
    async def story(floor: Floor) -> None:
        await floor.deal(1)
        await asyncio.sleep(1)
        floor.sense("double_sensor")
        await asyncio.sleep(1)
        await floor.card("6H", "banker", 1)
        assert floor.irregular() == []

    on_the_floor(story, book)


@books
def test_two_cards_at_once_by_timing(book: str) -> None:
    async def story(floor: Floor) -> None:
        await floor.deal(1)
        floor.model.do("card 6H banker 1")  # the line carries the one right after the other
        await floor.card("KD", "player", 2)
        assert floor.irregular() == ["simultaneous_draw"]
        await floor.tell(s.Decide("order=6H,KD"))
        assert floor.game.phase is Phase.DEALING

    on_the_floor(story, book)


@books
def test_a_card_that_could_not_be_read_is_entered(book: str) -> None:
    async def story(floor: Floor) -> None:
        await floor.deal(1)
        floor.model.do("unreadable")
        await asyncio.sleep(0.5)
        assert floor.game.phase is Phase.UNREADABLE
        assert floor.model.locked
        await floor.tell(s.Enter(Card("6H")))
        assert floor.game.phase is Phase.DEALING

    on_the_floor(story, book)


@pytest.mark.parametrize("unread", [1, 2])
def test_the_shoe_goes_on_once_all_that_it_could_not_read_is_on_record(unread: int) -> None:
    async def story(floor: Floor) -> None:
        await floor.bets()
        for _ in range(unread):
            floor.model.do("unreadable")
            await asyncio.sleep(1)
        for code, _, _ in DEAL[:unread]:
            assert "unreadable" in floor.shoe.faults
            await floor.tell(s.Enter(Card(code)))
        assert "unreadable" not in floor.shoe.faults
        for card in DEAL[unread:]:
            await floor.card(*card)
        coup = floor.game.coup
        assert coup is not None
        assert (coup.player, coup.banker) == (("7S", "KD"), ("6H", "KC"))
        assert "card while locked" not in floor.reported()

    on_the_floor(story)


@books
def test_a_card_that_leaves_while_a_question_is_open_waits_for_the_answer(book: str) -> None:
    async def story(floor: Floor) -> None:
        await floor.deal(1)
        floor.model.do("unreadable")
        await asyncio.sleep(0.5)
        floor.model.do("card KD player 2")  # by force: the shoe is locked
        await asyncio.sleep(0.5)
        assert floor.reported()[-1] == "card while locked"
        assert [held.fact for held in floor.game.waiting] == [s.CardDrawn(Card("KD"))]
        await floor.tell(s.Enter(Card("6H")))
        assert floor.game.waiting == ()
        assert floor.game.coup is not None
        assert floor.game.coup.player == ("7S", "KD")

    on_the_floor(story, book)


@books
def test_a_card_that_could_not_be_read_can_lie_on_the_wrong_hand(book: str) -> None:
    async def story(floor: Floor) -> None:
        await floor.deal(1)
        floor.sense("player_position")
        floor.model.do("unreadable")
        await asyncio.sleep(0.5)
        floor.sense("player_position")
        await floor.tell(s.Enter(Card("6H")))
        assert floor.irregular() == ["unreadable_card", "wrong_hand"]

    on_the_floor(story, book)


def test_an_unread_card_where_a_burn_is_due_is_the_burn() -> None:
    async def story(floor: Floor) -> None:
        await floor.tell(s.NewShoe(8, burned=False))
        floor.model.do("unreadable")
        await asyncio.sleep(0.5)
        floor.model.do("clear")
        await floor.tell(s.Enter(Card("2H")))
        await floor.deal()
        for place in ("player_position", "banker_position") * 2:
            floor.sense(place)
        await asyncio.sleep(0.3)
        assert floor.irregular() == ["unreadable_card"]
        assert [event.card for event in floor.said if isinstance(event, g.Burned)] == ["2H"]
        assert floor.game.phase is Phase.COMPLETE

    on_the_floor(story)


def test_well_placed_cards_stay_so_while_one_waits_for_an_answer() -> None:
    async def story(floor: Floor) -> None:
        await floor.deal(1)
        floor.sense("player_position")
        floor.model.do("unreadable")
        await asyncio.sleep(0.5)
        floor.model.do("card KD player 2")  # by force: the shoe is locked
        await asyncio.sleep(0.3)
        floor.sense("banker_position")
        floor.sense("player_position")
        await asyncio.sleep(0.3)
        await floor.tell(s.Enter(Card("6H")))
        assert floor.irregular() == ["unreadable_card"]
        assert floor.game.phase is Phase.DEALING

    on_the_floor(story, "mbs-baccarat")


@books
def test_the_shoes_result_is_kept_while_a_card_is_unread(book: str) -> None:
    async def story(floor: Floor) -> None:
        await floor.deal(3)
        floor.model.do("unreadable")
        await asyncio.sleep(0.5)
        floor.model.do("result banker")
        await asyncio.sleep(0.5)
        await floor.tell(s.Enter(Card("KC")))
        assert floor.irregular() == ["unreadable_card", "shoe_disagrees"]

    on_the_floor(story, book)


def test_a_third_card_that_is_sensed_after_the_result_was_confirmed_opens_a_dummy_coup() -> None:
    async def story(floor: Floor) -> None:
        await floor.deal()
        for place in ("player_position", "banker_position") * 2:
            floor.sense(place)
        floor.model.locked = False
        floor.desk.heard(ShoeCard(Card("9C")))
        await asyncio.sleep(0.3)
        await floor.service.submit(s.Confirm())
        await asyncio.sleep(0.5)
        floor.sense("player_position")  # 0.8 s after it left
        await asyncio.sleep(0.5)
        assert floor.game.coup is not None
        assert (floor.game.coup.dummy, floor.game.coup.player) == (True, ("9C",))  # crown 11.7.1(b)

    on_the_floor(story)


@books
def test_a_shoe_that_counts_otherwise_has_a_supervisor_asked(book: str) -> None:
    async def story(floor: Floor) -> None:
        await floor.deal(1)
        await floor.card("6H", "player", 2)
        assert floor.irregular() == ["shoe_disagrees"]

    on_the_floor(story, book)


@books
def test_a_result_that_is_not_the_cards_has_a_supervisor_asked(book: str) -> None:
    async def story(floor: Floor) -> None:
        await floor.deal()
        floor.model.do("result banker")
        await asyncio.sleep(0.5)
        assert floor.irregular() == ["shoe_disagrees"]
        floor.model.do("result none")
        await asyncio.sleep(0.5)
        assert floor.irregular() == ["shoe_disagrees"]

    on_the_floor(story, book)


@books
def test_an_overdrawn_card_is_carried_into_the_coup_that_follows(book: str) -> None:
    async def story(floor: Floor) -> None:
        await floor.deal()
        floor.model.do("overdraw 9C")
        await asyncio.sleep(0.2)
        floor.model.do("clear")
        await floor.tell(s.Confirm())  # the shoe goes on to its next game, and reports it then
        assert floor.irregular() == ["excess_card"]
        if book in SILENT:
            await floor.tell(s.Decide("carry"))
        assert floor.game.carried == ("9C",)
        await floor.bets()
        await floor.card("6H", "banker", 1)
        assert floor.game.coup is not None
        assert (floor.game.coup.player, floor.game.coup.banker) == (("9C",), ("6H",))

    on_the_floor(story, book)


@books
def test_cut_burn_and_foreign_cards(book: str) -> None:
    async def story(floor: Floor) -> None:
        await floor.tell(s.NewShoe(8, burned=False))
        floor.model.do("burn 2H")
        floor.model.do("cut")
        await asyncio.sleep(0.5)
        kinds = [type(event).__name__ for event in floor.said]
        assert kinds.index("Burned") < kinds.index("CuttingCard")
        await floor.bets()
        floor.model.do("fault card_code")
        await asyncio.sleep(0.5)
        assert floor.irregular() == ["foreign_card"]

    on_the_floor(story, book)


@books
def test_a_lost_shoe_is_a_malfunction_of_the_system_until_it_is_back(book: str) -> None:
    async def story(floor: Floor) -> None:
        await floor.tell(BuyIn(1, 100_00), s.OpenBets(), Wager(1, "player", 10_00))
        floor.wire.unplug()
        await asyncio.sleep(1)
        assert "system" in floor.service.state.faults
        assert floor.game.coup is None  # before betting ended it is void (11.15(a))
        assert floor.service.state.balance(1) == 100_00
        floor.wire.plug()
        await asyncio.sleep(6)
        assert "system" not in floor.service.state.faults
        assert floor.model.locked
        await floor.deal()
        assert floor.game.phase is Phase.COMPLETE

    on_the_floor(story, book)


@books
def test_doors_keys_and_faults_go_on_record(book: str) -> None:
    async def story(floor: Floor) -> None:
        floor.said.clear()
        floor.sense("shoe_door")
        floor.sense("shoe_door", on=False)
        floor.sense("supervisor_key")
        floor.model.do("fault timeout")
        floor.model.do("preset 01 0203")
        await asyncio.sleep(0.5)
        doors = ["shoe_door open", "shoe_door closed", "supervisor_key open"]
        assert floor.reported() == [*doors, "fault timeout", "preset changed"]

    on_the_floor(story, book)


def test_what_the_table_refuses_goes_on_record() -> None:
    async def story(floor: Floor) -> None:
        floor.wire.unplug()
        await asyncio.sleep(1)
        await floor.tell(ClearMalfunction("system"))  # at the console, before the shoe is back
        floor.said.clear()
        floor.wire.plug()
        await asyncio.sleep(6)
        assert "refused: no_fault" in floor.reported()


@books
def test_a_result_without_a_coup_goes_on_record(book: str) -> None:
    async def story(floor: Floor) -> None:
        floor.said.clear()
        floor.model.do("result tie")
        await asyncio.sleep(0.5)
        assert [type(event).__name__ for event in floor.said] == ["FactNoted"]

    on_the_floor(story, book)


@books
def test_a_panel_that_is_away_is_no_shoe_that_is(book: str) -> None:
    # Found at the bench: the panel's life was put on record as the shoe's, and its loss stopped the table.
    async def story(floor: Floor) -> None:
        floor.desk.heard_of_panel(StageChanged(Stage.ABSENT, "no chip"))
        floor.desk.heard_of_panel(FaultBegan("no_chip", "/dev/gpiochip0"))
        floor.desk.heard_of_panel(FaultEnded("no_chip", "/dev/gpiochip0"))
        floor.desk.heard_of_panel(InputChanged("shoe_door", True, 0))  # noqa: FBT003
        await asyncio.sleep(0.5)
        assert not floor.service.state.faults
        said = [(event.device, event.what) for event in floor.said if isinstance(event, DeviceReported)]
        assert said[-4:] == [
            ("panel", "absent"), ("panel", "fault no_chip"), ("panel", "cleared no_chip"), ("panel", "shoe_door open"),
        ]  # fmt: skip

    on_the_floor(story, book)


@pytest.mark.parametrize("rulebook", ALL)
@pytest.mark.rule("crown 11.2", "mbs 5.2", "rws 5.1.2")
def test_a_card_that_is_put_down_after_another_was_burned_is_not_taken_for_the_burned_one(rulebook: str) -> None:
    async def story(floor: Floor) -> None:
        await floor.deal(1)
        floor.model.do("burn 6H")  # misplaced: it belongs to the Banker hand
        await asyncio.sleep(0.5)
        floor.sense("player_position")  # the 7S, where it belongs
        await asyncio.sleep(0.3)
        if floor.game.questions:
            await floor.tell(s.Decide("reconstruct"))
        await floor.card("KD", "player", 2)
        floor.sense("player_position")
        await asyncio.sleep(0.3)
        assert floor.irregular() == ["misplaced_burn"]
        assert floor.game.phase is Phase.DEALING

    on_the_floor(story, rulebook)
