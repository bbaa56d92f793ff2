"""Writes what a driver has to do with from its docstrings: `python -m hal_page`, with this folder on the path."""

import ast
import importlib
import inspect
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from types import ModuleType
from typing import Any

PAGE = Path(__file__).parents[2] / "docs/hal.md"
# What a writer of drivers meets, in the order in which it is met.
MODULES = (
    "drivers.driver", "drivers.framing", "drivers.note_driver", "hal.device", "hal.life", "hal.faults", "hal.port",
    "hal.crc", "hal.cards", "hal.shoe", "hal.note_acceptor", "hal.note_way", "hal.ticket_printer", "hal.ticket_scanner",
    "hal.display", "hal.panel", "hal.pins", "hal.touch", "hal.make", "hal.makes", "hal.bounds",
)  # fmt: skip
PLAIN = ("object", "Struct", "Protocol", "Generic", "ABC")
BEGINNING = """\
# What drivers are made of

The interfaces of `hal`, and what `drivers` gives to every driver, from their docstrings. This page is written by
`make manual`.
[devices.md](devices.md) says how a driver is written, [recipes.md](recipes.md) has one in thirty lines.
"""


def page() -> str:
    """Return the page."""
    return "".join([BEGINNING, *(_of_module(importlib.import_module(name)) for name in MODULES)])


def _of_module(module: ModuleType) -> str:
    lines = ["", f"## {module.__name__}", "", inspect.cleandoc(module.__doc__ or "")]
    for name, thing in vars(module).items():
        if name.startswith("_") or getattr(thing, "__module__", None) != module.__name__:
            continue
        if inspect.isclass(thing):
            lines += _of_class(name, thing)
        elif inspect.isfunction(thing):
            lines += ["", f"### `{name}{_signature(thing)}`", "", inspect.cleandoc(thing.__doc__ or "")]
    return "\n".join(lines) + "\n"


def _of_class(name: str, kind: type[Any]) -> Iterator[str]:
    bases = [base.__name__ for base in kind.__bases__ if base.__name__ not in PLAIN]
    of = f"({', '.join(bases)})" if bases else ""
    yield from ("", f"### `{name}{of}`", "", inspect.cleandoc(kind.__doc__ or ""))
    members = [*_fields(kind), *_methods(kind)]
    if members:
        yield from ("", *members)


def _fields(kind: type[Any]) -> Iterator[str]:
    (node,) = ast.parse(dedent(inspect.getsource(kind))).body
    assert isinstance(node, ast.ClassDef)
    for line in node.body:
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name) and not line.target.id.startswith("_"):
            yield f"- `{ast.unparse(line)}`"


def _methods(kind: type[Any]) -> Iterator[str]:
    for name, member in vars(kind).items():
        if name.startswith("_"):
            continue
        if isinstance(member, property):
            yield f"- `{name}`: {_sentence(member)}"
        elif inspect.isfunction(member):
            word = "async " if inspect.iscoroutinefunction(member) else ""
            yield f"- `{word}{name}{_signature(member)}`: {_sentence(member)}"


def _sentence(thing: Any) -> str:
    return " ".join(inspect.cleandoc(thing.__doc__ or "").split())


def _signature(function: Any) -> str:
    """Return what a function takes and gives, as it stands in the source: inspect words it otherwise in each Python."""
    (node,) = ast.parse(dedent(inspect.getsource(function))).body
    assert isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    node.args.args = [one for one in node.args.args if one.arg not in ("self", "cls")]
    given = "" if node.returns is None else ast.unparse(node.returns)
    return f"({ast.unparse(node.args)})" + ("" if given in ("", "None") else f" -> {given}")


if __name__ == "__main__":
    PAGE.write_text(page())
