"""Amounts as people write and read them: in whole units, or with both digits of the minor unit."""

import re
from typing import Annotated

from msgspec import Meta

from hal.bounds import ONE_LINE

# An amount as a configuration has it: 25 or "25.00". What a text says, `read_amount` holds.
Amount = Annotated[int, Meta(ge=0, le=999_999_999_999)] | Annotated[str, Meta(max_length=64, pattern=ONE_LINE)]


def in_units(amount: int) -> str:
    """Write an amount of minor units as it is read.

    >>> in_units(2500), in_units(2550)
    ('25', '25.50')
    """
    units, minor = divmod(amount, 100)
    return f"{units}.{minor:02}" if minor else str(units)


def write_amount(amount: int) -> str:
    """Write an amount of minor units.

    >>> write_amount(123450), write_amount(-5), write_amount(0)
    ('1,234.50', '-0.05', '0.00')
    """
    units, cents = divmod(abs(amount), 100)
    return f"{'-' if amount < 0 else ''}{units:,}.{cents:02}"


def read_amount(text: str) -> int:
    """Read an amount, `25` or `25.00`, in minor units.

    >>> read_amount("25"), read_amount("25.50")
    (2500, 2550)
    """
    if re.fullmatch(r"[0-9]{1,12}(\.[0-9]{2})?", text) is None:
        raise ValueError(f"{text!r} is no amount; one reads 25 or 25.00")
    units, _, cents = text.partition(".")
    return int(units) * 100 + int(cents or 0)
