"""Makes what is written to a board's card."""
