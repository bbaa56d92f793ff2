"""What goes wrong at a table, and what a person touches to see to it in Crown's book, from when it has happened."""

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from by_touch import Floor

from firmware.game import events as g
from firmware.game import steps as s
from firmware.game.hands import Side
from firmware.table.core.events import OutcomeCorrected
from firmware.table.core.faults import fault_name
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.malfunctions import Malfunction
from firmware.table.features.wagers import Wager
from hal.cards import Card

Ends = Callable[[Floor], bool]


class Case(NamedTuple):
    """What happens; what is touched from there on; and how it is known that it was seen to."""

    happens: Callable[[Floor], Awaitable[None]]
    touches: tuple[str, ...]
    ends: Ends
    unburned: bool = False


def tell(*facts: Any) -> Callable[[Floor], Awaitable[None]]:
    async def happens(floor: Floor) -> None:
        for fact in facts:
            await floor.table.service.submit(fact)

    return happens


def drawn(*codes: str) -> tuple[s.CardDrawn, ...]:
    return tuple(s.CardDrawn(Card(code)) for code in codes)


def cards(*codes: str) -> tuple[Card, ...]:
    return tuple(Card(code) for code in codes)


# Player 6 and a king, Banker 9 and a ten: 6 against 9, nobody draws.
COUP = drawn("6S", "9H", "KD", "TC")
WAGERED = (BuyIn(1, 100_00), s.OpenBets(), Wager(1, "player", 25_00), s.CloseBets())


def nothing_waits(floor: Floor) -> bool:
    game = floor.table.state.game
    return not game.blocked


def said(kind: str) -> Ends:
    """It is put on record, and nobody is asked for anything."""
    return lambda floor: nothing_waits(floor) and kind in {event.kind for event in floor.of(g.Irregularity)}


def ruled(kind: str, action: str) -> Ends:
    return lambda floor: nothing_waits(floor) and (kind, action) in {(e.kind, e.action) for e in floor.of(g.Ruling)}


def cleared(what: str) -> Ends:
    return lambda floor: what not in floor.table.state.faults


def is_void(floor: Floor) -> bool:
    return floor.table.state.game.coup is None and floor.table.state.balance(1) == 100_00


CASES = {
    "a card lies on the other hand": Case(
        tell(*WAGERED, *drawn("6S", "9H"), s.CardDrawn(Card("KD"), to=Side.BANKER)), (),
        ruled("wrong_hand", "reassign"),
    ),
    "a card was face up, not the first": Case(
        tell(*WAGERED, *drawn("6S"), s.CardDrawn(Card("9H"), face_up=True)), (), ruled("face_up", "play-on"),
    ),
    "the first card was face up": Case(
        tell(*WAGERED, s.CardDrawn(Card("6S"), face_up=True)), (), ruled("face_up", "dummy-this"),
    ),
    "a card too many, which nobody saw": Case(
        tell(*WAGERED, *COUP, *drawn("2C")), (), ruled("excess_card", "carry"),
    ),
    "a card too many, which was seen": Case(
        tell(*WAGERED, *COUP, s.CardDrawn(Card("2C"), shown=True)), ("op decide carry", "yes"),
        ruled("excess_card", "carry"),
    ),
    "a third card on a hand that stands": Case(
        tell(*WAGERED, *COUP, s.CardDrawn(Card("2C"), to=Side.PLAYER)), (), ruled("excess_card", "settle-then-dummy"),
    ),
    "two cards left together": Case(
        tell(*WAGERED, *drawn("6S"), s.CardsTogether(cards("9H", "KD"))), ("op decide order=9H,KD", "yes"),
        said("simultaneous_draw"),
    ),
    "three cards left together": Case(
        tell(*WAGERED, *drawn("6S"), s.CardsTogether(cards("9H", "KD", "TC"))),
        ("op order", "key KD", "key 9H", "key TC", "yes"), said("simultaneous_draw"),
    ),
    "cards left together, in an order that nobody knows": Case(
        tell(*WAGERED, *drawn("6S"), s.CardsTogether(cards("9H", "KD"))),
        ("op decide order=unknown", "yes", "op decide void", "yes"), is_void,
    ),
    "a card could not be read": Case(
        tell(*WAGERED, s.Unreadable()), ("op enter", "key 9D", "yes"), said("unreadable_card"),
    ),
    "a card that is none of the shoe's": Case(
        tell(*WAGERED, s.ForeignCard("JOKER")), ("op decide void", "yes"), is_void,
    ),
    "the order of the cards was altered": Case(
        tell(*WAGERED, *drawn("6S")), ("tab shoe", "op altered", "yes", "op decide void", "yes"), is_void,
    ),
    "the shoe is empty in the midst of a coup": Case(
        tell(*WAGERED, *drawn("6S"), s.ShoeEmpty()), ("op decide void", "yes"), is_void,
    ),
    "the shoe counts to another hand": Case(
        tell(*WAGERED, s.CardDrawn(Card("6S"), counted=Side.BANKER, position=1)), ("op decide play-on", "yes"),
        said("shoe_disagrees"),
    ),
    "a card lies elsewhere than the sensors say": Case(
        tell(*WAGERED, *drawn("6S", "9H", "KD")), ("op seen", "key banker", "yes"), ruled("wrong_hand", "reassign"),
    ),
    "nobody has wagered: void, by a dealer": Case(
        tell(s.OpenBets(), s.CloseBets()), ("op void", "yes"), lambda floor: floor.table.state.game.coup is None,
    ),
    "nobody has wagered: betting opens again": Case(
        tell(s.OpenBets(), s.CloseBets()), ("op open",),
        lambda floor: floor.table.state.game.coup is not None and floor.table.state.game.coup.betting,
    ),
    "the coup is made void, with a reason": Case(
        tell(*WAGERED, *drawn("6S")), ("op void", "key dispute", "yes"), is_void,
    ),
    "a new shoe was not burned, and its first coup starts anew": Case(
        tell(*WAGERED, *drawn("6S")), ("tab shoe", "op restart", "yes", "tab coup"),
        ruled("burn_missed", "reconstruct"), unburned=True,
    ),
    "a card was burned when none may be": Case(
        tell(*WAGERED, *drawn("6S"), s.Burn(Card("9H"))), (), ruled("misplaced_burn", "reassign"),
    ),
    "a terminal is back in order": Case(
        tell(*WAGERED, Malfunction("ats", 1)), ("terminal 1", "op ats-clear 1", "yes", "tab coup"),
        cleared(fault_name("ats", 1)),
    ),
    "the display shows the right thing again": Case(
        tell(*WAGERED, Malfunction("wnd")), ("tab devices", "op clear-fault wnd", "yes", "tab coup"), cleared("wnd"),
    ),
    "a wrong outcome was settled": Case(
        tell(*WAGERED, *COUP, s.Confirm()),
        ("tab coups", "op correct 1", "key 9H", "key TC", "yes", "key 6S", "key KD", "yes", "yes"),
        lambda floor: [event.coup for event in floor.of(OutcomeCorrected)] == [1],
    ),
}  # fmt: skip
BY_A_DEALER = {"nobody has wagered: void, by a dealer"}


