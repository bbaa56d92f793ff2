"""Tournaments (crown 12): pure; what happens comes in as commands, what follows goes out as events."""
