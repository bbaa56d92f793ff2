"""Who signs what an image is made of."""

import secrets
from pathlib import Path
from typing import Final

from image.recipe import PROJECT
from image.said import say

# Made where there is none, which is for trials alone: a house names its own.
KEY: Final = PROJECT / "build/keys/software.key"


def read_seed(key: Path) -> bytes:
    """Return the private key in a file of 64 hexadecimal digits."""
    if not key.exists():
        key.parent.mkdir(parents=True, exist_ok=True)
        key.touch(mode=0o600)
        key.write_text(f"{secrets.token_hex(32)}\n")
        say(f"{key} is new: images signed by it are for trials")
    return bytes.fromhex(key.read_text().strip())
