"""Keeps devices from the server: the table says which, and whoever may change the server's users carries it out.

The table's process neither writes the server's configuration nor signals it: it has no right to. It leaves a list where
systemd looks (deploy/units/rapid-table-gate.path), which has the users written anew and the server read them.
"""

import logging
from pathlib import Path
from typing import Final

import msgspec

_log: Final = logging.getLogger(__name__)


class FileGate:
    """Leaves the list of those who are barred in a file, whole."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self(frozenset())

    def __call__(self, devices: frozenset[str]) -> None:
        """Bar these devices, and no others."""
        new = self._path.with_name(f".{self._path.name}.new")
        try:
            new.write_bytes(msgspec.json.encode(sorted(devices)))
            new.replace(self._path)
        except OSError as error:  # the table goes on; it listens to them no more in any case
            _log.error("%s: cannot be written: %s; nobody is barred", self._path, error.strerror)
