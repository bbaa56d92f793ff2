"""How a board comes to other software, and back: what a slot is, when one is healthy, and what may be installed."""
