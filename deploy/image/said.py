"""Commands that making an image needs, and what is said when one cannot be carried out."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path


class NotMade(Exception):
    """The image cannot be made; says why, and what to do."""


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def do(command: Sequence[str | Path], *, environment: Mapping[str, str] | None = None, stdin: bytes = b"") -> bytes:
    """Run a command of this machine, and return what it printed. Raises NotMade with what it complained of."""
    words = [str(word) for word in command]
    try:
        done = subprocess.run(
            words, input=stdin, capture_output=True, check=False, env={**os.environ, **(environment or {}), "TZ": "UTC"}
        )
    except FileNotFoundError:
        raise NotMade(f"{words[0]} is not installed: .ci/tools image installs what images are made with") from None
    if done.returncode:
        raise NotMade(f"{' '.join(words)[:200]}: {(done.stderr or done.stdout).decode(errors='replace')[-2000:]}")
    return done.stdout
