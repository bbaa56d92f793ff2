"""Operations about staff: signing on and off, and enrolment."""

from typing import Final

from msgspec.structs import replace

from firmware.console.operations import Answers, Ask, Operation, nothing, one_by_one, options
from firmware.game.steps import Cut
from firmware.table.core.commands import Role
from firmware.table.features.papers import PrintPaper
from firmware.table.features.readings import ReadMeters
from firmware.table.features.staff import EnrolStaff
from firmware.table.people.weak_pins import need_sound


def _is_sound(pin: str, answers: Answers) -> None:
    need_sound(pin, answers.get("staff", ""))


STAFF: Final = Ask("staff", "keypad", most=8)
PIN: Final = Ask("pin", "keypad", secret=True, least=4, most=12)
CHOSEN_PIN: Final = replace(PIN, check=_is_sound)
NEW_PIN: Final = Ask("new-pin", "keypad", secret=True, least=4, most=12, check=_is_sound)
AGAIN: Final = Ask("new-pin-again", "keypad", secret=True, least=4, most=12)
# Nothing is typed: a card is held before the reader.
CARD: Final = Ask("staff-card", "pick")
NAME: Final = Ask("name", "letters", most=24)
# These are no commands: anybody who may handle the shoe may ask for them.
WHOEVER_DEALS: Final = Cut()
ROLES: Final = Ask("role", "pick", options(*(role.name.lower() for role in Role), of="role"))


def enrolled(answers: dict[str, str], pin_hash: str) -> EnrolStaff:
    """Return the command that enrols a person."""
    return EnrolStaff(answers["staff"], answers["name"].strip(), Role[answers["role"].upper()], pin_hash)


def _of_the_desk(_: object, __: object) -> None:
    """Return no command: no command carries a PIN, so the desk itself carries it out."""


OPERATIONS: Final = {
    "sign-on": Operation(None, _of_the_desk, one_by_one(STAFF, PIN), sure=True),
    "sign-off": Operation(None, _of_the_desk, nothing, sure=True),
    "first": Operation(None, _of_the_desk, one_by_one(STAFF, NAME, CHOSEN_PIN), sure=True),
    "enrol": Operation(
        EnrolStaff("", "", Role.DEALER, ""), lambda _, a: enrolled(a, "–"), one_by_one(STAFF, NAME, ROLES, CHOSEN_PIN)
    ),
    "change-pin": Operation(None, _of_the_desk, one_by_one(PIN, NEW_PIN, AGAIN), sure=True),
    "own-card": Operation(None, _of_the_desk, one_by_one(PIN, CARD), sure=True),
    "shoe-clear": Operation(WHOEVER_DEALS, _of_the_desk, nothing, sure=True),
    "verify-software": Operation(WHOEVER_DEALS, _of_the_desk, nothing, sure=True),
    "self-test": Operation(WHOEVER_DEALS, _of_the_desk, nothing, sure=True),
    # A paper is for whoever may read the meters.
    "paper-day": Operation(ReadMeters(""), _of_the_desk, nothing),
    "paper-meters": Operation(ReadMeters(""), _of_the_desk, nothing),
    "print-day": Operation(PrintPaper(0, "day"), _of_the_desk, nothing),
    "print-meters": Operation(PrintPaper(0, "meters"), _of_the_desk, nothing),
    "print-ats-meters": Operation(PrintPaper(1, "meters"), _of_the_desk, nothing, ("ats",)),
}
