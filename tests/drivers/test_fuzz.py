import pytest
from msgspec.structs import replace

from sim.fuzz import codecs, fuzz

THERE = codecs()


def test_each_make_on_a_line_has_a_codec() -> None:
    # wire-protocols: two shoes, two acceptors, a printer and a sign
    assert set(THERE) >= {"angel-eye", "bee-tek", "id003", "ebds", "escpos", "alpha"}


@pytest.mark.parametrize("codec", THERE)
def test_no_input_breaks_a_codec(codec: str) -> None:
    fuzz(codec, THERE[codec], 20_000, seed=2)


def test_a_codec_that_breaks_is_found() -> None:
    broken = replace(THERE["ebds"], use=lambda said: 1 // (said.toggle - 1))
    with pytest.raises(AssertionError, match="ebds, seed 3, input"):
        fuzz("ebds", broken, 1000, seed=3)
