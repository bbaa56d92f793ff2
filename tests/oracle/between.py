"""Between two coups: what opens the next one, and what leaves the shoe when no coup is open."""

from coup import winner
from course import Course, Telling
from over import carry, dummy_or_carry, excess, left_over, seen
from pieces import Shoe
from told import ANY, Silent, Step

NUMBER_BURNED = dict(zip("A23456789TJQK", (*range(1, 11), 10, 10, 10), strict=True))  # crown 3.8.2


def between(course: Course) -> Telling:
    """Return as soon as a coup is open."""
    while course.coup is None:
        if course.dummy_due:
            if course.waiting:
                raise Silent("what left the shoe before a Dummy Coup that is dealt at once was chosen")
            course.open(dummy=True)
            return
        step = yield from course.next_step()
        yield from _IDLE.get(step.word, _refused)(course, step)


def _refused(course: Course, _: Step) -> Telling:
    course.refuse()
    yield from ()


def _bets(course: Course, _: Step) -> Telling:
    if not course.shoe.alive or course.shoe.more:
        if course.shoe.alive:
            raise Silent("betting, while cards of 3.8.2 are still to be burned")
        course.refuse()
    elif course.frozen:
        raise Silent("betting, while all accounts are frozen")
    else:
        course.open(dummy=False)
    yield from ()


def _shoe(course: Course, step: Step) -> Telling:
    if course.carried:
        raise Silent("a new shoe while a card waits to be carried")
    if course.shoe.alive:
        course.said.allow("shoe_ended")
    course.shoe = Shoe(burned=step.rest != ("unburned",))
    course.of_old_shoe = course.of_old_shoe or course.previous is not None
    course.previous, course.burned_for_next = None, False
    yield from ()


def _card(course: Course, step: Step) -> Telling:
    if course.is_foreign(step):
        raise Silent("a card too many of its kind, with no coup")
    _burned_enough(course)
    if not course.shoe.alive and course.crown and (step.shown or step.face_up):
        raise Silent("a disclosed card after the last coup")
    yield from excess(course, step)


def _burned_enough(course: Course) -> None:
    if course.crown and not course.shoe.opened and (not course.shoe.burned or course.shoe.more):
        raise Silent("a card out of a shoe of which more is to be burned")


def _burn(course: Course, step: Step) -> Telling:
    shoe = course.shoe
    if not shoe.alive:
        _noted(course, step)
        return
    if course.crown and shoe.opened and not shoe.burned:
        raise Silent("a burn out of a shoe that was not burned, after its first betting")
    if course.crown and not shoe.opened and (not shoe.burned or shoe.more):
        _burn_of_shoe(course, step)
    elif not course.crown:
        _good_burn(course, step)
    elif course.carried or course.burned_for_next:
        yield from misplaced(course, step)
    else:
        _good_burn(course, step)


def _burn_of_shoe(course: Course, step: Step) -> None:
    """3.8.1; or 3.8.2: its face value is burned after it."""
    shoe = course.shoe
    if shoe.more:
        shoe.more -= 1
        if step.face_up:
            course.perhaps("face_up")
    elif step.face_up:
        course.perhaps("face_up")
        shoe.more = NUMBER_BURNED[step.card[0]]
    shoe.burned = True


def _good_burn(course: Course, step: Step) -> None:
    course.burned_for_next = True
    if step.face_up:
        course.said.say("irregularity", "face_up", ANY)


def misplaced(course: Course, step: Step) -> Telling:
    """Crown: a burn with no hand due is not discarded but carried (11.2)."""
    course.said.say("card", step.card, "none", None)
    if step.face_up:
        course.perhaps("face_up")
        yield from dummy_or_carry(course, step.card, "misplaced_burn", "misplaced burn", face_up=True)
    else:
        course.flag("misplaced_burn", course.rule["misplaced burn"])
        if course.phase == "betting":  # it is of the coup whose betting is open
            course.rules_that("misplaced_burn", "carry")
            course.carried.append(step.card)
        else:
            carry(course, step.card, "misplaced_burn")


def _unreadable(course: Course, _: Step) -> Telling:
    course.flag("unreadable_card")
    shoe = course.shoe
    is_burn = course.crown and not shoe.opened and (not shoe.burned or shoe.more > 0)
    if not shoe.alive or (course.crown and shoe.opened and not shoe.burned):
        raise Silent("an unread card after the shoe's end")
    card = yield from course.unread()
    if is_burn:
        _burn_of_shoe(course, Step("", "burn", (), card))
    else:
        yield from excess(course, Step("", "card", (), card, unread=True))


def _cards(course: Course, step: Step) -> Telling:
    if not course.shoe.alive:
        raise Silent("cards together, and no shoe to deal from")
    _burned_enough(course)
    course.flag("simultaneous_draw")
    cards = step.rest[:-1]
    answer = yield from course.ask("simultaneous_draw", cards)
    if answer == "order=unknown":
        raise Silent("the order of cards in excess is unknown")
    course.deal_in_order(answer[6:].split(","))


def _cut(course: Course, step: Step) -> Telling:
    if not course.shoe.alive:
        _noted(course, step)
    elif course.shoe.cut:
        yield from _foreign(course, step)  # a second one
    else:
        course.cut()


def _foreign(course: Course, step: Step) -> Telling:
    if not course.shoe.alive:
        _noted(course, step)
        return
    course.flag("foreign_card")
    answer = yield from course.ask("foreign_card", ANY)  # whether the shoe goes on (reading 19)
    if answer != "play-on":
        raise Silent("how a shoe ends with a foreign card")


def _broken(course: Course, step: Step) -> Telling:
    if not course.shoe.alive:
        _noted(course, step)
        return
    course.flag("shoe_empty" if step.word == "empty" else "order_altered")
    course.end_shoe()
    yield from ()


def _noted(course: Course, step: Step) -> None:
    """A fact after the shoe's end is not refused, and changes nothing."""
    course.said.allow("irregularity", ANY, ANY)
    if step.card:
        course.said.allow("card", step.card, "none", None)


def _void(_course: Course, _: Step) -> Telling:
    yield from ()
    raise Silent("a void with no coup open")


def _says(course: Course, step: Step) -> Telling:
    yield from ()
    coup = course.previous
    settled = coup is not None and (coup.says or step.rest[0] != winner(*coup.cards()))
    if settled or course.of_old_shoe:
        raise Silent("the shoe's result of a coup that is settled")


def _left_over(course: Course, step: Step) -> Telling:
    """A miscount names no hand for a recorded card (reading 26)."""
    course.said.allow("card", step.card, "none", None)
    course.said.allow("irregularity", "excess_card", ANY)
    yield from left_over(course, step.card, ANY)


_IDLE = {
    "seen": seen,
    "left-over": _left_over,
    "bets": _bets, "shoe": _shoe, "card": _card, "burn": _burn, "unreadable": _unreadable, "cards": _cards,
    "cut": _cut, "foreign": _foreign, "empty": _broken, "altered": _broken, "void": _void, "shoe-says": _says,
}  # fmt: skip
