"""Staff: the person at this console, and everybody who may sign on."""

from typing import Final

from firmware.console.known import Known
from firmware.console.pages.buttons import ask_for
from firmware.console.tab import Tab
from firmware.console.view import Choice, Page, Row
from firmware.table.core.employed import away
from firmware.table.core.state import StaffMember

# What reads staff cards, where the table has one.
READER: Final = "ticket_scanner"
# How many of those whom one person enrolled are named: what a row has room for. More would stand out anyway.
NAMED: Final = 4


def page(known: Known) -> Page:
    """Return the page."""
    words, state = known.words, known.state
    if not state.staff:
        first = Choice(("op", "first"), words("op.first"), "main")
        return Page(words("tab.staff"), (Row(words("staff.none"), words("staff.none.note"), choices=(first,)),))
    sign_on = Choice(("op", "sign-on"), words("op.sign-on"), "main" if known.role is None else "plain")
    sign_off = Choice(("op", "sign-off"), words("op.sign-off"), on=known.role is not None)
    own_pin = Choice(("op", "change-pin"), words("op.change-pin"), on=known.role is not None)
    enrol = ask_for(known, "enrol")
    own_card = Choice(("op", "own-card"), words("op.own-card"), on=known.role is not None)
    reads = any(device.name == READER for device in known.devices)
    own = (sign_on, sign_off, own_pin, own_card) if reads else (sign_on, sign_off, own_pin)
    member = state.staff.get(known.staff)
    here = f"{known.staff} {member.name}" if member is not None else words("staff.nobody")
    rows = [
        Row(words("staff.here"), here, choices=own),
        Row(words("staff.all"), choices=(enrol,)),
    ]
    rows += [_person(known, number, one) for number, one in sorted(state.staff.items())]
    return Page(words("tab.staff"), tuple(rows))


TAB: Final = Tab(page, place=60)


def _person(known: Known, number: str, one: StaffMember) -> Row:
    """Return a person, with what a casino supervisor may do: suspend, dismiss, reinstate."""
    gone = away(known.state, number)
    if gone:
        said = f"{known.words(f'staff.{gone}')} · {_of(known, number, one)}"
        back = ask_for(known, "reinstate", number)
        return Row(f"{number} {one.name}", said, look="notice", choices=(back,))
    suspend = ask_for(known, "suspend", number)
    dismiss = ask_for(known, "dismiss", number, look="danger")
    choices = (suspend, dismiss, ask_for(known, "take-card", number)) if one.card else (suspend, dismiss)
    return Row(f"{number} {one.name}", _of(known, number, one), choices=choices)


def _of(known: Known, number: str, person: StaffMember) -> str:
    """Return a person's role and who enrolled them, so that everybody sees whom somebody brought in."""
    words = known.words
    said = [words(f"role.{person.role.name.lower()}")]
    if person.enrolled_at:
        by = words("staff.enrolled.by", by=person.enrolled_by) if person.enrolled_by else words("staff.enrolled.set_up")
        said.append(words("staff.enrolled", by=by, when=words.moment(person.enrolled_at)))
    if person.approved_by:
        said.append(words("staff.enrolled.approved", by=person.approved_by))
    others = _from_one_hand(known, number, person)
    if others:
        more = " …" if len(others) > NAMED else ""
        said.append(words("staff.enrolled.others", by=person.enrolled_by, others=", ".join(others[:NAMED]) + more))
    return " · ".join(said)


def _from_one_hand(known: Known, number: str, person: StaffMember) -> list[str]:
    """Return others whom the same person enrolled: after a day they may approve for each other."""
    by = person.enrolled_by
    staff = sorted(known.state.staff.items()) if by else []
    return [other for other, one in staff if one.enrolled_by == by and other != number]
