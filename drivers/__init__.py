"""Real devices: a folder each, with a pure protocol and a driver that owns a port."""

import os

# pygame greets on standard output, where results belong.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
