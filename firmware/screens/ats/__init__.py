"""The player's screen."""
