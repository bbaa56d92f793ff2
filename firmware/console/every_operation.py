"""Every operation of the console: those in the files NAME_operations.py here, and those that features offer."""

import pkgutil
from importlib import import_module
from typing import Final

import firmware.console
from firmware.console.offered import offered
from firmware.console.operations import Operation


def _every_operation() -> dict[str, Operation]:
    found = offered()
    for file in pkgutil.iter_modules(firmware.console.__path__, "firmware.console."):
        if file.name.endswith("_operations"):
            of_file: dict[str, Operation] = import_module(file.name).OPERATIONS
            assert not found.keys() & of_file.keys(), f"{file.name}: two operations have the same name"
            found |= of_file
    return found


OPERATIONS: Final = _every_operation()
