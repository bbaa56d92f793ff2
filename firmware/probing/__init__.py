"""How a technician speaks with a device on the desk: a file for each kind, which names what it may be told."""
