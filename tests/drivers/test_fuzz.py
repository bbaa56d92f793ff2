import pytest

from sim.fuzz import TARGETS, fuzz


@pytest.mark.parametrize("codec", TARGETS)
def test_no_input_breaks_a_codec(codec: str) -> None:
    fuzz(codec, 20_000, seed=2)


def test_a_codec_that_breaks_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TARGETS["ebds"], "use", lambda said: 1 // (said.toggle - 1))
    with pytest.raises(AssertionError, match="ebds, seed 3, input"):
        fuzz("ebds", 1000, seed=3)
