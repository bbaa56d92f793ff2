"""Files and folders that papers name are there: in README, CONTRIBUTING, SECURITY, docs and decisions."""

import re
import subprocess
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path, PurePosixPath

import pytest
from each_case import each

PROJECT = Path(__file__).parents[2]
# What describes the product as it is; reports and the changelog tell of what was.
PAPERS = sorted([
    *(PROJECT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")),
    *(PROJECT / "docs").glob("*.md"),
    *(PROJECT / "docs/decisions").glob("*.md"),
])  # fmt: skip
# What readers, or a program of theirs, write. What a paper has them write in a block of code is known by that.
THEIRS = {"drivers/makes.list", "drivers/line_sign/make.py"}
WRITTEN = re.compile(r"^`([^`\n]+)`:\n\n```", re.MULTILINE)
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"`([^`\n]+)`")
# Two capitals in a row stand for a name that the reader puts in: `drivers/NAME/`, `firmware/rules/BOOK.toml`.
PATH = re.compile(r"[\w.*-]+(?:/[\w.*-]+)*/?")
PLACEHOLDER = re.compile(r"[A-Z]{2}(?!\w*\.md$)")
LINK = re.compile(r"\]\((?!https?:)([^)#\s]+)")
INTO = re.compile(r"\]\((?!https?:)([^)#\s]*\.md|)#([^)\s]+)\)")
TITLE = re.compile(r"^#+ (.+?)\s*$", re.MULTILINE)
OURS = (".py", ".md")


def tracked() -> tuple[str, ...]:
    """Return the files of the project, by their paths from its root."""
    asked = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    listed = subprocess.run(asked, cwd=PROJECT, check=True, capture_output=True, text=True).stdout
    return tuple(name for name in listed.split("\0") if name and (PROJECT / name).is_file())


FILES = tracked()
FOLDERS = tuple({str(folder) for name in FILES for folder in PurePosixPath(name).parents})
ROOMS = {name.split("/", 1)[0] for name in FILES if "/" in name}


def paths_in(text: str) -> Iterator[str]:
    """Return the words in code spans that look like a path of ours: from a folder of ours, or a file's name alone."""
    for span in SPAN.findall(FENCED.sub("", text)):
        for word in span.split():
            path = word.rstrip(",;:.").split(":", 1)[0]
            below_a_folder = "/" in path and path.split("/", 1)[0] in ROOMS
            a_file = path.endswith(OURS) and path not in OURS
            if PATH.fullmatch(path) and not PLACEHOLDER.search(path) and (below_a_folder or a_file):
                yield path


@cache
def is_there(path: str) -> bool:
    """Whether a file or a folder has this path; a path may begin below the root, and a module may lack its `.py`."""
    wanted = path.rstrip("/")
    there = (*FOLDERS, *(() if path.endswith("/") else FILES))
    endings = (wanted, f"{wanted}.py")
    if "*" in path:
        return any(fnmatch(one, end) or fnmatch(one, f"*/{end}") for one in there for end in endings)
    return any(f"/{one}".endswith(f"/{end}") for one in there for end in endings)


@each("paper", PAPERS)
def test_each_path_that_a_paper_names_is_there(paper: Path) -> None:
    text = paper.read_text()
    written = THEIRS | set(WRITTEN.findall(text))
    assert sorted(path for path in paths_in(text) if path not in written and not is_there(path)) == []


@each("paper", PAPERS)
def test_each_link_of_a_paper_leads_to_a_file(paper: Path) -> None:
    linked = set(LINK.findall(FENCED.sub("", paper.read_text())))
    assert {link for link in linked if not (paper.parent / link).exists()} == set()


def anchors(text: str) -> set[str]:
    r"""Return what a link can name in a page: its titles, in small letters, with hyphens between their words.

    >>> sorted(anchors("# A `table`'s bench\n## What is where\n## What is where\n"))
    ['a-tables-bench', 'what-is-where', 'what-is-where-1']
    """
    named: list[str] = []
    for title in TITLE.findall(FENCED.sub("", text)):
        plain = re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
        again = sum(one == plain or re.fullmatch(rf"{re.escape(plain)}-\d+", one) is not None for one in named)
        named.append(f"{plain}-{again}" if again else plain)
    return set(named)


@each("paper", PAPERS)
def test_each_link_into_a_page_leads_to_one_of_its_titles(paper: Path) -> None:
    text = paper.read_text()
    linked = set(INTO.findall(FENCED.sub("", text)))
    pages = {page: (paper.parent / page).read_text() if page else text for page, _ in linked}
    assert sorted(f"{page}#{title}" for page, title in linked if title not in anchors(pages[page])) == []


def test_what_stands_for_a_path_is_known() -> None:
    text = (
        "`firmware/nowhere` and `firmware/link/`, `turn.py`, `python tests/x.py:3 --fast`, `drivers/NAME/make.py`,\n"
        "`firmware/rules/BOOK.toml`, `hal`, `.py`, `1/2`, `*_mends.py`, `CHANGELOG.md`\n```\n`docs/fenced.md`\n```\n"
    )
    assert list(paths_in(text)) == [
        "firmware/nowhere",
        "firmware/link/",
        "turn.py",
        "tests/x.py",
        "*_mends.py",
        "CHANGELOG.md",
    ]


@pytest.mark.parametrize(
    ("path", "there"),
    [
        ("firmware/link/messages.py", True),
        ("firmware/link/", True),
        ("firmware/link/messages.py/", False),
        ("core/turn.py", True),
        ("hal/makes", True),
        ("sim/siege/*_mends.py", True),
        ("firmware/net/messages.py", False),
        ("firmware/screens", False),
        ("ats.py", False),
        ("sim/siege/*_nothing.py", False),
    ],
)
def test_what_is_not_there_is_found(path: str, *, there: bool) -> None:
    assert is_there(path) is there


def test_the_readme_leads_to_every_paper() -> None:
    papers = {str(paper.relative_to(PROJECT)) for paper in (PROJECT / "docs").glob("*.md")}
    assert papers - set(LINK.findall((PROJECT / "README.md").read_text())) == set()
