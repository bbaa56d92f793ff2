"""The dealer's console: its desk, its pages, its view and its scene."""
