"""The winning number display: its board, its desk, its view and its scene."""
