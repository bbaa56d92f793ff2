"""Note acceptors that speak EBDS (Pyramid RS-232)."""
