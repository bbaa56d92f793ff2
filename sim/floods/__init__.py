"""Terminals that send all they can, beside others that play: what it costs these, and the table."""
