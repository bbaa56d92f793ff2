"""Simulated devices, virtual time and scenarios: what lets a whole table run without hardware."""
