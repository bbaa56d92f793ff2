"""The product: the rules, the table, and what the boards of a table run."""

import os

# pygame greets on standard output, where reports go.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
