"""What goes wrong on a command line, said in one line."""

import argparse
from typing import NoReturn


class BadInput(Exception):
    """What was given cannot be used: one sentence that names it, what is wrong and what would be right."""


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and where help is."""
        raise BadInput(f"{self.prog}: {message}; see {self.prog} --help")
