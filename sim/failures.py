"""Failures in tasks that nobody waits for: the event loop reports them once the task is gone."""

import asyncio
from typing import Any

from firmware.table.core.stopped import TableStopped


def failure(context: dict[str, Any]) -> str:
    """Return what failed; nothing for a board that lost its power in the midst of something, which is no failure."""
    why = context.get("exception")
    if isinstance(why, (TableStopped, asyncio.CancelledError)):
        return ""
    return f"{context['message']}: {why!r}"
