"""The winning number display, seen across the room."""
