"""What crossed a line is written down as it was, and a conversation read again has the same answers."""

import asyncio
from io import StringIO
from pathlib import Path

import pytest
from device_under_test import run

from drivers.id003.protocol import write_frame
from firmware.cli.main import main
from hal.recording import DEVICE, HOST, LineRecorder, NoRecording, Spoken, read_recording
from sim.devices.id003 import Id003Model


def played(said: list[Spoken]) -> str:
    """Return the recording of a model that hears this, at these times."""
    paper = StringIO()

    async def whole() -> None:
        loop = asyncio.get_running_loop()
        model = Id003Model()
        began = loop.time()
        model.overhear(LineRecorder(paper, "id003", loop.time).heard)
        for spoken in said:
            if spoken.by == HOST:
                await asyncio.sleep(max(began + spoken.at_s - loop.time(), 0))
                model.hear(spoken.data)

    run(whole)
    return paper.getvalue()


def test_a_conversation_is_written_down_and_has_the_same_answers_again() -> None:
    # Power-up 40, reset, its acknowledgement, initialising 1B: frames of the protocol's own page.
    asked = [(1.0, write_frame(0x11)), (1.2, write_frame(0x40)), (1.4, write_frame(0x11))]
    written = played([Spoken(at_s, HOST, data) for at_s, data in asked])
    assert written.splitlines() == [
        "# protocol: id003",
        "1.000 host fc 05 11 27 56",
        "1.000 device fc 05 40 2b 15",
        "1.200 host fc 05 40 2b 15",
        "1.200 device fc 05 50 aa 05",
        "1.400 host fc 05 11 27 56",
        f"1.400 device {write_frame(0x1B).hex(' ')}",
    ]
    recording = read_recording(f"# a comment\n\n{written}")
    said = list(recording.said)
    assert recording.protocol == "id003"
    assert [spoken.by for spoken in said] == [HOST, DEVICE] * 3
    assert played(said) == written


@pytest.mark.parametrize("line", ["1.0 host fc", "1.000 nobody fc", "1.000 host", "1.000 host f", "host fc"])
def test_a_line_that_is_none_is_named(line: str) -> None:
    with pytest.raises(NoRecording, match="line 2"):
        read_recording(f"1.000 host fc\n{line}\n")


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["emulate", "shoe", "--link", str(tmp_path / "port"), "--record", str(tmp_path / "no" / "file")]
    assert main(words) == 2
    assert capsys.readouterr().err.startswith("--record: ")
