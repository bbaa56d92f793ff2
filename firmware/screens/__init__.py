"""What terminals, consoles and displays are drawn with: a view in, items on a picture out, touches back."""

import os

# pygame greets on standard output, where reports go.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
