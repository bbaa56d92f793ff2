"""Ports that drivers own: serial lines, and printers on USB and the network. The profile's `port` says which."""
