"""A player's terminal: its board, its desks, its view and its scene."""
