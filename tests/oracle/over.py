"""Cards in excess: drawn when no hand was due."""

from course import RECONSTRUCT, Course, Telling
from pieces import VoidCoup
from told import Silent, Step


def excess(course: Course, step: Step) -> Telling:
    """A card left the shoe that no hand was due."""
    course.said.say("card", step.card, "none", None)
    coup = course.coup
    against = bool(step.to and coup and len(coup.hands[step.to]) == 2)
    if step.to and course.coup is None:
        raise Silent("a card on a hand, with no coup")
    if step.face_up:
        raise Silent("face up, and in excess")
    if course.crown:
        yield from _excess_crown(course, step, against=against)
    else:
        yield from _excess_elsewhere(course, step, against=against)


def _excess_crown(course: Course, step: Step, *, against: bool) -> Telling:
    if against:
        rule = course.rule[f"third to {step.to}"]
        course.flag("excess_card", rule)
        if course.over():
            course.rules_that("excess_card", "set-aside")
            return
        course.carried.append(step.card)
        course.dummy_due = True
        course.rules_that("excess_card", "settle-then-dummy", rule)
    elif step.to or step.shown or step.unread:
        yield from dummy_or_carry(course, step.card, "excess_card", "disclosed")
    else:
        course.flag("excess_card", course.rule["undisclosed"])
        carry(course, step.card, "excess_card")


def dummy_or_carry(course: Course, card: str, kind: str, law: str) -> Telling:
    """Crown's choice for a disclosed card in excess: 11.8.1 or 11.2."""
    if course.over():
        raise Silent("a disclosed card in excess of the last coup, in Crown")
    course.flag(kind, course.rule[law])
    answer = yield from course.ask(kind, frozenset(("dummy", "carry")))
    course.carried.append(card)
    course.dummy_due |= answer == "dummy"


def carry(course: Course, card: str, kind: str) -> None:
    """Keep a card for the next coup, where there is one."""
    course.rules_that(kind, "set-aside" if course.over() else "carry")
    if not course.over():
        course.carried.append(card)


def _excess_elsewhere(course: Course, step: Step, *, against: bool) -> Telling:
    if against:
        rule = course.rule[f"third to {step.to}"]
        course.flag("excess_card", rule)
        if (yield from course.ask("excess_card", RECONSTRUCT, rule)) != "reconstruct":
            raise VoidCoup(rule)
    else:
        course.flag("excess_card", course.rule["disclosed"])
    yield from left_over(course, step.card, "excess_card")


def left_over(course: Course, card: str, kind: str) -> Telling:
    """The hands stand as they were; ask what becomes of the card that is left over."""
    options = frozenset(("set-aside",) if course.over() else ("carry", "set-aside"))
    answer = yield from course.ask(kind, options)
    if answer == "carry":
        course.carried.append(card)
