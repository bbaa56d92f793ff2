"""Breaks the product in memory: a function's code by its syntax tree, or what a data file says as it is read."""

import ast
import sys
import tomllib
from collections.abc import Callable, Iterator
from enum import EnumMeta
from functools import cache
from importlib import import_module
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NamedTuple

from firmware.rules.mutants import Break

PROJECT = Path(__file__).parents[2]
FOLDERS = ("firmware", "hal", "drivers", "sim")
Definition = ast.FunctionDef | ast.AsyncFunctionDef


class DoesNotApplyError(Exception):
    """A break finds nothing to change, or too much."""


class _Function(NamedTuple):
    """A function of the product, with the file in which it stands."""

    path: Path
    name: str
    line: int


@cache
def _functions() -> dict[str, list[_Function]]:
    """Return all functions of the product by their qualified names: a break survives a move, or being made public."""
    found: dict[str, list[_Function]] = {}
    for folder in FOLDERS:
        for path in sorted((PROJECT / folder).rglob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for name, node in _defined(tree, ""):
                found.setdefault(_public(name), []).append(_Function(path, name, node.lineno))
    return found


def _public(name: str) -> str:
    return ".".join(part if part.endswith("__") else part.removeprefix("_") for part in name.split("."))


def _defined(node: ast.AST, within: str) -> Iterator[tuple[str, Definition]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield within + child.name, child
        elif isinstance(child, ast.ClassDef):
            yield from _defined(child, f"{within}{child.name}.")


def _is_expression(text: str) -> bool:
    try:
        ast.parse(text.strip(), mode="eval")
    except SyntaxError:
        return False
    return True


def _dump(text: str, *, statement: bool) -> str:
    if not statement:
        return ast.dump(ast.parse(text.strip(), mode="eval").body)
    statements = ast.parse(text).body
    if len(statements) != 1:
        raise DoesNotApplyError("`was` is an expression or one statement")
    return ast.dump(statements[0])


class Replacing(ast.NodeTransformer):
    """Puts one piece of code in the place of another, and counts how often that stood there."""

    def __init__(self, was: str, now: str) -> None:
        self._statement = not (_is_expression(was) and _is_expression(now))
        self._was = _dump(was, statement=self._statement)
        self._now = now
        self.found = 0

    def visit(self, node: ast.AST) -> Any:
        """Replace a node that is the one, else look into it."""
        if isinstance(node, ast.expr | ast.stmt) and ast.dump(node) == self._was:
            self.found += 1
            now = ast.parse(self._now).body if self._statement else ast.parse(self._now.strip(), mode="eval").body
            for made in now if isinstance(now, list) else [now]:
                for each in ast.walk(made):
                    ast.copy_location(each, node)
            return now
        return self.generic_visit(node)


def changed_code(name: str, was: str, now: str) -> tuple[Path, str, CodeType]:
    """Return the code of a function with one place in it changed, with its file and its name there."""
    functions = _functions().get(_public(name), [])
    if not functions:
        raise DoesNotApplyError(f"there is no function {name}")
    hits = []
    for function in functions:
        tree = ast.parse(function.path.read_text(encoding="utf-8"))
        node = next(node for _, node in _defined(tree, "") if node.lineno == function.line)
        replacing = Replacing(was, now)
        replacing.generic_visit(node)
        if replacing.found:
            hits.append((function, tree, node, replacing.found))
    if len(hits) != 1 or hits[0][3] != 1:
        times = sum(hit[3] for hit in hits)
        raise DoesNotApplyError(f"`{was}` stands {times} times in {name}, not once")
    (path, real, _), tree, node, _ = hits[0]
    code = compile(ast.fix_missing_locations(tree), str(path), "exec", dont_inherit=True)
    return path, real, _code_of(code, real, node)


def _code_of(code: CodeType, name: str, node: Definition) -> CodeType:
    first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
    waiting = [code]
    while waiting:
        each = waiting.pop()
        if each.co_qualname == name and each.co_firstlineno == first:
            return each
        waiting += [const for const in each.co_consts if isinstance(const, CodeType)]
    raise DoesNotApplyError(f"{name} is not compiled by itself")


def _living(path: Path, name: str) -> tuple[FunctionType, object]:
    """Return the function itself, as everybody who imported it has it, and what it is defined in."""
    owner: Any = import_module(".".join(path.relative_to(PROJECT).with_suffix("").parts).removesuffix(".__init__"))
    *within, last = name.split(".")
    for part in within:
        owner = vars(owner)[part]
    found = vars(owner)[last]
    # What a decorator made of it is a function too, and has another's code.
    while not isinstance(found, FunctionType) or hasattr(found, "__wrapped__"):
        inner = next(
            (getattr(found, each) for each in ("__wrapped__", "__func__", "fget") if hasattr(found, each)), None
        )
        if inner is None:
            raise DoesNotApplyError(f"{name} is no function")
        found = inner
    return found, owner


def break_function(name: str, was: str, now: str) -> Callable[[], None]:
    """Return what breaks a function for good, in this process."""
    path, real, code = changed_code(name, was, now)

    def apply() -> None:
        function, owner = _living(path, real)
        function.__code__ = code
        if isinstance(owner, EnumMeta) and function.__name__ == "__init__":
            for member in owner:  # they were made when their class was
                function(member, member.value)

    return apply


def _at(data: Any, part: str) -> Any:
    """Return the key or index of a part of a path; a table in a list goes by its name."""
    if not isinstance(data, list):
        return part
    named = [number for number, each in enumerate(data) if isinstance(each, dict) and each.get("name") == part]
    return named[0] if named else int(part)


def change_data(data: dict[str, Any], each: Break) -> dict[str, Any]:
    """Change one value in what was read; `was` names what is there, of a table as much of it as matters."""
    *path, last = each.key.split(".")
    inner: Any = data
    try:
        for part in path:
            inner = inner[_at(inner, part)]
        there = _at(inner, last)
        value = inner[there]
    except (KeyError, IndexError, ValueError, TypeError):
        raise DoesNotApplyError(f"{each.file} has no {each.key}") from None
    as_it_was = each.was.items() <= value.items() if isinstance(each.was, dict) else value == each.was
    if not as_it_was:
        raise DoesNotApplyError(f"{each.file} has {value!r} at {each.key}, not {each.was!r}")
    inner[there] = each.now
    return data


def break_data(each: Break, text: str) -> Callable[[], None]:
    """Return what has a file of this text read otherwise, in this process."""
    change_data(tomllib.loads(text), each)

    def apply() -> None:
        loads = tomllib.loads

        def broken(read: str, /, **options: Any) -> dict[str, Any]:
            data = loads(read, **options)
            return change_data(data, each) if read == text else data

        tomllib.loads = broken

    return apply


def data_files(each: Break) -> list[Path]:
    """Return the files of data that a break is made in, one after the other."""
    product = [path for folder in FOLDERS for path in sorted((PROJECT / folder).rglob("*.toml"))]
    if each.file:
        files = [path for path in product if path.stem == each.file and path.parent.name != "rules"]
    else:
        books = {f'book = "{book}"' for book in each.books}
        files = [path for path in product if books & set(path.read_text(encoding="utf-8").splitlines())]
    if not files:
        raise DoesNotApplyError(f"there is no data file {each.file or each.book}")
    return files


def ways_to_break(each: Break) -> list[tuple[str, Callable[[], None]]]:
    """Return each way to make a break, with the file of data that it is in, if that says something."""
    if each.of:
        return [("", break_function(each.of, str(each.was), str(each.now)))]
    return [(path.stem, break_data(each, path.read_text(encoding="utf-8"))) for path in data_files(each)]


def forget_what_was_read() -> None:
    """Empty all caches of the product and of the tests, so that nothing is left of what was read before."""
    for module in list(sys.modules.values()):
        if not str(getattr(module, "__file__", None) or "").startswith(str(PROJECT)):
            continue
        for value in list(vars(module).values()):
            for each in (value, *(vars(value).values() if isinstance(value, type) else ())):
                if isinstance(each, type(_functions)):
                    each.cache_clear()
