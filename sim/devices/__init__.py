"""Simulated devices: a model with physics, and the bytes that it speaks on a line."""
