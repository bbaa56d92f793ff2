"""A screen as winning number display."""
