"""Fingers on the console of a bench print the table's papers, and a terminal's meters, on emulated printers."""

from pathlib import Path

import pytest
from bench_under_test import at_the_bench
from by_touch import touch

from firmware.table.features.papers import PaperEnded
from sim.bench.bench import Bench
from sim.offscreen import SeenScreen

pytestmark = [pytest.mark.outside, pytest.mark.lab(8), pytest.mark.lab(11)]
# How long a paper may take: a process of its own reads the journal first.
PATIENCE_S = 60.0


async def turned(sgc: SeenScreen, *actions: str) -> None:
    """Touch one after the other, and turn pages until each is there."""
    for action in actions:
        for _ in range(5):
            if tuple(action.split()) in sgc.actions():
                break
            await touch(sgc, next(" ".join(seen) for seen in sgc.actions() if seen[0] == "turn"))
        await touch(sgc, action)


async def printed(bench: Bench, *actions: str) -> str:
    """Have fingers order a paper, and return the text of the pages that come of it."""
    pages: list[str] = []
    said: list[str] = []
    for name, kept in bench.devices.items():
        if name.endswith("ticket_printer"):
            kept.model.show_pages(lambda page, name=name: pages.append(f"{name}\n{page.info['text']}"))
    bench.tell_to(lambda happened: said.extend(e.fate for e in happened.events if isinstance(e, PaperEnded)))
    assert bench.table.sgc is not None
    await turned(bench.table.sgc, *actions)
    await bench.loop.until(lambda: bool(said), PATIENCE_S)
    assert said == ["printed"]
    return "\n".join(pages)


def test_meters_a_closed_day_and_a_terminals_meters_are_printed_by_touch(tmp_path: Path) -> None:
    async def story(bench: Bench) -> None:
        bench.loop.speed = 2
        sgc = bench.table.sgc
        assert sgc is not None
        await bench.loop.until(bench.devices["ats-1 note_acceptor"].model.takes_notes, PATIENCE_S)
        bench.device("ats-1 note_acceptor", "insert 20")
        await bench.loop.until(lambda: bench.table.state.balance(1) == 20_00, PATIENCE_S)
        await touch(sgc, "tab staff", "op sign-on", "key 2", "yes", *(f"key {key}" for key in "7392"), "yes")
        of_all = await printed(bench, "tab day", "tab meters", "op print-meters", "yes")
        assert of_all.startswith("table ticket_printer\nMETERS\nThis is no ticket and has no value.")
        assert "received: notes                         20.00" in of_all
        assert "notes: 20.00                                1" in of_all
        await touch(sgc, "tab day", "op close-day", "yes")
        day = await printed(bench, "op print-day", "yes")
        assert day.startswith("table ticket_printer\n")
        await touch(sgc, "tab terminals", "terminal 1")
        of_one = await printed(bench, "op print-ats-meters 1", "yes")
        assert of_one.startswith("ats-1 ticket_printer\nMETERS\n")
        assert "terminal 2" not in of_one
        assert "received: notes                         20.00" in of_one

    at_the_bench(tmp_path, story)
