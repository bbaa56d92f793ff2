"""A foreign card, and cards whose order was altered, while a coup is open."""

from course import RECONSTRUCT, Course, Telling
from over import play_or_void, spoiled
from pieces import Coup, VoidCoup
from told import ANY, Silent


def foreign(course: Course, coup: Coup) -> Telling:
    """A foreign card: void outside Crown (mbs 5.1, rws 5.1.1); Crown asks (13.9), and it is set aside."""
    rule = course.rule["foreign"]
    if not coup.dealt and not coup.burned:
        yield from _before_the_first_card(course, rule)
        return
    course.flag("foreign_card", rule)
    if course.crown:
        yield from play_or_void(course, "foreign_card", rule)
    else:
        spoiled(course)
        raise VoidCoup(rule)


def _before_the_first_card(course: Course, rule: object) -> Telling:
    course.flag("foreign_card")
    if (yield from course.ask("foreign_card", ANY)) != "play-on":  # whether the shoe goes on (reading 19)
        raise Silent("how a shoe ends with a foreign card")
    if course.mbs and course.coup is not None:
        raise VoidCoup(rule)  # mbs 1.1.7, 3.1, 5.1.1: the round has begun with its betting


def altered(course: Course, coup: Coup) -> Telling:
    """The order of the cards in the shoe was altered; mbs 5.4 has a round begin with its betting."""
    if not coup.dealt and not course.mbs:
        raise Silent("the order is altered with no coup in progress, but one open")
    coup.ends_shoe = True
    course.flag("order_altered", course.rule["altered"])
    if not course.mbs:
        yield from play_or_void(course, "order_altered")
    elif (yield from course.ask("order_altered", RECONSTRUCT, course.rule["altered"])) != "reconstruct":
        spoiled(course)
        raise VoidCoup(course.rule["altered"])
