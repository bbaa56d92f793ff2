"""The product: the rules, the table, and what the boards of a table run."""
