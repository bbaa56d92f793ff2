"""Imported first, it hides what no board has: nats-py loads aiohttp where it finds it, which is for the bench alone."""

import sys

sys.modules["aiohttp"] = None  # type: ignore[assignment]
