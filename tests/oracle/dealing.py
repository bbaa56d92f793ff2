"""One coup of the second engine, from its wagers to its end."""

from betting import betting, dealt_without_wagers
from between import between, misplaced
from coup import winner
from course import RECONSTRUCT, Course, Telling
from over import excess, found_face_up, left_over, misdealt, perhaps_laid, play_or_void, seen, spoiled
from pieces import Coup, VoidCoup
from spoilt import altered, foreign
from told import ANY, Silent, Step


def tell(course: Course) -> Telling:
    """Play coup after coup, for ever."""
    while True:
        yield from between(course)
        coup = course.coup
        assert coup is not None
        try:
            yield from play(course, coup)
        except VoidCoup as void:
            course.end_void(coup, void)


def play(course: Course, coup: Coup) -> Telling:
    """Play a coup until it is settled; VoidCoup leaves it."""
    if not coup.dummy:
        yield from betting(course, coup)
    if course.coup is coup:
        _lay_carried(course, coup)
    while course.coup is coup:
        if coup.due() is None and coup.says and not coup.compared:
            yield from _compare(course, coup)
            continue
        step = yield from course.next_step()
        yield from _DEALING.get(step.word, _refused)(course, coup, step)


def _refused(course: Course, _coup: Coup, _: Step) -> Telling:
    course.refuse()
    yield from ()


def _lay_carried(course: Course, coup: Coup) -> None:
    """Carried cards are the coup's first (11.2), in their order."""
    while course.carried and (hand := coup.due()):
        _lay(course, coup, course.carried.pop(0), hand)


def _lay(course: Course, coup: Coup, card: str, hand: str) -> None:
    if not coup.dealt and not course.shoe.burned:
        coup.burn_missed = not course.shoe.missed or course.shoe.recommenced
        if course.crown and not course.shoe.missed:
            course.flag("burn_missed", course.rule["burn_missed"])
        elif course.crown and course.shoe.recommenced:
            course.perhaps("burn_missed")  # reading 22 says so of a shoe whose burn is a card that waited
        course.shoe.missed = True
    dealt_without_wagers(course, coup, dealt=True)
    coup.hands[hand].append(card)
    course.said.say("card", card, hand, len(coup.hands[hand]))


# dealing


def _card(course: Course, coup: Coup, step: Step) -> Telling:
    due = coup.due()
    if course.is_foreign(step):
        if not coup.dealt and not coup.burned:
            raise Silent("a foreign card that was dealt as the first card")
        course.said.allow("card", step.card, "none", None)
        yield from foreign(course, coup)
    elif due is None:
        yield from excess(course, step)
    else:
        if step.shown:
            raise Silent("a card that is due, shown and put on no hand")
        last = course.left(step.card, due)
        if step.to not in (None, due):
            yield from misdealt(course, step, last)
        yield from _deal(course, coup, step, due)
        course.last = None if step.to or step.face_up else last


def _deal(course: Course, coup: Coup, step: Step, due: str) -> Telling:
    first = not coup.dealt
    _lay(course, coup, step.card, due)
    if step.face_up:
        yield from found_face_up(course, coup, first=first)


def _burn(course: Course, coup: Coup, step: Step) -> Telling:
    if course.crown and not coup.dealt and not course.shoe.burned:
        raise Silent("a burn out of a shoe that was not burned, with betting over")
    if not coup.dealt and (not course.crown or not coup.burned):
        coup.burned = True
        if step.face_up:
            course.flag("face_up")
        dealt_without_wagers(course, coup, dealt=True)
        return
    due = coup.due()
    if course.crown:
        if due is None:
            yield from misplaced(course, step)
            return
        course.flag("misplaced_burn", course.rule["misplaced burn"])
        yield from _deal(course, coup, step, due)
        return
    if step.face_up:
        raise Silent("a misplaced burn that was shown, outside Crown")
    rule = course.rule["misplaced burn"]
    course.flag("misplaced_burn", rule)
    perhaps_laid(course, coup, step.card, due)
    if (yield from course.ask("misplaced_burn", RECONSTRUCT, rule)) != "reconstruct":
        spoiled(course)
        raise VoidCoup(rule)
    if due is None:
        course.said.say("card", step.card, "none", None)
        yield from left_over(course, step.card, "misplaced_burn")
    else:
        yield from _deal(course, coup, step, due)


