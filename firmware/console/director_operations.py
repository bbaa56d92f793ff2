"""The operations of the Director's page: steps of the tournament, asked of it from this table.

A step that names players is filled in here, from the seats that the page shows; the tournament refuses what cannot be.
"""

from typing import Final

from firmware.amounts import read_amount, write_amount
from firmware.console.known import Known
from firmware.console.operations import Answers, Ask, Operation, Option, amount, nothing, options
from firmware.refusal import Refused
from firmware.table.core.hall_page import MOST_NAMED, SAID, HallPage, HallSeat, hall_page
from firmware.table.features.hall_pages import AskHall, HallCode

LIKE: Final = AskHall("sign-off", "", "")
# Where those sit who have no seat.
NO_TABLE: Final = 0
NOBODY: Final = -1
# Between two players' numbers on the keypad, which has no comma.
BETWEEN: Final = "."
RESULTS: Final = options("won", "lost", "even", of="hall.play-off")
# What was entered cannot be: it is asked for again, and the other answers stand.
ENTERED_ANEW: Final = (HallCode.HALL_PLAYER, HallCode.HALL_MANY, HallCode.HALL_POINTS, HallCode.HALL_UNKNOWN)
# What is filled in here, by the operation that asks for it.
FILLED_IN: Final[dict[str, str]] = {"start-without": "hall-late", "play-off": "hall-points"}


def named_seat(seat: HallSeat) -> str:
    """Return who sits there, by number and name."""
    return f"{seat.player} {seat.name}"


def named_table(known: Known, found: HallPage | None, number: int) -> str:
    """Return what a table of the tournament is called on the floor; one without a name of its own has its number."""
    name = "" if found is None else found.named_table(number)
    return name or known.words("hall.table", table=number)


def _asked(known: Known, do: str, step: str, *about: str) -> AskHall:
    by = known.state.staff[known.staff].name
    return AskHall(do, step, by, tuple(line[:SAID] for line in about))  # type: ignore[arg-type]


def _page(known: Known) -> HallPage:
    """Return the page. Raises LookupError: the tournament has gone, and what was asked with it."""
    found = hall_page(known.state)
    if found is None:
        raise LookupError("the tournament no longer concerns this table")
    return found


def _seat(known: Known, player: int) -> HallSeat:
    seat = _page(known).seat_of(player)
    if seat is None:
        raise LookupError(f"player {player} is out")
    return seat


def _late(known: Known, text: str) -> tuple[int, ...]:
    """Return the players whose numbers were entered. Raises Refused: one has no seat, or there are too many."""
    numbers = sorted({part for part in text.split(BETWEEN) if part}, key=int)
    if not 0 < len(numbers) <= MOST_NAMED:
        raise Refused(HallCode.HALL_MANY, most=MOST_NAMED)
    for number in numbers:
        seat = _page(known).seat_of(int(number))
        if seat is None or seat.table == NO_TABLE:
            raise Refused(HallCode.HALL_PLAYER, player=int(number))
    return tuple(map(int, numbers))


def _ask_late(known: Known, answers: Answers) -> Ask | None:
    if "late" in answers:
        return None

    def check(text: str, _: Answers) -> None:
        _late(known, text)

    return Ask("late", "keypad", most=5 * MOST_NAMED, check=check)


def _without(known: Known, answers: Answers) -> AskHall:
    late = _late(known, answers["late"])
    step = f"session start late={','.join(map(str, late))}"
    return _asked(known, "start-without", step, *(named_seat(_seat(known, player)) for player in late))


def _check_plays(known: Known, text: str) -> None:
    """Refuse a number that nobody has who is not out."""
    if _page(known).seat_of(int(text) if text.isdecimal() else NOBODY) is None:
        raise Refused(HallCode.HALL_UNKNOWN, player=text)


def _ask_whom(known: Known, answers: Answers) -> Ask | None:
    """Ask for the number of somebody who has no seat to be touched, and then for the ground."""
    if "player" in answers:
        return _ask_ground(known, answers)
    prompt = known.words("hall.disqualify.number")
    return Ask("player", "keypad", most=5, check=lambda text, _: _check_plays(known, text), prompt=prompt)


def _ask_ground(known: Known, answers: Answers) -> Ask | None:
    grounds = enumerate(_page(known).grounds, 1)
    if "ground" in answers:
        return None
    prompt = known.words("hall.ground", who=named_seat(_seat(known, int(answers["player"]))))
    return Ask("ground", "pick", tuple(Option(str(number), text=text) for number, text in grounds), prompt=prompt)


def _disqualified(known: Known, answers: Answers) -> AskHall:
    seat, ground = _seat(known, int(answers["player"])), int(answers["ground"])
    step = f"disqualify {seat.player} {ground}"
    return _asked(known, "disqualify", step, named_seat(seat), _page(known).grounds[ground - 1])


def _tied(known: Known) -> tuple[int, ...]:
    """Return who plays the play-off coup. Raises LookupError: nobody any more."""
    return next(ask.players for ask in _page(known).asks if ask.what == "tie" and ask.players)


def _ask_points(known: Known, answers: Answers) -> Ask | None:
    """Ask for each player whether they won or lost, and then how much."""
    for player in _tied(known):
        who = named_seat(_seat(known, player))
        result, points = f"result/{player}", f"points/{player}"
        if result not in answers:
            return Ask(result, "pick", RESULTS, prompt=known.words("hall.play-off.result", who=who))
        if answers[result] != "even" and points not in answers:
            return Ask(points, "keypad", check=_check_points, prompt=known.words("hall.play-off.points", who=who))
    return None


def _check_points(text: str, _: Answers) -> None:
    """Refuse what is no amount."""
    try:
        read_amount(text)
    except ValueError:
        raise Refused(HallCode.HALL_POINTS, points=text) from None


def _played_off(known: Known, answers: Answers) -> AskHall:
    won = {player: _won(answers, player) for player in _tied(known)}
    step = ",".join(f"{player}={_figure(points)}" for player, points in won.items())
    about = (f"{named_seat(_seat(known, player))}: {_figure(points)}" for player, points in won.items())
    return _asked(known, "play-off", f"play-off {step}", *about)


def _won(answers: Answers, player: int) -> int:
    result = answers[f"result/{player}"]
    points = 0 if result == "even" else amount(answers, f"points/{player}")
    return -points if result == "lost" else points


def _figure(points: int) -> str:
    return write_amount(points).replace(",", "")


OPERATIONS: Final = {
    "hall": Operation(LIKE, lambda known, a: _asked(known, a["do"], a["step"]), nothing, ("do", "step")),
    "hall-late": Operation(LIKE, _without, _ask_late),
    "hall-disqualify": Operation(LIKE, _disqualified, _ask_ground, ("player",)),
    "hall-disqualify-number": Operation(LIKE, _disqualified, _ask_whom),
    "hall-points": Operation(LIKE, _played_off, _ask_points),
}
