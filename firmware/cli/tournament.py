"""`rapid-table tournament`: checks a tournament's conditions, shows its standings, and reports how it went."""

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from msgspec import to_builtins

from firmware.amounts import in_units
from firmware.cli.errors import BadInput, shortened
from firmware.cli.say import say, say_json, warn
from firmware.cli.text_file import read_text
from firmware.cli.tournament_receipt import receipt
from firmware.conditions_file import ConditionsError, read_conditions
from firmware.table.core.journal import JournalError
from firmware.tournament import events as e
from firmware.tournament.conditions import Conditions
from firmware.tournament.evolve import fold
from firmware.tournament.paper import paper
from firmware.tournament.payments import owed
from firmware.tournament.report import Report, report
from firmware.tournament.shown import Standings, standings
from firmware.tournament.state import Tournament
from firmware.tournament_board.desk import ask_desk
from firmware.tournament_board.journal import TournamentRow, read_tournament

WITH_STEP: Final = ("do", "receipt")
MOST_FIGURES: Final = 9
EXAMPLES: Final = """\
  rapid-table tournament check deploy/tournaments/spring-cup.toml
  rapid-table tournament check deploy/tournaments/spring-cup.toml --print
  rapid-table tournament show cup.journal
  rapid-table tournament report cup.journal --print
  rapid-table tournament receipt cup.journal 7
  rapid-table tournament do cup.journal session start

check reads conditions, a TOML file; show, report and receipt read the journal that the tournament's role writes, also
while it is played. receipt prints what a player paid, got, and is still owed. do has the role that runs take a step,
written as in a scenario (docs/tournaments.md); exit status 1: it is refused. report ends with exit status 1 when the
report is not the one that the Director signed.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    parser.add_argument(
        "what",
        choices=_WHAT,
        help="check: the conditions; show: who stands where; report: the final one; receipt: a player's; do: a step",
    )
    parser.add_argument("file", metavar="FILE", help="conditions, or - for standard input; a tournament's journal")
    parser.add_argument(
        "step", metavar="STEP", nargs="*", help="with do: the words of the step; with receipt: the player's number"
    )
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument(
        "--print", action="store_true", dest="paper", help="print it on paper: what players sign, or the Director does"
    )
    shown.add_argument("--json", action="store_true", help="print a JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Do it; exit status 1 when a journal does not hold, or a report is not the signed one."""
    if bool(arguments.step) != (arguments.what in WITH_STEP):
        raise BadInput(f"{arguments.what}: STEP goes with do and receipt: rapid-table tournament do FILE STEP")
    return _WHAT[arguments.what](arguments)


def _check(arguments: argparse.Namespace) -> int:
    text = read_text(arguments.file, "conditions are a TOML file")
    try:
        conditions = read_conditions(text)
    except ConditionsError as error:
        raise BadInput(f"{arguments.file}:{error}") from None
    if arguments.paper:
        for line in paper(conditions).splitlines():
            say(line)
    elif arguments.json:
        say_json(_sound(arguments.file, conditions))
    else:
        say(f"{arguments.file}: sound: {conditions.name}, {len(conditions.rounds)} rounds")
        say(f"  digest: {conditions.digest()}")
    return 0


def _do(arguments: argparse.Namespace) -> int:
    try:
        answer = ask_desk(Path(arguments.file), " ".join(arguments.step))
    except OSError as error:
        raise BadInput(f"{arguments.file}: no tournament's role answers there ({error.strerror or error})") from None
    if answer.unreadable:
        raise BadInput(f"STEP: {shortened(answer.unreadable)}")
    if arguments.json:
        say_json(to_builtins(answer))
    elif answer.refused:
        warn(answer.refused + (f" [{answer.rule}]" if answer.rule else ""))
    else:
        say(", ".join(name.replace("_", " ") for name in answer.events) or "nothing changed")
    return 1 if answer.refused else 0


def _sound(file: str, conditions: Conditions) -> dict[str, object]:
    return {
        "file": file,
        "sound": True,
        "name": conditions.name,
        "rounds": [one.name for one in conditions.rounds],
        "digest": conditions.digest(),
    }


