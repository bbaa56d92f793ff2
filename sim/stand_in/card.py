"""A card whose sync takes as long as one is told, and which counts them: a shim, built where it is used."""

import os
import subprocess
from pathlib import Path
from typing import Final

from firmware.measures.tools import CannotBeMeasured, tool

SOURCE: Final = Path(__file__).with_name("slow_card.c")


class SlowCard:
    """A card for processes that are started with its `environment`. Raises CannotBeMeasured where none can be built."""

    def __init__(self, folder: Path, sync_ms: float) -> None:
        if not SOURCE.exists():
            raise CannotBeMeasured(f"{SOURCE.name} is not there: it comes with the sources, and with no wheel or image")
        self._count = folder / "syncs"
        shim = folder / "slow_card.so"
        command: list[str | Path] = [tool("cc"), "-shared", "-fPIC", "-O2", "-o", shim, SOURCE, "-ldl"]
        subprocess.run(command, check=True, stderr=subprocess.PIPE, text=True)
        self.environment: Final = {
            **os.environ,
            "LD_PRELOAD": str(shim),
            "SLOW_CARD_US": str(round(sync_ms * 1000)),
            "SLOW_CARD_COUNT": str(self._count),
        }

    @property
    def syncs(self) -> int:
        """How many there were."""
        return self._count.stat().st_size if self._count.exists() else 0
