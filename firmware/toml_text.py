"""Reads TOML that somebody wrote, in time that grows as its length does, however its keys and arrays lie in each other.

A key of ten thousand parts would take a second, and one of thirty thousand nine: Python's reader copies the whole key
for each of its parts.
"""

import re
import tomllib
from typing import Final

# The largest that ships is a language's words, a tenth of it.
MOST: Final = 1024 * 1024
# No key has more than four.
MOST_PARTS: Final = 32
_PART: Final = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+"""
# It begins where no word goes on, or each letter of a long one would be tried as a beginning.
_LONG_KEY: Final = re.compile(rf"(?<![\w-])(?:{_PART}){{{MOST_PARTS}}}")
_WHERE: Final = re.compile(r" \(at (?:line ([0-9]+), column [0-9]+|end of document)\)$")


class NotToml(ValueError):
    """A text that cannot be read: says why, and where. `line`: 1 where it is the whole that is wrong."""

    def __init__(self, problem: str, line: int = 1, where: str = "") -> None:
        super().__init__(problem + where)
        self.problem = problem
        self.line = line


def read_toml(text: str) -> dict[str, object]:
    """Return what a text says. Raises NotToml.

    >>> read_toml("a.b = 1")
    {'a': {'b': 1}}
    """
    if len(text) > MOST:
        raise NotToml(f"is longer than {MOST:,} characters")
    if (long := _LONG_KEY.search(text)) is not None:
        line = text.count("\n", 0, long.start()) + 1
        raise NotToml(f"a key has more than {MOST_PARTS} parts; none needs more than four", line, f" (at line {line})")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _no_toml(text, str(error)) from None
    except RecursionError:
        raise NotToml("arrays and tables lie in each other too deep; no key needs four levels") from None
    except ValueError:
        raise NotToml("a number there has thousands of digits; no setting takes more than 18") from None


def _no_toml(text: str, said: str) -> NotToml:
    where = _WHERE.search(said)
    if where is None:
        return NotToml(f"is no TOML: {said}")
    line = text.count("\n") + 1 if where[1] is None else int(where[1])
    return NotToml(f"is no TOML: {said[: where.start()]}", line, where[0])
