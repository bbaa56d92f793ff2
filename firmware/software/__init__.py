"""Proof of software: a signed list of every file, and what holds a board, or a card pulled out of one, against it."""
