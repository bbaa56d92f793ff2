"""What any winning number display must do, wherever it is."""

from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.outside

KIND = "wnd"


def test_what_is_shown_is_read_back(place: Any, tmp_path: Path) -> None:
    async def story(rig: Any) -> None:
        for text in ("COUP 7  BANKER  5-7", "TIE"):
            assert await rig.device.show(text)
            assert await rig.device.read_back() == text

    place.run(story, tmp_path)
