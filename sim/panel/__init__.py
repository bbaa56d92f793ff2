"""A simulated panel."""
