"""The siege: real processes of a whole table, killed, flooded, lied to, tampered with; and what its devices know."""
