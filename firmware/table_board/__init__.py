"""The table's board: its devices, and its end of the network."""
