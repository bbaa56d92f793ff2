"""What goes wrong on a command line, said in one line."""

import argparse
import re
from collections.abc import Sequence
from typing import Final, NoReturn

# A word that is longer than this is quoted by its beginning, a sentence cut off after so much.
WORD: Final = 300
SENTENCE: Final = 1500


class BadInput(Exception):
    """What was given cannot be used: one sentence that names it, what is wrong and what would be right."""

    def __init__(self, sentence: str) -> None:
        super().__init__(shortened(sentence))


def shortened(sentence: str) -> str:
    """Return a sentence that quotes something, and what is quoted may be of any length: no longer than a screen."""
    return re.sub(rf"\S{{{WORD},}}", _beginning, sentence)[:SENTENCE]


def _beginning(word: re.Match[str]) -> str:
    return f"{word[0][:40]}…"


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line."""

    def parse_args(self, args: Sequence[str], namespace: argparse.Namespace | None = None) -> argparse.Namespace:  # type: ignore[override]
        """Read the words of a command line."""
        # argparse makes an empty list of the value in `--ats=--`, whatever the option takes.
        empty = next((word for word in args if re.fullmatch("--?[a-z-]+=--", word)), None)
        if empty is not None:
            self.error(f"{empty}: -- is not a value")
        read: argparse.Namespace = super().parse_args(args, namespace)
        return read

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and where help is."""
        raise BadInput(f"{self.prog}: {message}; see {self.prog} --help")
