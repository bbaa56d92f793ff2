"""The winning number display (WND)."""
