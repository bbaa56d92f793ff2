"""The product's code as Python reads it: each file once for all tests of a run that look at it."""

import ast
from functools import cache


@cache
def parsed(text: str) -> ast.Module:
    """Return what a text is. Nobody changes it: others look at it, too."""
    return ast.parse(text)


@cache
def nodes(text: str) -> tuple[ast.AST, ...]:
    """Return all that a text is made of."""
    return tuple(ast.walk(parsed(text)))
