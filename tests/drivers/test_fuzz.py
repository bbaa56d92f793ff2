import asyncio
import random
from pathlib import Path
from random import randrange

import pytest
from device_under_test import run
from msgspec.structs import replace
from some_cases import takes_all

from hal.makes import makes
from hal.recording import HOST, Recording, read_recording
from sim.devices.simulation import simulation_of
from sim.fuzz import bad_input, codecs, fuzz, grown

THERE = codecs()


def test_each_make_on_a_line_has_a_codec() -> None:
    # wire-protocols: two shoes, two acceptors, a printer and a sign
    assert set(THERE) >= {"angel-eye", "bee-tek", "id003", "ebds", "escpos", "alpha"}


@pytest.mark.parametrize("codec", THERE)
def test_no_input_breaks_a_codec(codec: str, pytestconfig: pytest.Config) -> None:
    fuzz(codec, THERE[codec], 20_000 if takes_all(pytestconfig) else 5_000, seed=randrange(10**9))


# What other people's hosts and our devices said to each other: more of a protocol than a few golden frames.
RECORDED = [read_recording(file.read_text()) for file in sorted((Path(__file__).parents[1] / "wire").glob("*/*.txt"))]


@pytest.mark.parametrize("recording", RECORDED, ids=lambda recording: recording.protocol)
def test_no_recorded_conversation_that_is_bent_breaks_codec_or_device(recording: Recording) -> None:
    codec = THERE[recording.protocol]
    asked = [said.data for said in recording.said if said.by == HOST]
    named = next(one for one in makes() if one.protocol == recording.protocol)
    fuzz(recording.protocol, grown(recording.protocol, codec), 2000, seed=4)

    async def story() -> None:
        chance = random.Random(5)
        model = simulation_of(named.name).model(lambda _: None, {})
        for count in range(2000):
            model.hear(bad_input(chance, asked))
            if count % 20 == 0:
                await asyncio.sleep(0.2)

    run(story)


def test_a_codec_that_breaks_is_found() -> None:
    broken = replace(THERE["ebds"], use=lambda said: 1 // (said.toggle - 1))
    with pytest.raises(AssertionError, match="ebds, seed 3, input"):
        fuzz("ebds", broken, 1000, seed=3)
