"""An ID-003 note acceptor, simulated, as a profile names it."""
