"""Tournaments (crown 12), pure: commands come in, events go out."""
