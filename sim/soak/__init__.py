"""Random play with faults, in virtual time, from a seed: the whole stack, and what must always hold."""
