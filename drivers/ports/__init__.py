"""Ports that drivers own: serial lines, printers on USB and on the network; which one, the profile's `port` says."""
