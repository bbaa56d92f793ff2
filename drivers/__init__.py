"""Real devices: a folder each, with a pure protocol and a driver that owns a port."""
