"""The malfunctions that stand at a table, as its state, its views and its screens name them."""

from typing import Final, Literal

# A terminal's (11.14), the system's (11.15), the display's (11.13).
Faulty = Literal["ats", "system", "wnd"]
SYSTEM: Final = "system"
DISPLAY: Final = "wnd"


def fault_name(what: Faulty, ats: int | None = None) -> str:
    """Return the name of a standing malfunction.

    >>> fault_name("ats", 3), fault_name(SYSTEM)
    ('ats 3', 'system')
    """
    return f"{what} {ats}" if ats else what
