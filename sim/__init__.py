"""Simulated devices, virtual time and scenarios: what lets a whole table run without hardware."""

import os

# pygame greets on standard output, where reports go.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