def answered(what: str, option: str, ends: Ends) -> Case:
    """These books ask, where Crown's rules say what follows."""
    return Case(CASES[what].happens, (*CASES[what].touches, f"op decide {option}", "yes"), ends)


def in_both(case: Case | None) -> dict[str, Case | None]:
    return {"mbs": case, "rws": case}


# Where it goes another way in other books than in Crown's; none: they do not know it.
IN_OTHER_BOOKS: dict[str, dict[str, Case | None]] = {
    "a card lies on the other hand": in_both(
        answered("a card lies on the other hand", "reconstruct", ruled("wrong_hand", "reconstruct"))
    ),
    "a card was face up, not the first": in_both(
        answered("a card was face up, not the first", "play-on", ruled("face_up", "play-on"))
    ),
    "the first card was face up": in_both(
        answered("the first card was face up", "play-on", ruled("face_up", "play-on"))
    ),
    "a card too many, which nobody saw": in_both(
        answered("a card too many, which nobody saw", "carry", ruled("excess_card", "carry"))
    ),
    "a third card on a hand that stands": in_both(
        Case(
            CASES["a third card on a hand that stands"].happens,
            ("op decide reconstruct", "yes", "op decide carry", "yes"), ruled("excess_card", "carry"),
        )
    ),
    "cards left together, in an order that nobody knows": {
        "mbs": Case(
            CASES["cards left together, in an order that nobody knows"].happens,
            ("op decide order=unknown", "yes"), is_void,
        ),
    },
    "the order of the cards was altered": {
        "mbs": Case(
            CASES["the order of the cards was altered"].happens,
            ("tab shoe", "op altered", "yes", "op decide cannot-reconstruct", "yes"), is_void,
        ),
    },
    "the shoe is empty in the midst of a coup": in_both(
        Case(CASES["the shoe is empty in the midst of a coup"].happens, (), is_void)
    ),
    "a card lies elsewhere than the sensors say": in_both(
        answered("a card lies elsewhere than the sensors say", "reconstruct", ruled("wrong_hand", "reconstruct"))
    ),
    "nobody has wagered: betting opens again": in_both(None),
    "a new shoe was not burned, and its first coup starts anew": in_both(None),
    "a card was burned when none may be": in_both(
        answered("a card was burned when none may be", "reconstruct", ruled("misplaced_burn", "reconstruct"))
    ),
}  # fmt: skip
