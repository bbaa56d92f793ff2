"""Bars devices from the server: the table says which; a process that may change the server's users does it.

The table's process neither writes the server's configuration nor signals it: it has no right to. It leaves a list where
systemd looks (deploy/units/rapid-table-gate.path), which has the users written anew and the server read them.
"""

import logging
from pathlib import Path
from typing import Final

import msgspec

_log: Final = logging.getLogger(__name__)


class FileGate:
    """Leaves the whole list of barred devices in a file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self(frozenset())

    def __call__(self, devices: frozenset[str]) -> None:
        """Bar these devices, and no others."""
        new = self._path.with_name(f".{self._path.name}.new")
        try:
            new.write_bytes(msgspec.json.encode(sorted(devices)))
            new.replace(self._path)
        except OSError as error:  # the table goes on; it no longer listens to them in any case
            _log.error("%s: cannot be written: %s; nobody is barred", self._path, error.strerror)
