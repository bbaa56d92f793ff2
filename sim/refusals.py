"""Refusals as programs and testers read them: in English, with the code."""

from typing import Any, Final

from firmware.kit.words import words_of
from firmware.refusal import Refused

_ENGLISH: Final = words_of("en")


def refusal_fields(refusal: Refused) -> dict[str, Any]:
    """Return a refusal as `play` prints it."""
    return {"reason": in_english(refusal), "code": refusal.code, "rule": refusal.rule}


def in_english(problem: Exception) -> str:
    """Return what went wrong as a sentence."""
    return _ENGLISH.refused(problem) if isinstance(problem, Refused) else str(problem)