def _from_journal(
    tell: Callable[[argparse.Namespace, Tournament, tuple[TournamentRow, ...]], int],
) -> Callable[[argparse.Namespace], int]:
    """Return what reads a tournament's journal first."""

    def read(arguments: argparse.Namespace) -> int:
        file = Path(arguments.file)
        if not file.is_file():
            raise BadInput(f"{arguments.file}: no such journal; the tournament's role writes one")
        try:
            rows = read_tournament(file)
        except JournalError as error:
            warn(shortened(str(error)))
            return 1
        return tell(arguments, fold(Tournament(), (row.event for row in rows)), rows)

    return read


def _show(arguments: argparse.Namespace, state: Tournament, _: tuple[TournamentRow, ...]) -> int:
    # Whoever can read the journal may see what it says, also while standings are hidden from the room.
    now = standings(state, to_director=True)
    if arguments.json:
        say_json({"tournament": state.rules.name, "over": state.over, "standings": to_builtins(now)})
    elif now is None:
        players = state.playing()
        say(f"{state.rules.name}: {state.over or 'entry ' + (state.entry or 'not open')}, {players} players")
    else:
        for line in _standing_lines(now):
            say(line)
    return 0


def _standing_lines(now: Standings) -> Iterator[str]:
    yield f"{now.name}: {now.round}, session {now.session}{', announced' if now.announced else ''}"
    for table in now.tables:
        left = "until the time is over" if table.left is None else f"{table.left} to come"
        yield f"  table {table.table}: {table.coups} coups, {'finished' if table.finished else left}"
    for one in now.places:
        through = "  goes on" if one.through else ""
        yield f"{one.place:>5}  {one.name:30.30}  {one.table}/{one.ats:<4}{in_units(one.points):>14}{through}"


def _report(arguments: argparse.Namespace, state: Tournament, rows: tuple[TournamentRow, ...]) -> int:
    found = report(state)
    digest = found.digest()
    signed = [row.event for row in rows if isinstance(row.event, e.ReportSigned)]
    holds = all(one.digest == digest for one in signed)
    if arguments.json:
        say_json({"digest": digest, "signed": bool(signed), "holds": holds, "report": to_builtins(found)})
    else:
        for line in _report_lines(state, found, whole=arguments.paper):
            say(line)
        by = f"signed by {signed[-1].by}" if signed else "not signed yet"
        say(f"digest {digest}, {by}")
    if not holds:
        warn(f"{arguments.file}: the report is not the one that was signed, whose digest is {signed[-1].digest}")
    return 0 if holds else 1


def _report_lines(state: Tournament, found: Report, *, whole: bool) -> Iterator[str]:
    yield f"{state.rules.name}: Director {found.director or 'none'}, {len(found.coups)} coups"
    names = {player.number: player.name for player in found.players}
    place = 1
    for group in found.ranking:
        for player in group:
            won = sum(award.amount for award in found.awards if award.player == player)
            yield f"{place:>5}  {names[player]:30.30}{in_units(won) if won else '':>14}"
        place += len(group)
    for name, amount in found.money.items():
        yield f"  money, {name:20}{in_units(amount):>14}"
    for name in ("won", "void", "cash", "penalties"):
        if name in found.points:
            yield f"  points, {name:19}{in_units(found.points[name]):>14}"
    for coup in found.coups if whole else ():
        yield (
            f"  {coup.round} {coup.session}, table {coup.table}, coup {coup.coup}: {coup.kind}"
            f"{'' if coup.counts else ', does not count'}{', corrected' if coup.corrected else ''}"
        )
        for line in coup.lines:
            yield f"      {names[line.player]:30.30} wagered {in_units(line.wagered)}, won {in_units(line.won)}"
    if whole:
        yield ""
        yield "Tournament Director ____________________________   Date ______________"


def _receipt(arguments: argparse.Namespace, state: Tournament, rows: tuple[TournamentRow, ...]) -> int:
    number = " ".join(arguments.step)
    if not (number.isascii() and number.isdigit() and len(number) < MOST_FIGURES and int(number) in state.players):
        raise BadInput(f"STEP: there is no player {shortened(number)}; they are numbered 1 to {len(state.players)}")
    lines = tuple(receipt(state, rows, int(number)))
    if arguments.json:
        say_json({"player": int(number), "owed": owed(state, int(number)), "receipt": lines})
    else:
        for line in lines:
            say(line)
    return 0


_WHAT: Final[dict[str, Callable[[argparse.Namespace], int]]] = {
    "check": _check,
    "show": _from_journal(_show),
    "report": _from_journal(_report),
    "receipt": _from_journal(_receipt),
    "do": _do,
}
