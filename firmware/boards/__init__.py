"""What runs on a board: a file for each role, which puts the parts together."""
