"""python-escpos unpickles what lies in a folder that it is told: none that others can write to."""

import pickle
import platform
import sys
import tempfile
from pathlib import Path

import pytest

from drivers.escpos.ticket import REMEMBERED_IN, encode
from hal.ticket_printer import Ticket


class Planted:
    """What runs when it is unpickled."""

    def __reduce__(self) -> tuple[object, tuple[str]]:
        """Say that it was."""
        return sys.exit, ("what somebody put into the shared folder was loaded",)


def test_what_lies_in_the_shared_folder_is_not_loaded_and_nothing_is_left_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for loaded in [name for name in sys.modules if name.partition(".")[0] == "escpos"]:
        monkeypatch.delitem(sys.modules, loaded)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.delenv(REMEMBERED_IN, raising=False)
    planted = tmp_path / f"{platform.python_version()}.capabilities.pickle"
    planted.write_bytes(pickle.dumps(Planted()))
    assert b"Table 1" in encode(Ticket("Table 1", ()))
    assert list(tmp_path.iterdir()) == [planted]
    assert tempfile.gettempdir() == str(tmp_path)
