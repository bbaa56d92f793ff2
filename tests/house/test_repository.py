"""The house's own rules: sizes, time, what imports what, papers that match the code."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from each_case import each
from parsed import nodes, parsed

PROJECT = Path(__file__).parents[2]
FOLDERS = ("firmware", "hal", "drivers", "sim")
CODE = sorted(path for folder in FOLDERS for path in (PROJECT / folder).rglob("*.py"))

MOST_LINES = 300


def name(path: Path) -> str:
    return str(path.relative_to(PROJECT))


def tree(path: Path) -> ast.Module:
    return parsed(path.read_text())


def functions(path: Path) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    return [node for node in nodes(path.read_text()) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]


def test_files_and_functions_stay_small() -> None:
    files = (*CODE, *(PROJECT / "tests/support").rglob("*.py"))
    long = {name(path): size for path in files if (size := len(path.read_text().splitlines())) > MOST_LINES}
    assert long == {}
    sizes = sorted((node.end_lineno or 0) - node.lineno + 1 for path in CODE for node in functions(path))
    assert sizes[int(len(sizes) * 0.9)] <= 22
    assert sizes[-1] <= 70


@each("path", CODE)
def test_time_is_handed_in(path: Path) -> None:
    if path.name in ("clock.py", "stopwatch.py"):
        return
    assert not re.search(r"time\.(time|sleep|monotonic|perf_counter)\(|datetime\.(now|utcnow)\(", path.read_text())


@each("path", CODE)
def test_every_function_says_what_it_returns(path: Path) -> None:
    for node in functions(path):
        assert node.returns is not None, f"{node.name} in line {node.lineno}"


@each("path", CODE)
def test_everything_public_says_what_it_promises(path: Path) -> None:
    assert ast.get_docstring(tree(path)), path
    for node in public(tree(path)):
        assert ast.get_docstring(node), f"{node.name} in line {node.lineno}"


def public(inside: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]:
    """Definitions with public names, none of which stands inside a function or a class that is private."""
    for node in ast.iter_child_nodes(inside):
        named = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        if named and not node.name.startswith("_"):
            yield node
        if not named or (isinstance(node, ast.ClassDef) and not node.name.startswith("_")):
            yield from public(node)


def test_what_is_public_is_found_wherever_it_stands() -> None:
    code = "class A:\n def b(self):\n  def c(): ...\n class _D:\n  def e(self): ...\nif 1:\n async def f(): ...\n"
    assert [node.name for node in public(ast.parse(code))] == ["A", "b", "f"]


def test_only_simulated_tables_import_sim() -> None:
    named = ("bench", "bench_cup", "bench_headless", "play", "soak", "emulate", "conform_terminal")
    allowed = {f"{name}.py" for name in named}
    for path in CODE:
        if path.is_relative_to(PROJECT / "sim") or (path.parent.name == "cli" and path.name in allowed):
            continue
        assert not re.search(r"^\s*(from|import) sim\b", path.read_text(), re.MULTILINE), path


@pytest.mark.outside
def test_the_core_imports_quickly_and_little() -> None:
    script = "import sys; had = set(sys.modules); import firmware.game.transitions; print(*set(sys.modules) - had)"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=PROJECT)
    assert not {"asyncio", "sqlite3", "random", "socket", "sim"} & set(loaded.stdout.split())


def test_readme_commands_are_those_of_the_makefile_and_the_command_line() -> None:
    readme = (PROJECT / "README.md").read_text()
    makefile = (PROJECT / "Makefile").read_text()
    for target in re.findall(r"`make ([a-z]+)`", readme):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
    summaries = (PROJECT / "firmware/cli/main.py").read_text()
    for command in re.findall(r"rapid-table ([a-z][a-z-]*)", readme):
        assert f'"{command}": "' in summaries, command


def test_papers_point_at_what_is_there() -> None:
    for paper in [*PROJECT.glob("*.md"), *(PROJECT / "docs").rglob("*.md")]:
        for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", paper.read_text()):
            assert (paper.parent / link).exists(), f"{paper.name} points at {link}"


def test_every_dependency_has_its_reason() -> None:
    papers = (PROJECT / "docs/dependencies.md").read_text()
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text())["project"]
    named = [*project["dependencies"], *(name for group in project["optional-dependencies"].values() for name in group)]
    wanted = {re.split(r"[\[<>=]", requirement)[0] for requirement in named}
    assert len(wanted) >= 9
    for package in wanted:
        assert f"`{package}`" in papers, package


def tracked() -> list[str]:
    listed = subprocess.run(["git", "ls-files"], capture_output=True, text=True, check=True, cwd=PROJECT)
    return listed.stdout.split()


@pytest.mark.outside
def test_nothing_is_kept_that_some_program_left_behind() -> None:
    top = {path.split("/")[0] for path in tracked()}
    assert {entry for entry in top if "." not in entry} == {
        "LICENSE", "Makefile", "deploy", "docs", "drivers", "firmware", "hal", "sim", "tests",
    }  # fmt: skip


@pytest.mark.outside
def test_nothing_names_this_machine_or_a_registry() -> None:
    for path in tracked():
        if path != name(Path(__file__)):
            text = (PROJECT / path).read_text(errors="replace")  # pictures too
            assert not re.search(r"/(work|root|home)/|pypi\.org|pythonhosted|index-url https?", text), path
