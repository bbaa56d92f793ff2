"""Scenarios: a step per line, read strictly before anything is run."""

from msgspec import Struct

from sim.scenario_actions import Action, ChooseBook, SetTable
from sim.scenario_steps import READERS
from sim.tournament_steps import FORM, WORDS, SetTournament, TournamentAction, read_either


class ScenarioError(ValueError):
    """A step that cannot be read: says where, what is wrong, and what would be right."""

    def __init__(self, where: str, line: int, problem: str) -> None:
        super().__init__(f"{where}:{line}: {problem}")


class ScenarioLine(Struct, frozen=True):
    """A step of a scenario, where it stands, and what it says."""

    number: int
    text: str
    action: Action | TournamentAction


def read_scenario(text: str, where: str) -> list[ScenarioLine]:
    """Read a whole scenario; the first step that cannot be read is a ScenarioError."""
    lines: list[ScenarioLine] = []
    # The first step that is neither `rulebook` nor `table`, kept: nobody looks through all lines again at each line.
    first: Action | TournamentAction | None = None
    tournament = False
    for number, raw in enumerate(text.split("\n"), 1):
        step = raw.partition("#")[0].strip()
        if not step:
            continue
        try:
            line = read_line(number, step, tournament=tournament)
            _check_place(line.action, lines, first)
        except ValueError as error:
            raise ScenarioError(where, number, str(error)) from None
        lines.append(line)
        if first is None and not isinstance(line.action, ChooseBook | SetTable):
            first = line.action
        tournament = tournament or isinstance(line.action, SetTournament)
    return lines


def _check_place(
    action: Action | TournamentAction, before: list[ScenarioLine], first: Action | TournamentAction | None
) -> None:
    """`rulebook` is the first step, if given; `table` comes before anything else."""
    if isinstance(action, ChooseBook) and before:
        raise ValueError("`rulebook` stands in the first step or nowhere")
    # After the first another can be named, once that is over.
    if isinstance(action, SetTournament) and first is not None and not isinstance(first, SetTournament):
        raise ValueError(f"`{FORM}` comes before any other step but `rulebook` and `table`")
    # Only the first step can be `rulebook`.
    if isinstance(action, SetTable) and not all(isinstance(line.action, ChooseBook) for line in before[:2]):
        raise ValueError("`table` comes before any other step, and once")


def steps() -> tuple[str, ...]:
    """Return the words that steps begin with."""
    return tuple(READERS)


def is_step(word: str) -> bool:
    """Whether steps begin with this word."""
    return word in READERS or word in WORDS


def read_line(number: int, text: str, *, tournament: bool) -> ScenarioLine:
    """Read one line by itself. `tournament`: whether one was named before. Raises ValueError."""
    return ScenarioLine(number, text, read_either(text, read_step, READERS, tournament=tournament))


def read_step(step: str) -> Action:
    """Read one step."""
    word, *rest = step.split()
    reader = READERS.get(word)
    if reader is None:
        raise ValueError(f"no step {word!r}; the steps are {', '.join(READERS)}")
    return reader(rest)
