"""What fuzzing found beyond the recordings is remembered, is played again here, and led it there."""

import random
import sys
from collections.abc import Callable
from typing import Any

import pytest

from drivers.framing import xor
from drivers.id003.protocol import Reader, write_frame
from hal.crc import crc_kermit
from hal.make import Codec
from hal.recording import read_recording
from sim import fuzz_memory
from sim.devices.id003 import Id003Model
from sim.devices.model import Model, Tell
from sim.devices.note_path import NotePlace
from sim.fuzz_memory import MEMORY, FuzzedMake, explore, keep, played, reached, remember
from sim.fuzz_stories import CHECKED, LONGEST, Bender, Story, of_recording, play, read, told

THERE = {one.protocol: one for one in played()}
WITH_CHECKS = {
    "id003": "fc 05 11 27 56",
    "ebds": "02 08 10 7f 10 00 03 77",
    "angel-eye": "02 4f 50 4c 4b 30 32 03 31 42",
}


@pytest.mark.parametrize("one", THERE.values(), ids=THERE)
def test_nothing_that_is_remembered_breaks_codec_or_device_and_each_story_led_further(one: FuzzedMake) -> None:
    stories, recordings = one.remembered(), keep(one.play, one.seeds())
    assert stories
    found = keep(one.play, stories, recordings.arcs)
    assert len(found.arcs) > len(recordings.arcs)
    # A change of the code may leave a story behind, whose way others go now; then `make fuzz` writes them anew.
    assert len(found.kept) >= len(stories) * 0.8


def test_each_device_that_speaks_on_a_line_is_remembered() -> None:
    # wire-protocols: two shoes, two acceptors, a printer and a sign
    assert {file.stem for file in MEMORY.glob("*.txt")} >= {"angel-eye", "bee-tek", "id003", "ebds", "escpos", "alpha"}


@pytest.mark.parametrize("protocol", CHECKED)
def test_bent_bytes_are_given_a_check_that_holds(protocol: str) -> None:
    # Frames of the protocols' pages stay as they are, and one with another check becomes one of them.
    good = bytes.fromhex(WITH_CHECKS[protocol])
    assert CHECKED[protocol](good) == good
    assert CHECKED[protocol](good[:-1] + b"\x20") == good
    assert CHECKED[protocol](b"?") == b"?"


def test_a_frame_that_has_grown_says_its_new_length() -> None:
    body = bytes.fromhex("fc 06 11 99")
    assert CHECKED["id003"](bytes.fromhex("fc 05 11 99 27 56")) == body + crc_kermit(body).to_bytes(2, "little")
    body = bytes.fromhex("09 10 7f 10 00 01")
    grown = CHECKED["ebds"](bytes.fromhex("02 08 10 7f 10 00 01 03 77"))
    assert grown == b"\x02" + body + bytes((3, xor(body)))


TALK = """\
# protocol: id003
1.000 host fc 05 11 27 56
1.005 device fc 05 40 2b 15
1.200 host fc 05 11 27 56
1.400 host fc 05 11 27 56
2.000 tester insert 20
2.100 host fc 05 11 27 56
"""


def test_a_recording_is_a_story_and_a_story_a_line() -> None:
    story = of_recording(read_recording(TALK))
    status = "fc 05 11 27 56"
    assert story == (status, "wait 0.05", "wait 0.6", "do insert 20", status, "wait 0.05")
    assert read(f"# a comment\n\n{told(story)}\n") == [story]


def test_stories_are_bent_in_every_way_and_never_endless() -> None:
    bender = Bender(random.Random(1), "note-acceptor", "id003")
    known: list[Story] = [("fc 05 11 27 56", "do insert 20"), ("wait 4",) * 90, ()]
    bent = {bender.bent(known) for _ in range(500)}
    assert len(bent) > 200
    assert max(map(len, bent)) == LONGEST
    assert any("do jam" in story for story in bent)
    assert Bender(random.Random(1), "none", "none").bent([("wait 1",)])


class Deep:
    """Comes to its fault by three bytes, one after the other; of each, a sixteenth leads on."""

    def __init__(self) -> None:
        self.found: list[Story] = []

    def play(self, story: Story) -> None:
        data = [byte for step in story if not step.startswith(("do", "wait")) for byte in bytes.fromhex(step)]
        if [byte & 15 for byte in data[:1]] == [1]:
            self.second(story, data)

    def second(self, story: Story, data: list[int]) -> None:
        if [byte & 15 for byte in data[1:2]] == [2]:
            self.third(story, data)

    def third(self, story: Story, data: list[int]) -> None:
        if [byte & 15 for byte in data[2:3]] == [3]:
            self.found.append(story)


@pytest.mark.parametrize("guided", [True, False])
def test_what_reaches_something_new_is_bent_on(guided: bool, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: FBT001
    # Here the lines of this file count. By chance, 8000 stories come to all three bytes in one case of some hundred.
    monkeypatch.setattr(fuzz_memory, "WATCHED", (__file__,))
    deep = Deep()
    found = explore(deep.play, Bender(random.Random(3), "", ""), [("00 00 00",)], 8000, guided=guided)
    assert bool(deep.found) is guided
    assert len(found.kept) >= 2


CODEC = Codec(Reader, (write_frame(0x11),))


class Silent(Model):
    """Fails at what it hears."""

    def received(self, data: bytes) -> None:
        raise ZeroDivisionError(data)


class FailsLater(Model):
    """Fails some time after what it heard."""

    def received(self, data: bytes) -> None:
        self.after(1, "work", lambda: 1 // len(data[99:]))


class LosesNotes(Id003Model):
    """Forgets a note that a reset finds past the lever."""

    def back_to_work(self) -> None:
        if self.path.place is NotePlace.PAST_LEVER:
            self.cancel("note")
            self.path.place = NotePlace.NOWHERE


@pytest.mark.parametrize(
    ("make", "story", "says"),
    [
        (Silent, ("fc 05 11 27 56",), "ZeroDivisionError.*after: fc 05 11 27 56"),
        (FailsLater, ("fc 05 11 27 56",), "ZeroDivisionError"),
        (
            LosesNotes,
            # Reset, opened to notes, a note stacked by stack-1, and reset while it is past the lever.
            (
                "wait 1.5", "fc 05 40 2b 15", "fc 06 c3 00 04 d6", "wait 1.5", "do insert 20", "wait 1.2",
                "fc 05 41 a2 04", "wait 0.5", "fc 05 40 2b 15",
            ),
            "1 notes went in, and 0 are accounted for",
        ),
    ],
)  # fmt: skip
def test_a_device_that_breaks_is_found_with_its_story(make: Callable[[Tell], Model], story: Story, says: str) -> None:
    with pytest.raises(AssertionError, match=says):
        play(make, CODEC, story)
    play(Id003Model, CODEC, story)


def test_who_measures_coverage_goes_on_afterwards() -> None:
    calls: list[str] = []

    def other(*_: Any) -> None:
        calls.append("called")

    before = sys.gettrace()
    sys.settrace(other)
    try:
        reached(lambda _: None, ())
        during = sys.gettrace()
    finally:
        sys.settrace(before)
    assert during is other


def test_what_is_remembered_is_written_and_read_again(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz_memory, "MEMORY", tmp_path / "fuzz")
    shoe = THERE["bee-tek"]
    kept, arcs = remember(shoe, 60, seed=1)
    stories = shoe.remembered()
    assert len(stories) == kept > 0
    assert len(keep(shoe.play, [*shoe.seeds(), *stories]).arcs) == arcs
