"""One file for each thing that a table does with people and money."""
