"""Papers on the pages of meters and of the day: what there is to save or print them, and what became of the last."""

from firmware.console.known import Known
from firmware.console.pages.buttons import ask_for
from firmware.console.view import Choice, Row
from firmware.table.features.known_devices import known as devices_known
from firmware.table.features.papers import OWN_PRINTER, last_ended, ordered


def choices(known: Known, paper: str) -> tuple[Choice, ...]:
    """Return the buttons that print or save a paper of the table."""
    printed = (ask_for(known, f"print-{paper}"),) if known.printer else ()
    return (*printed, *((ask_for(known, f"paper-{paper}"),) if known.papers else ()))


def row(known: Known) -> Row:
    """Return how the table prints its papers."""
    words = known.words
    if not known.printer:
        return Row(words("print.printer"), words("print.saved" if known.papers else "print.none"))
    return Row(words("print.printer"), _fate(known, OWN_PRINTER))


def of_terminal(known: Known, ats: int) -> Row:
    """Return how a terminal prints its meters; only its board knows whether it has a printer, once it said so."""
    there = f"ats-{ats} ticket_printer" in devices_known(known.state)
    note = _fate(known, ats) if there else known.words("print.none_there")
    return Row(known.words("print.meters_of"), note, choices=(ask_for(known, "print-ats-meters", str(ats), on=there),))


def _fate(known: Known, ats: int) -> str:
    words = known.words
    if (order := ordered(known.state, ats)) is not None:
        return words("print.waits", what=words(f"print.{order.paper}"))
    found = last_ended(known.state, ats)
    if found is None:
        return words("print.ready")
    paper, fate = found
    return words("print.last", what=words(f"print.{paper}"), fate=words(f"print.fate.{fate}"))
