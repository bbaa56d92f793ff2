"""What a check is, and what became of it."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, Literal, TypeVar

from msgspec import Struct

from firmware.conform.desk import REST_S, NotMet, OnDesk
from hal.device import Device

D = TypeVar("D")
Made = TypeVar("Made", bound=Device)
Outcome = Literal["passed", "failed"]


class Check(Struct, Generic[D], frozen=True):
    """One thing that is demanded: `name` is how it is called for, `promise` what is demanded, `story` tries it.

    A story raises NotMet as soon as the device does otherwise.
    """

    name: str
    promise: str
    story: Callable[[D], Awaitable[None]]


class CheckResult(Struct, frozen=True):
    """What became of a check, and why it failed."""

    name: str
    promise: str
    outcome: Outcome
    why: str = ""


async def tried(check: Check[D], desk: D) -> CheckResult:
    """Try one check on a desk where everything is ready."""
    try:
        await check.story(desk)
        await asyncio.sleep(REST_S)
    except NotMet as why:
        return CheckResult(check.name, check.promise, "failed", str(why))
    return CheckResult(check.name, check.promise, "passed")


async def tried_on_device(check: Check[OnDesk[Made]], desk: OnDesk[Made]) -> CheckResult:
    """Try one check on a device that is opened for it, and let go of afterwards."""
    try:
        async with desk:
            return await tried(check, desk)
    except NotMet as why:
        return CheckResult(check.name, check.promise, "failed", str(why))


def named(checks: Sequence[Check[D]], names: Sequence[str]) -> list[Check[D]]:
    """Return the checks that are called for, in the suite's order; all where none is. Raises KeyError."""
    known = {check.name: check for check in checks}
    wanted = {name: known[name] for name in names} if names else known
    return [check for check in checks if check.name in wanted]
