"""A part of the stand-in that ends instead of answering is said, and nobody waits for it for ever."""

import os

import pytest

from firmware.measures.tools import CannotBeMeasured
from sim.stand_in.board import Program


@pytest.mark.outside
def test_a_program_that_ends_without_an_answer_is_said() -> None:
    program = Program(["compileall", "-q", "--help-no"], dict(os.environ))
    with pytest.raises(CannotBeMeasured, match=r"compileall .* ended"):
        program.hear()
    program.end()
