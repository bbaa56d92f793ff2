"""An Angel Eye shoe, simulated, as a profile names it."""
