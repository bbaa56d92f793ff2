"""PINs of tests are hashed at the least cost that argon2 has: hundreds are, and what a hash costs is held by itself."""

from typing import Final

from argon2 import PasswordHasher

from firmware.table.people import staff_desk
from firmware.table.people.staff_desk import _HASHER

PRODUCTS: Final = _HASHER
LEAST: Final = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


def pytest_configure() -> None:
    """Have tables in this process hash so."""
    staff_desk._HASHER = LEAST  # type: ignore[misc] # noqa: SLF001
