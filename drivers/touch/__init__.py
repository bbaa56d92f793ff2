"""The touch screen, by pygame's events."""