def _unreadable(course: Course, coup: Coup, _: Step) -> Telling:
    course.flag("unreadable_card")
    dealt_without_wagers(course, coup, dealt=True)  # it counts as dealt from the instant it left (reading 21)
    due = coup.due()
    card = yield from course.unread()
    if due and course.coup is not coup:
        raise Silent(
            "a card that was due in a coup that was void before it was named: is it that coup's, or in excess?"
        )
    if due is None:
        yield from excess(course, Step("", "card", (), card, unread=True))
    else:
        _lay(course, coup, card, due)


def _cards(course: Course, coup: Coup, step: Step) -> Telling:
    law = "together, initial" if coup.dealt < 4 else "together, later"
    course.flag("simultaneous_draw", ANY)
    cards = step.rest[:-1]
    answer = yield from course.ask("simultaneous_draw", cards)
    order = answer[6:].split(",")
    if answer == "order=unknown":
        if course.coup is None or coup.due() is None:
            raise Silent("the order of cards in excess is unknown")
        if course.mbs and coup.dealt < 4:
            spoiled(course)
            raise VoidCoup(course.rule[law])
        yield from play_or_void(course, "simultaneous_draw")
        order = list(cards)
    course.deal_in_order(order)


def _empty(course: Course, coup: Coup, _: Step) -> Telling:
    if not coup.dealt:
        raise Silent("the shoe is empty with no coup in progress, but one open")
    coup.ends_shoe = True
    course.flag("shoe_empty", course.rule["empty"] if coup.due() else ANY)
    if coup.due() is None:
        return
    spoiled(course)
    if course.crown:
        yield from course.ask("shoe_empty", frozenset(("void",)))
    raise VoidCoup(course.rule["empty"])


def _cut(course: Course, coup: Coup, _: Step) -> Telling:
    if course.shoe.cut:
        yield from foreign(course, coup)
    else:
        course.cut()


def _says(_: Course, coup: Coup, step: Step) -> Telling:
    if coup.says or not coup.dealt:
        raise Silent("the shoe says its result twice, or before a card is dealt")
    coup.says = step.rest[0]
    yield from ()


def _compare(course: Course, coup: Coup) -> Telling:
    """The shoe's own result beside that of the cards (reading 23)."""
    coup.compared = True
    if course.together:
        raise Silent("the shoe's result beside a card that left together with the last")
    if coup.says != winner(*coup.cards()):
        course.flag("shoe_disagrees")
        yield from play_or_void(course, "shoe_disagrees")


def _confirm(course: Course, coup: Coup, _: Step) -> Telling:
    if coup.due() or course.frozen:
        if coup.due():
            course.perhaps("cards_short")
        course.refuse()
    else:
        course.settle(coup)
    yield from ()


def _void(course: Course, coup: Coup, step: Step) -> Telling:
    if course.frozen:
        course.refuse()
    elif step.rest[:1] == ("by=dealer",):
        if coup.dealt or coup.burned or course.purse.lying():
            course.refuse(course.rule["no void by the dealer"] if course.crown else ANY)
        elif not coup.no_wagers:
            raise Silent("a void by the dealer, where wagers lay and went")
        else:
            raise VoidCoup(course.rule["no wagers, nothing dealt"])
    else:
        raise VoidCoup(ANY)
    yield from ()


def _bets(course: Course, coup: Coup, _: Step) -> Telling:
    if not coup.no_wagers or coup.dealt or coup.burned:
        course.refuse()
    elif not course.crown or course.frozen:
        raise Silent("betting is reopened, outside Crown or frozen")
    else:
        coup.no_wagers = False
        yield from betting(course, coup)
        if course.coup is coup:
            _lay_carried(course, coup)


def _decide(course: Course, _: Coup, step: Step) -> Telling:
    yield from ()
    if step.rest != ("reconstruct",) or not course.may_recommence():
        course.refuse()
    else:
        raise VoidCoup(course.rule["first coup reconstructed"], recommence=True)


def _shoe(course: Course, coup: Coup, _: Step) -> Telling:
    yield from ()
    if not coup.dealt:
        raise Silent("a new shoe while a coup is open of which nothing is dealt")
    course.refuse()


def _foreign(course: Course, coup: Coup, _: Step) -> Telling:
    yield from foreign(course, coup)


def _altered(course: Course, coup: Coup, _: Step) -> Telling:
    yield from altered(course, coup)


def _seen(course: Course, _: Coup, step: Step) -> Telling:
    yield from seen(course, step)


_DEALING = {
    "seen": _seen,
    "card": _card, "burn": _burn, "unreadable": _unreadable, "cards": _cards, "foreign": _foreign, "empty": _empty,
    "altered": _altered, "cut": _cut, "shoe-says": _says, "confirm": _confirm, "void": _void, "bets": _bets,
    "decide": _decide, "shoe": _shoe,
}  # fmt: skip
