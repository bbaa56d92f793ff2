"""Figures of a table on a stand-in for a small board: the last seconds of betting, an instant, rest."""

from functools import cache
from typing import Final, NamedTuple

from firmware.measures import Figure
from firmware.measures.stopwatch import rest
from hal.clock import ticks_s
from sim.stand_in.board import WHOLE, small_board

TERMINALS: Final = 50
COUPS: Final = 2
RUSH_S: Final = 5
REST_S: Final = 10.0
# What came with something new is over after so long, and what is signed is signed.
CALM_S: Final = 2.0
INSTANTS: Final = 5


class Rushed(NamedTuple):
    """What a rush came to: what each wager took, none where it was lost, and the table's own seconds."""

    taken: tuple[float | None, ...]
    cpu_s: float
    drawing_s: float

    @property
    def accepted(self) -> list[float]:
        """What those took that were accepted."""
        return sorted(one for one in self.taken if one is not None)


class Played(NamedTuple):
    """A table's rushes, instants (syncs, and when the last was answered) and its share of its core at rest."""

    rush: Rushed
    instants: tuple[tuple[int, float], ...]
    rest: float


@cache
def played(percent: int) -> Played:
    """Play on a board, once for all figures."""
    with small_board(percent, TERMINALS) as board:
        table = board.program("table", slow=True)
        clients = board.program("terminals", slow=False)
        rest(CALM_S)  # what came with the beginning is over
        # On a busy machine terminals come later than a table waits for them: they may wager from the next coup on.
        table.ask("close")
        table.ask("open")
        taken: list[float | None] = []
        cpu = drawing = 0.0
        for _ in range(COUPS):
            before = table.ask("figures")
            taken += clients.ask(f"rush {RUSH_S}")["taken"]
            after = table.ask("figures")
            cpu += after["cpu_s"] - before["cpu_s"]
            drawing += after["drawing_s"] - before["drawing_s"]
            table.ask("close")
            table.ask("open")
        instants = []
        for _ in range(INSTANTS):
            rest(CALM_S)
            syncs = board.card.syncs
            instant = clients.ask("instant")["taken"]
            instants.append((board.card.syncs - syncs, max(one or float("inf") for one in instant)))
        table.ask("close")
        rest(CALM_S)
        before, began = table.ask("rest"), ticks_s()
        rest(REST_S)
        share = (table.ask("figures")["cpu_s"] - before["cpu_s"]) / (ticks_s() - began)
        return Played(Rushed(tuple(taken), cpu, drawing), tuple(instants), share)


def rush_50_accepted_percent(percent: int) -> Figure:
    """How many wagers are accepted of the last five seconds of two coups, of 50 terminals that change two a second."""
    rush = played(percent).rush
    return Figure(round(len(rush.accepted) / len(rush.taken) * 100, 2), f"% of {len(rush.taken)}")


def rush_50_p99_ms(percent: int) -> Figure:
    """What a wager takes there, from its being asked to its acceptance."""
    accepted = played(percent).rush.accepted
    if not accepted:
        return Figure(float("inf"), "ms")
    middle, late = (round(accepted[len(accepted) * part // 100], 1) for part in (50, 99))
    return Figure(late, "ms", middle, round(late / middle, 2))


def rush_50_console_percent(percent: int) -> Figure:
    """The console's share of what the table takes of its processor there."""
    rush = played(percent).rush
    return Figure(round(rush.drawing_s / rush.cpu_s * 100, 1), "% of the table")


def wager_cpu_ms(percent: int = WHOLE) -> Figure:
    """What a wager costs the table there: the processor's time of the whole process, TLS and console with it."""
    rush = played(percent).rush
    return Figure(round(rush.cpu_s / len(rush.taken) * 1000, 3), "ms")


def instant_50_syncs(percent: int) -> Figure:
    """How often the card syncs for 50 wagers of one instant, over the network: the median."""
    return Figure(sorted(syncs for syncs, _ in played(percent).instants)[INSTANTS // 2], "syncs")


def instant_50_last_ms(percent: int) -> Figure:
    """When the last of them is answered: the median."""
    return Figure(round(sorted(last for _, last in played(percent).instants)[INSTANTS // 2], 1), "ms")


def rest_percent(percent: int) -> Figure:
    """What the table takes of its core while nothing happens, with 50 terminals that are there."""
    return Figure(round(played(percent).rest / percent * 10_000, 2), "% of its core")
