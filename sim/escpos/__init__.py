"""An ESC/POS ticket printer, simulated, as a profile names it."""
