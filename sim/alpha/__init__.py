"""An Alpha sign, simulated, as a profile names it."""
