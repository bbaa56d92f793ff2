"""A stand-in for a small board on a bigger machine: a share of one core for each process, and a slow card."""
