"""How late emulated devices answer is measured from outside. On a busy machine only processor time says anything."""

import json

import pytest

from sim import answer_times

pytestmark = pytest.mark.outside


def test_each_device_is_measured_and_takes_little_of_the_processor(capsys: pytest.CaptureFixture[str]) -> None:
    answer_times.main(["--times", "40"])
    nobody, *said = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert nobody["protocol"] == "nobody"
    assert [one["protocol"] for one in said] == list(answer_times.ASKED)
    for one in said:
        assert one["answers"] >= 38
        assert one["processor_ms_an_answer"] < answer_times.LIMIT_MS
        assert -1 < one["p50_ms"] <= one["p95_ms"]  # no answer comes before the wire has carried it
