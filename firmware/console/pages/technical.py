"""The technician's page: whose software runs here, what waits, and the result of the board's own test."""

from collections.abc import Iterator
from typing import Final

from firmware.console.known import Known
from firmware.console.pages.buttons import ask_for
from firmware.console.tab import Tab
from firmware.console.view import Choice, Page, Row
from firmware.table.core.software import TABLE, found, is_out
from firmware.table.core.updates import allowed, waits_at
from firmware.version import VERSION


def page(known: Known) -> Page:
    """Return the page."""
    return Page(known.words("tab.technical"), tuple(_rows(known)))


TAB: Final = Tab(page)
LOOKS: Final = {"good": "deep", "failed": "alarm", "unknown": "panel"}


def _rows(known: Known) -> Iterator[Row]:
    words, state = known.words, known.state
    choices: tuple[Choice, ...] = (ask_for(known, "verify-software"),)
    if is_out(state, TABLE):
        choices = (*choices, ask_for(known, "clear-table-software"))
    yield _software(known, TABLE, words("technical.table"), choices)
    yield from _update(known)
    for ats in range(1, state.setup.ats + 1):
        if found(state, f"ats-{ats}") or waits_at(state, ats):
            yield _software(known, f"ats-{ats}", words("terminal", number=ats), tuple(_of_terminal(known, ats)))
    yield Row(
        words("technical.self_test"), words("technical.self_test.note"), "",
        choices=(ask_for(known, "self-test"),),
    )  # fmt: skip
    for one in known.technical.tested:
        yield Row(one.name, one.said, words(f"technical.{one.state}"), LOOKS[one.state])


def _of_terminal(known: Known, ats: int) -> Iterator[Choice]:
    if waits_at(known.state, ats):
        yield ask_for(known, "allow-terminal-restart", str(ats))
    if is_out(known.state, f"ats-{ats}"):
        yield ask_for(known, "clear-software", str(ats))


def _software(known: Known, board: str, name: str, choices: tuple[Choice, ...]) -> Row:
    """Return whose software a board has: its version, its digest, and who signed it."""
    words = known.words
    verdict, version, digest, signer, *_ = (*found(known.state, board).split(" "), "", "", "", "")
    said = words(f"technical.{verdict or 'unproven'}")
    detail = words("technical.signed", digest=digest, signer=signer) if digest else words("technical.no_manifest")
    look = "alarm" if is_out(known.state, board) else "deep"
    ours = VERSION if board == TABLE else ""
    return Row(f"{name} · {said}", detail, version or ours, look, choices)


def _update(known: Known) -> Iterator[Row]:
    """Return what waits to be started, and what holds up an allowed restart."""
    words, seen = known.words, known.technical
    if not seen.ready:
        return
    if allowed(known.state, TABLE) == seen.ready:
        why = words(f"technical.waits.{seen.waits}") if seen.waits else words("technical.begins")
        yield Row(words("technical.ready", version=seen.ready), why, "", "notice")
        return
    allow = ask_for(known, "allow-restart", seen.ready)
    yield Row(words("technical.ready", version=seen.ready), words("technical.asks"), "", "notice", (allow,))
