"""Conditions of tournaments as files for scenarios: the example's, with rounds and settings of a test's own."""

import re
from pathlib import Path

EXAMPLE = Path(__file__).parents[2] / "deploy/tournaments/spring-cup.toml"
ROUND = {
    "kind": '"main"', "tables": 1, "seats": 6, "sessions": 1, "coups": 1, "minutes": 0, "credit": 1000, "buy_in": 0,
    "balances": '"void"', "minimum": 5, "compulsory": 0, "maximum": 500, "limits": "[]",
    "best_of_table": 0, "best_overall": 0,
}  # fmt: skip


def round_of(name: str, *takes: str, **settings: object) -> str:
    """Return a round as conditions say it."""
    said = {"name": f'"{name}"', "takes": str(list(takes)), **ROUND, **settings}
    return "[[rounds]]\n" + "".join(f"{key} = {value}\n" for key, value in said.items())


HEATS = round_of("heats", "entry", tables=2, seats=3, best_of_table=1, compulsory=10)
FINAL = round_of("final", "heats:progressed", seats=2, balances='"cash"')


def cup(folder: Path, *rounds: str, **settings: object) -> Path:
    """Write conditions, two heats and a final unless told otherwise; a setting is named by its key."""
    text = EXAMPLE.read_text()
    before, after = text[: text.index("[[rounds]]")], text[text.index("[buy_back]") :]
    text = "\n".join([before, *(rounds or (HEATS, FINAL)), after])
    small = {"least": 2, "most": 6, "signatures": "false", "times": 0, "tie_breaks": '["most-wins", "lot"]'}
    said = {**small, **settings}
    if not said["times"]:
        text = re.sub(r"(?m)^rounds = .*", "rounds = []", text)
    for key, value in said.items():
        text, count = re.subn(rf"(?m)^{key} = [^#\n]*", f"{key} = {value} ", text)
        assert count == 1, f"{key} stands {count} times"
    path = folder / "cup.toml"
    path.write_text(text)
    return path


def begun(path: Path, players: int, *tables: int, table: str = "table ats=6") -> str:
    """Return the steps of a scenario up to the first session's start."""
    entering = "; ".join(f"enter M{number} 100" for number in range(1, players + 1))
    return (
        f"{table}; tournament {path}; appoint Ada; sign-on Ada; open-entry; {entering}; close-entry; "
        f"round {','.join(map(str, tables))}; seat 7; {START}"
    )


START = "brief all; session at 0; session start"
