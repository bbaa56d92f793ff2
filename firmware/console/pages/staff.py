"""Who is there: the person at this console, and everybody who may sign on."""

from firmware.console.known import Known
from firmware.console.pages.ops import ask_for
from firmware.screens.sgc.view import Choice, Page, Row
from firmware.table.commands import EnrolStaff, Role


def page(known: Known) -> Page:
    """Return the page."""
    words, state = known.words, known.state
    if not state.staff:
        first = Choice(("op", "first"), words("op.first"), "main")
        return Page(words("tab.staff"), (Row(words("staff.none"), words("staff.none.note"), choices=(first,)),))
    sign_on = Choice(("op", "sign-on"), words("op.sign-on"), "main")
    sign_off = Choice(("op", "sign-off"), words("op.sign-off"), on=known.role is not None)
    enrol = ask_for(known, "enrol", EnrolStaff("", "", Role.DEALER, ""))
    member = state.staff.get(known.staff)
    here = f"{known.staff} {member.name}" if member is not None else words("staff.nobody")
    rows = [Row(words("staff.here"), here, choices=(sign_on, sign_off)), Row(words("staff.all"), choices=(enrol,))]
    rows += [
        Row(f"{number} {person.name}", words(f"role.{person.role.name.lower()}"),
            words("staff.locked") if person.locked_until > known.now else "")
        for number, person in sorted(state.staff.items())
    ]  # fmt: skip
    return Page(words("tab.staff"), tuple(rows))
