"""The wagering period of a coup in the second engine, and how it ends."""

from between import misplaced
from course import Course, Telling
from pieces import Coup, VoidCoup
from spoilt import altered, foreign
from told import ANY, Silent, Step


def betting(course: Course, coup: Coup) -> Telling:
    """Until betting ends; what ended it by leaving the shoe is still to be dealt."""
    course.phase = "betting"
    while True:
        step = yield from course.next_step()
        if course.is_foreign(step) and step.word == "card":
            raise Silent("a foreign card while betting is open")
        if step.word in ("card", "cards", "unreadable"):
            course.waiting.appendleft(step)
            _close(course, coup, "card", dealt=True)
            return
        if step.word in ("close", "elapsed"):
            if course.frozen:
                raise Silent("betting is closed while all accounts are frozen")
            _close(course, coup, "dealer" if step.word == "close" else "elapsed", dealt=bool(course.carried))
            return
        yield from _while_betting(course, coup, step)
        if course.coup is not coup:
            return


def _while_betting(course: Course, coup: Coup, step: Step) -> Telling:
    match step.word:
        case "burn":
            yield from _burn_while_betting(course, coup, step)
        case "cut" if course.shoe.cut:
            yield from foreign(course, coup)
        case "cut":
            course.cut()
        case "foreign":
            yield from foreign(course, coup)
        case "altered" if course.mbs:
            yield from altered(course, coup)
        case "void":
            _void(course, step)
        case "fault":
            course.flag("system_malfunction", course.rule["system before"])
            raise VoidCoup(course.rule["system before"])
        case "decide" if step.rest == ("reconstruct",) and course.may_recommence():
            raise VoidCoup(course.rule["first coup reconstructed"], recommence=True)
        case "bets" | "confirm" | "decide" | "enter":
            course.refuse()
        case other:
            raise Silent(f"{other} while betting is open")


def _void(course: Course, step: Step) -> None:
    if course.frozen:
        course.refuse()
    elif step.rest[:1] == ("by=dealer",):
        raise Silent("a void by the dealer before betting ends")
    else:
        raise VoidCoup(ANY)


def _burn_while_betting(course: Course, coup: Coup, step: Step) -> Telling:
    if course.crown and not course.shoe.burned:
        raise Silent("a burn out of a shoe that was not burned, while betting is open")
    if course.crown and (course.carried or coup.burned):
        if step.face_up:
            raise Silent("a misplaced burn that was shown, while betting is open")
        yield from misplaced(course, step)
        return
    coup.burned = True
    if step.face_up:
        course.flag("face_up")


def _close(course: Course, coup: Coup, cause: str, *, dealt: bool) -> None:
    course.phase = "closed"
    course.said.say("bets_closed", coup.number, cause)
    too_little = course.purse.too_little()
    if too_little and course.frozen:
        raise Silent("wagers would go back while all accounts are frozen")
    for ats in too_little:
        course.purse.give_back_of(ats, "aggregate", course.rule["aggregate"])
    if course.purse.lying() or not course.purse.ats:
        return
    coup.no_wagers = True
    dealt = dealt or coup.burned
    course.flag("no_wagers", course.rule["no wagers, dealt" if dealt else "no wagers, nothing dealt"])
    dealt_without_wagers(course, coup, dealt=dealt)


def dealt_without_wagers(course: Course, coup: Coup, *, dealt: bool) -> None:
    if coup.no_wagers and dealt and course.crown and not coup.dummy:
        coup.dummy = True  # 11.5
        course.rules_that("no_wagers", "dummy-this", course.rule["no wagers, dealt"])
