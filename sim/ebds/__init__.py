"""An EBDS note acceptor, simulated, as a profile names it."""
