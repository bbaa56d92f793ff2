"""The mends that a hostile day asked for, each with what undoes it, and with who must notice.

    python -m sim.siege.mends [--only NAME] [--json build/siege/mends.json]

Each mend is undone in the memory of a process of its own, and whatever should notice is run there: some tests of the
suite, a soak, a million messages in short, or a siege. One that nobody notices is not held by anything.
"""

import argparse
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, Final, NamedTuple

from sim.siege.broken import BROKEN
from sim.siege.mend_kinds import Kind, WhoNotices
from sim.siege.mend_list import MENDS

LONGEST_S: Final = 600


class Noticed(NamedTuple):
    """Whether it was noticed that a mend is undone, and by what words."""

    notice: WhoNotices
    noticed: bool
    by: str


def run(name: str, notice: WhoNotices) -> Noticed:
    """Undo a mend, or nothing, and run who should notice."""
    words = [sys.executable, "-m", "sim.siege.broken", name, notice.kind, *notice.words]
    environment = {**os.environ, BROKEN: name}
    try:
        done = subprocess.run(
            words, capture_output=True, text=True, timeout=LONGEST_S, check=False, env=environment
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return Noticed(notice, noticed=False, by=f"it does not end within {LONGEST_S} s")
    if not done.returncode:
        return Noticed(notice, noticed=False, by="all held")
    found, last = _found(notice.kind, done.stdout + done.stderr)
    said = found or [last]
    # A test has noticed that failed; what ends with something else has said it in its last line.
    of_kind = found if notice.kind == "tests" else [one for one in said if re.search(notice.says, one)]
    return Noticed(notice, bool(of_kind), (of_kind or said)[0][:160])


def _found(kind: Kind, said: str) -> tuple[list[str], str]:
    """Return what somebody said that did not hold, and the last line."""
    if kind in ("messages", "siege"):
        report = re.search(r"^\{.*?^\}$", said, re.MULTILINE | re.DOTALL)
        found = [] if report is None else json.loads(report[0])["wrong"]
    else:
        pattern = r"^(?:FAILED|ERROR) (\S+)" if kind == "tests" else r"did not hold: (.+)"
        found = re.findall(pattern, said, re.MULTILINE)
    return found, (said.strip().splitlines()[-1:] or [""])[0]


def _cell(one: Noticed) -> str:
    """Return who noticed what; a test says by its name what it found."""
    if not one.noticed:
        return f"**nobody**: {one.notice.in_words}" + (f", which says: {one.by}" if one.by else "")
    return f"`{one.by}`" if one.notice.kind == "tests" else f"{one.notice.in_words}: {one.by}"


def page(found: dict[str, list[Noticed]]) -> str:
    """Return the list, mend by mend."""
    lines = ["| content | mend | undone by | noticed by |", "|---|---|---|---|"]
    for name, notices in found.items():
        mend = MENDS[name]
        undone = "<br>".join(f"`{one.target}`" for one in mend.undo)
        by = "<br>".join(map(_cell, notices))
        lines.append(f"| {mend.point} | {mend.promise} | {undone} | {by} |")
    return "\n".join(lines) + "\n"


def main() -> int:
    """Undo each mend, and say who noticed; status 1 when nobody did."""
    parser = argparse.ArgumentParser(prog="python -m sim.siege.mends", description="Undoes each mend; who notices?")
    parser.add_argument("--only", help="these mends, with commas")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write down what was found")
    parser.add_argument("--quick", action="store_true", help="leave sieges out")
    arguments = parser.parse_args()
    names = arguments.only.split(",") if arguments.only else list(MENDS)
    found: dict[str, list[Noticed]] = {}
    for name in names:
        notices = [one for one in MENDS[name].notices if not (arguments.quick and one.kind == "siege")]
        found[name] = [run(name, notice) for notice in notices]
        sys.stderr.write(f"{name}: {'; '.join(f'{one.noticed} {one.by}' for one in found[name])}\n")
    if arguments.json is not None:
        arguments.json.parent.mkdir(parents=True, exist_ok=True)
        arguments.json.write_text(json.dumps(_plain(found), indent=1, ensure_ascii=False) + "\n")
    sys.stdout.write(page(found))
    return int(not all(any(one.noticed for one in notices) for notices in found.values()))


def _plain(found: dict[str, list[Noticed]]) -> Any:
    return {name: [[one.notice.in_words, one.noticed, one.by] for one in some] for name, some in found.items()}


if __name__ == "__main__":
    sys.exit(main())
