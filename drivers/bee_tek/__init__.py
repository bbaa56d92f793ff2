"""The Bee-Tek shoe."""
