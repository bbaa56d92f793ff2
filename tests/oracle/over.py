"""Cards in excess: drawn when no hand was due."""

from course import PLAY_OR_VOID, RECONSTRUCT, Course, Telling
from pieces import Coup, Last, VoidCoup
from told import ANY, Silent, Step


def excess(course: Course, step: Step) -> Telling:
    """A card left the shoe that no hand was due."""
    course.said.say("card", step.card, "none", None)
    coup = course.coup
    last = course.left(step.card, None)
    against = bool(step.to and coup and last.is_third_on(step.to))
    last.lies_on(step.to)
    course.last = None if step.to or step.shown or step.face_up or step.unread else last
    if step.to and course.coup is None:
        raise Silent("a card on a hand, with no coup")
    if step.face_up:
        course.perhaps("face_up")
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
    elif step.to or step.shown or step.unread or step.face_up:
        yield from dummy_or_carry(course, step.card, "excess_card", "disclosed", face_up=step.face_up)
    else:
        course.flag("excess_card", course.rule["undisclosed"])
        carry(course, step.card, "excess_card")


def dummy_or_carry(course: Course, card: str, kind: str, law: str, *, face_up: bool = False) -> Telling:
    """Crown's choice for a disclosed card in excess: 11.8.1 or 11.2."""
    if course.over():
        raise Silent("a disclosed card in excess of the last coup, in Crown")
    course.flag(kind, course.rule[law])
    answer = yield from course.ask(kind, frozenset(("dummy", "carry")))
    if face_up and answer == "carry":
        raise Silent("a card found face up is carried: is it the first card of that coup?")
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
        if course.coup:
            course.coup.beyond[-1] = None  # the hands lie as they should be
    else:
        course.flag("excess_card", course.rule["disclosed"])
    yield from left_over(course, step.card, "excess_card")


def left_over(course: Course, card: str, kind: str) -> Telling:
    """The hands stand as they were; ask what becomes of the card that is left over."""
    options = frozenset(("set-aside",) if course.over() else ("carry", "set-aside"))
    answer = yield from course.ask(kind, options)
    if answer == "carry":
        course.carried.append(card)


def seen(course: Course, step: Step) -> Telling:
    """It is learned where the last card went, or how: ruled on as if it had been known when it left (reading 25)."""
    last, course.last = course.last, None
    if last is None or "back" in step.text:
        raise Silent("something is seen of a card that is not the last, or of which all is known")
    if last.due is not None:
        yield from _dealt_seen(course, step, last)
    else:
        yield from _excess_seen(course, step, last)


def _dealt_seen(course: Course, step: Step, last: Last) -> Telling:
    coup = course.coup
    if coup is not last.coup or coup is None or last.due is None or step.shown:
        raise Silent("something is seen of a card of a coup that has ended, or a due card that was shown")
    if step.to not in (None, last.due):
        yield from misdealt(course, step, last)
    if step.face_up:
        yield from found_face_up(course, coup, first=last.dealt == 0)


def _excess_seen(course: Course, step: Step, last: Last) -> Telling:
    if not course.crown or course.over() or last.card not in course.carried[-1:]:
        raise Silent(
            "something is seen of a card in excess about which somebody was asked, or of which nothing is carried"
        )
    if step.face_up or (step.to and last.coup is None):
        raise Silent("a carried card is seen to have been face up, or to lie on a hand of no coup")
    third = bool(step.to and last.is_third_on(step.to))
    last.lies_on(step.to)
    if step.to and third:
        rule = course.rule[f"third to {step.to}"]
        course.said.allow("irregularity", "excess_card", ANY)
        course.rules_that("excess_card", "settle-then-dummy", rule)
        course.dummy_due = True
        return
    course.said.allow("irregularity", "excess_card", ANY)
    if (yield from course.ask("excess_card", frozenset(("dummy", "carry")))) == "dummy":
        course.dummy_due = True


def misdealt(course: Course, step: Step, last: Last) -> Telling:
    """A due card was put on the other hand."""
    if step.face_up and not course.crown:
        raise Silent("face up, and on the wrong hand, outside Crown")
    standing = last.due == "banker" and last.dealt == 4
    law = (
        "third for banker" if standing else
        "player's card on banker" if last.due == "player" else "banker's card on player"
    )  # fmt: skip
    kind = "excess_card" if standing else "wrong_hand"
    course.flag(kind, course.rule[law])
    if course.crown:
        course.rules_that(kind, "reassign", course.rule[law])
        return
    assert last.coup is not None
    perhaps_laid(course, last.coup, step.card, last.due)
    if (yield from course.ask(kind, RECONSTRUCT, course.rule[law])) != "reconstruct":
        spoiled(course)
        raise VoidCoup(course.rule[law])


def perhaps_laid(course: Course, coup: Coup, card: str, due: str | None) -> None:
    """A card that may end in a void coup may be shown where it belongs before that is known."""
    course.said.allow("card", card, due or "none", len(coup.hands[due]) + 1 if due else None)


def spoiled(course: Course) -> None:
    """Silent on a burn that came meanwhile, when the coup is void."""
    if any(step.word == "burn" for step in course.waiting):
        raise Silent("a card burned while the question was open, and the coup void")


def found_face_up(course: Course, coup: Coup, *, first: bool) -> Telling:
    """A card of the coup was found face up in the shoe."""
    course.flag("face_up", course.rule["first face up" if first else "later face up"])
    if not course.crown:
        yield from play_or_void(course, "face_up")
    elif first:
        _becomes_dummy(course, coup)


def _becomes_dummy(course: Course, coup: Coup) -> None:
    if course.frozen and course.purse.lying():
        raise Silent("wagers would go back while all accounts are frozen")
    course.purse.give_back_all("dummy", course.rule["dummy"])
    coup.dummy = True


def play_or_void(course: Course, kind: str, rule: object = ANY) -> Telling:
    """Ask whether it is played on."""
    if (yield from course.ask(kind, PLAY_OR_VOID, rule)) == "void":
        spoiled(course)
        raise VoidCoup(ANY)
