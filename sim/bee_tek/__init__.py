"""A Bee-Tek shoe, simulated, as a profile names it."""
