"""The panel on the board's own pins."""
