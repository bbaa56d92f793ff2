"""The panel's lamps, and the secret that PINs are mixed with."""

import stat
from pathlib import Path

import pytest
from table_under_test import Table

from firmware.game import steps as s
from firmware.table.core.journal import JournalError
from firmware.table.features.malfunctions import Malfunction
from firmware.table.journal.pin_secret import pin_secret
from firmware.table.journal.secret_file import BYTES
from firmware.table.shown.lamps import lamps_of, light
from hal.cards import Card


def test_lamps_say_where_the_table_stands() -> None:
    async def story(table: Table) -> None:
        def lit() -> set[str]:
            return {lamp for lamp, on in lamps_of(table.service.state).items() if on}

        assert lit() == {"lamp_ready"}
        await table.tell(s.OpenBets())
        assert lit() == {"lamp_ready", "lamp_betting"}
        await table.tell(s.CloseBets(), s.Unreadable())
        assert lit() == {"lamp_fault"}
        await table.tell(s.Enter(Card("7S")), Malfunction("wnd"))
        assert lit() == {"lamp_fault"}
        set_to: dict[str, bool] = {}

        class Panel:
            def set(self, name: str, *, on: bool) -> None:
                set_to[name] = on

        light(Panel(), table.service.state)  # type: ignore[arg-type]
        assert set_to == {"lamp_betting": False, "lamp_fault": True, "lamp_ready": False}

    Table(ats=2).run(story)


def test_the_secret_is_made_once_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "secrets" / "pin.secret"
    secret = pin_secret(path, new=True)
    assert len(secret) == BYTES
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert pin_secret(path, new=True) == secret
    assert pin_secret(path, new=False) == secret


def test_a_secret_that_is_gone_is_not_made_anew_over_peoples_pins(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="put it back from its copy"):
        pin_secret(tmp_path / "pin.secret", new=False)
    (tmp_path / "short").write_bytes(b"short")
    with pytest.raises(JournalError, match="too short"):
        pin_secret(tmp_path / "short", new=False)
    with pytest.raises(JournalError, match="cannot be read: Is a directory; it is"):
        pin_secret(tmp_path, new=False)
